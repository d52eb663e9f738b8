import { stringify } from 'csv-stringify/sync'
import { guardCell } from '#shared/csv-safety.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { RunExport } from './run-export.ts'

/** Spreadsheets need this mark to read UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

const COLUMNS: [header: string, cell: (result: TestResult) => string | number | null][] = [
  ['ref', ({ ref }) => ref],
  ['suite', ({ testCase }) => testCase.testSuite.name],
  ['name', ({ testCase }) => testCase.name],
  ['type', ({ testCase }) => testCase.type],
  ['priority', ({ testCase }) => testCase.priority],
  ['tags', ({ testCase }) => testCase.tags.join(', ')],
  ['status', ({ status }) => status],
  ['flaky', ({ flaky }) => (flaky ? 'yes' : 'no')],
  ['expectedValue', ({ expectedValue }) => expectedValue],
  ['actualValue', ({ actualValue }) => actualValue],
  ['errorMessage', ({ errorMessage }) => errorMessage],
  ['notes', ({ notes }) => notes],
  ['executionTimeMs', ({ executionTimeMs }) => executionTimeMs],
  ['executedAt', ({ executedAt }) => executedAt],
  ['executedBy', ({ executedBy }) => executedBy?.name ?? null],
  ['assignee', ({ assignee }) => assignee?.name ?? null],
  ['attempts', ({ attempts }) => attempts],
  ['trace', ({ trace }) => trace],
  ['references', ({ testCase }) => testCase.references.join(', ')],
  ['defects', ({ defects }) => defects.join(', ')],
]

/** These characters separate cells or rows for some reader. Other cells are quoted only if needed. */
const SEPARATOR = /[;\t\r\n]/

/** One row per result. Cells are guarded against formulas. */
export async function* csvFile({ results }: RunExport): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + rows([COLUMNS.map(([header]) => header)])
  for await (const chunk of results()) yield rows(chunk.map((result) => COLUMNS.map(([, cell]) => cell(result))))
}

function rows(cells: (string | number | null)[][]): string {
  return stringify(cells, { cast: { string: guardCell }, record_delimiter: 'windows', quoted_match: SEPARATOR })
}
