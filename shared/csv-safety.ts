/* Guards the cells of a CSV file against spreadsheets, which run text that starts like a formula. */

/** Full-width signs start a formula in spreadsheets of East Asian languages. */
const SIGN = String.raw`'*[=+\-@\t\r＝＋－＠]`
/**
 * Where a spreadsheet of a locale that separates cells by semicolons or tabs starts a cell within the text. Commas and
 * most quotes mean nothing there, so that a line break starts a cell, too. Quotes at the start of a cell are dropped.
 */
const INNER_CELL = String.raw`([;\t\r\n]"*)`

const STARTS = new RegExp(`^(?=${SIGN})`)
const STARTS_GUARDED = new RegExp(`^'(?=${SIGN})`)
const INNER = new RegExp(`${INNER_CELL}(?=${SIGN})`, 'g')
const INNER_GUARDED = new RegExp(`${INNER_CELL}'(?=${SIGN})`, 'g')
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Puts an apostrophe before all that a spreadsheet could run. Numbers stay as they are. */
export function guardCell(text: string): string {
  return NUMBER.test(text) ? text : text.replace(INNER, "$1'").replace(STARTS, "'")
}

/** The text that `guardCell` was given. */
export function unguardCell(text: string): string {
  return text.replace(INNER_GUARDED, '$1').replace(STARTS_GUARDED, '')
}
