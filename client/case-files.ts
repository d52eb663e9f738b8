import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { guardCell, unguardCell } from '#shared/csv-safety.ts'
import { type CaseCells, COLUMNS, type Column, type RowProblem } from './case-rows.ts'
import { usageFailure } from './failures.ts'

export type CaseFormat = 'csv' | 'json'

/** `number` is the row a spreadsheet shows: the header is row 1. */
type NumberedCells = { number: number; cells: CaseCells }
export type CaseFile = { rows: NumberedCells[]; problems: RowProblem[]; ignoredColumns: string[] }

/** Starts the first header of a guarded file, so that an import knows which apostrophes to remove. */
const GUARD_MARK = "'"

/**
 * Formats cases as CSV or JSON. CSV quotes every text, so that a bare empty cell is null. `isSafe` guards texts that a
 * spreadsheet could run as formulas; an import restores them exactly in both cases.
 */
export function formatCases(cases: Required<CaseCells>[], format: CaseFormat, isSafe = false): string {
  if (format === 'json') return `${JSON.stringify(cases, null, 2)}\n`
  const columns = COLUMNS.map((key, index) => ({ key, header: isSafe && index === 0 ? GUARD_MARK + key : key }))
  const cast = isSafe ? { string: guardCell } : {}
  return stringify(cases, { header: true, columns, quoted_string: true, cast })
}

/** Reads the output of `formatCases`, also when saved by a spreadsheet. Throws a usage Failure for other content. */
export function readCases(bytes: Uint8Array): CaseFile {
  const text = decode(bytes)
  return text.trimStart().startsWith('[') ? readJson(text) : readCsv(text)
}

/** Spreadsheets also write UTF-16. TextDecoder removes the byte order mark. */
function decode(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw usageFailure('the file is not UTF-8; in a spreadsheet, save it as "CSV UTF-8"')
  }
}

const Cell = z.union([z.string(), z.number().transform(String), z.boolean().transform(String), z.null()]).optional()
const JsonCases = z.array(z.record(z.string(), z.unknown()))
const JsonCells = z.object(Object.fromEntries(COLUMNS.map((column) => [column, Cell])) as Record<Column, typeof Cell>)

function readJson(text: string): CaseFile {
  const { success, data } = JsonCases.safeParse(parseJson(text))
  if (!success) throw usageFailure('the file is not a JSON array of cases')
  const problems: RowProblem[] = []
  const rows = data.flatMap((entry, index) => {
    const { success, data: cells, error } = JsonCells.safeParse(entry)
    if (success) return [{ number: index + 1, cells }]
    problems.push(
      ...error.issues.map(({ path }) => ({ row: index + 1, message: `${path.join('.')} must be text or null` })),
    )
    return []
  })
  const known: readonly string[] = COLUMNS
  return {
    rows,
    problems,
    ignoredColumns: [...new Set(data.flatMap(Object.keys))].filter((name) => !known.includes(name)),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw usageFailure(`the file is not valid JSON: ${(error as Error).message}`)
  }
}

function readCsv(text: string): CaseFile {
  const [header = [], ...records] = parseCsv(text)
  const columns = header.map((cell) => columnNamed(cell.text))
  checkHeader(columns)
  const isGuarded = header.some(({ text }) => text.startsWith(GUARD_MARK))
  const read = (cell: CsvCell) => (isGuarded ? { ...cell, text: unguardCell(cell.text) } : cell)
  const problems: RowProblem[] = []
  const rows: NumberedCells[] = []
  for (const [index, record] of records.entries()) {
    const number = index + 2
    if (record.every(({ text }) => text.trim() === '')) continue
    if (record.length === header.length) rows.push({ number, cells: cellsOf(record.map(read), columns) })
    else problems.push({ row: number, message: `it has ${record.length} cells, the header has ${header.length}` })
  }
  const ignoredColumns = header.map(({ text }) => text).filter((_, index) => columns[index] === undefined)
  return { rows, problems, ignoredColumns }
}

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
 * An empty cell is null. The exception is a quoted empty expected value of type string, which is ''. In other columns
 * quotes mean nothing: some programs quote every cell.
 */
function cellsOf(record: CsvCell[], columns: (Column | undefined)[]): CaseCells {
  const valueType = record[columns.indexOf('expectedValueType')]?.text.trim().toLowerCase()
  const cells: CaseCells = {}
  record.forEach(({ text, isQuoted }, index) => {
    const column = columns[index]
    if (column === undefined) return
    const isEmptyText = column === 'expectedValue' && isQuoted && valueType === 'string'
    cells[column] = text === '' && !isEmptyText ? null : text
  })
  return cells
}
