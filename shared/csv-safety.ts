/* Guards the cells of a CSV file: spreadsheets run text that starts like a formula. */

/** Full-width signs start a formula in spreadsheets of East Asian languages. */
const SIGN = String.raw`'*[=+\-@\t\r＝＋－＠]`
/**
 * Where a spreadsheet with semicolons or tabs as separators starts a cell inside our text. Commas and most quotes mean
 * nothing to it, so a line break starts a cell too. It drops quotes at the start of a cell.
 */
const INNER_CELL = String.raw`([;\t\r\n]"*)`

const STARTS = new RegExp(`^(?=${SIGN})`)
const STARTS_GUARDED = new RegExp(`^'(?=${SIGN})`)
const INNER = new RegExp(`${INNER_CELL}(?=${SIGN})`, 'g')
const INNER_GUARDED = new RegExp(`${INNER_CELL}'(?=${SIGN})`, 'g')
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Puts an apostrophe before everything that a spreadsheet could run. Numbers stay unchanged. */
export function guardCell(text: string): string {
  return NUMBER.test(text) ? text : text.replace(INNER, "$1'").replace(STARTS, "'")
}

/** Reverts `guardCell`. */
export function unguardCell(text: string): string {
  return text.replace(INNER_GUARDED, '$1').replace(STARTS_GUARDED, '')
}
