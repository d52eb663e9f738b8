/* Guards the cells of a CSV file against spreadsheets, which run text that starts like a formula. */

const GUARDED = /^'*[=+\-@\t\r]/
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** Puts an apostrophe before text that a spreadsheet could run. Numbers stay as they are. */
export function guardCell(text: string): string {
  return GUARDED.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

/** The text that `guardCell` was given. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && GUARDED.test(text) ? text.slice(1) : text
}
