import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { guardCell, unguardCell } from '#shared/csv-safety.ts'
import { type CaseCells, COLUMNS, type Column, isWords, type RowProblem, WORD_COLUMNS } from './case-rows.ts'
import { usageFailure } from './failures.ts'
import { formatList, parseList } from '#shared/test-cases/list-cell.ts'
import { count } from './output.ts'
import { formatSteps, parseSteps } from '#shared/test-cases/steps-cell.ts'

/** `number` is the row in a spreadsheet: the header is row 1. */
type NumberedCells = { number: number; cells: CaseCells }
export type CaseFile = { rows: NumberedCells[]; problems: RowProblem[]; ignoredColumns: string[] }

/** Prefixes the header `suite` of a guarded file. It tells an import which apostrophes to remove. */
const GUARD_MARK = "'"

export function formatCsv(cases: Required<CaseCells>[], isSafe: boolean): string {
  const columns = COLUMNS.map((key) => ({ key, header: isSafe && key === 'suite' ? GUARD_MARK + key : key }))
  const cast = isSafe ? { string: guardCell } : {}
  return stringify(cases.map(toTexts), { header: true, columns, quoted_string: true, cast })
}

/** Like an empty text, an empty list becomes null. */
function toTexts(cells: Required<CaseCells>) {
  const words = WORD_COLUMNS.map((column) => [column, cells[column]?.length ? formatList(cells[column]) : null])
  return { ...cells, steps: cells.steps?.length ? formatSteps(cells.steps) : null, ...Object.fromEntries(words) }
}

/** Throws a usage Failure for content that is not CSV. */
export function readCsv(text: string): CaseFile {
  const [header = [], ...records] = parseCsv(text)
  const columns = header.map((cell) => columnNamed(cell.text))
  checkHeader(columns)
  const isGuarded = header[columns.indexOf('suite')]?.text.startsWith(GUARD_MARK) ?? false
  const read = (cell: CsvCell) => (isGuarded ? { ...cell, text: unguardCell(cell.text) } : cell)
  const problems: RowProblem[] = []
  const rows: NumberedCells[] = []
  for (const [index, record] of records.entries()) {
    const number = index + 2
    if (record.every(({ text }) => text.trim() === '')) continue
    if (record.length === header.length) rows.push({ number, cells: cellsOf(record.map(read), columns) })
    else problems.push({ row: number, message: wrongWidth(record.length, header.length) })
  }
  const ignoredColumns = header.map(({ text }) => text).filter((_, index) => columns[index] === undefined)
  return { rows, problems, ignoredColumns }
}

const wrongWidth = (cells: number, columns: number) => `it has ${count(cells, 'cell')}, but the header has ${columns}`

type CsvCell = { text: string; isQuoted: boolean }

function parseCsv(text: string): CsvCell[][] {
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      cast: (text, { quoting }) => ({ text, isQuoted: quoting }),
    }) as never
  } catch (error) {
    if (error instanceof CsvError) throw usageFailure(`the file is not valid CSV: ${error.message}`)
    throw error
  }
}

/** The most frequent delimiter of the header. Column names contain none. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const uses = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].toSorted((a, b) => uses(b) - uses(a))[0] as string
}

/** `Expected value type`, `expected_value_type` and `expectedValueType` name the same column. */
function columnNamed(header: string): Column | undefined {
  const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  return COLUMNS.find((column) => letters(column) === letters(header))
}

function checkHeader(columns: (Column | undefined)[]): void {
  for (const column of COLUMNS) {
    const uses = columns.filter((name) => name === column).length
    if (uses > 1) throw usageFailure(`the header has ${column} ${uses} times`)
    if (uses === 0 && (column === 'suite' || column === 'name'))
      throw usageFailure(`the header has no column ${column}`)
  }
}

/**
 * An empty cell is null, except a quoted empty expected value of type string, which is ''. Quotes mean nothing in other
 * columns, because some programs quote every cell.
 */
function cellsOf(record: CsvCell[], columns: (Column | undefined)[]): CaseCells {
  const valueType = record[columns.indexOf('expectedValueType')]?.text.trim().toLowerCase()
  const cells: CaseCells = {}
  record.forEach(({ text, isQuoted }, index) => {
    const column = columns[index]
    if (column === undefined) return
    const isEmptyText = column === 'expectedValue' && isQuoted && valueType === 'string'
    if (text === '' && !isEmptyText) cells[column] = null
    else if (column === 'steps') cells.steps = parseSteps(text)
    else if (isWords(column)) cells[column] = parseList(text)
    else cells[column] = text
  })
  return cells
}
