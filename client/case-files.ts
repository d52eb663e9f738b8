import { z } from 'zod'
import { type CaseFile, formatCsv, readCsv } from './case-csv.ts'
import { type CaseCells, COLUMNS, isWords, type RowProblem, type TextColumn } from './case-rows.ts'
import { usageFailure } from './failures.ts'

export type CaseFormat = 'csv' | 'json'

/**
 * Formats cases as CSV or JSON. CSV quotes every text, so that a bare empty cell means null. `isSafe` guards texts that
 * a spreadsheet could run as formulas. An import restores the exact texts in both cases.
 */
export function formatCases(cases: Required<CaseCells>[], format: CaseFormat, isSafe = false): string {
  if (format === 'json') return `${JSON.stringify(cases, null, 2)}\n`
  return formatCsv(cases, isSafe)
}

/** Parses the output of `formatCases`, also after a spreadsheet saved it. Throws a usage Failure for other content. */
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
const TEXT_COLUMNS = COLUMNS.filter((column) => column !== 'steps' && !isWords(column))
const JsonCells = z.object({
  ...(Object.fromEntries(TEXT_COLUMNS.map((column) => [column, Cell])) as Record<TextColumn, typeof Cell>),
  steps: z.array(z.unknown()).nullish(),
  tags: z.array(z.unknown()).nullish(),
  references: z.array(z.unknown()).nullish(),
})

function readJson(text: string): CaseFile {
  const { success, data } = JsonCases.safeParse(parseJson(text))
  if (!success) throw usageFailure('the file is not a JSON array of cases')
  const problems: RowProblem[] = []
  const rows = data.flatMap((entry, index) => {
    const { success, data: cells, error } = JsonCells.safeParse(entry)
    if (success) return [{ number: index + 1, cells: cells as CaseCells }]
    problems.push(
      ...error.issues.map(({ path }) => ({
        row: index + 1,
        message: `${path.join('.')} must be ${kindOf(path[0])} or null`,
      })),
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

const kindOf = (column: unknown) => (column === 'steps' || isWords(column) ? 'a list' : 'text')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw usageFailure(`the file is not valid JSON: ${(error as Error).message}`)
  }
}
