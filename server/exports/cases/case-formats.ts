import { stringify } from 'csv-stringify/sync'
import { guardCell } from '#shared/csv-safety.ts'
import type { CaseExportFormat } from '#shared/exports/export.ts'
import { formatCase, formatSuite } from '#shared/test-cases/case-markdown.ts'
import { type CaseRecord, RECORD_FIELDS } from '#shared/test-cases/case-record.ts'
import { formatList } from '#shared/test-cases/list-cell.ts'
import { formatSteps } from '#shared/test-cases/steps-cell.ts'

/*
 * Files of cases. An import restores the exact texts of each. CSV quotes every text, so that a bare empty cell means
 * null; `isSafe` guards texts that a spreadsheet could run as formulas.
 */

type Chunks = AsyncIterable<CaseRecord[]>
type Writer = (chunks: Chunks, isSafe: boolean) => AsyncGenerator<string>

/** Prefixes the header `suite` of a guarded file. It tells an import which apostrophes to remove. */
const GUARD_MARK = "'"

async function* csvOf(chunks: Chunks, isSafe: boolean): AsyncGenerator<string> {
  const columns = RECORD_FIELDS.map((key) => ({ key, header: isSafe && key === 'suite' ? GUARD_MARK + key : key }))
  const cast = isSafe ? { string: guardCell } : {}
  const rows = (cells: object[], header: boolean) => stringify(cells, { header, columns, quoted_string: true, cast })
  yield rows([], true)
  for await (const records of chunks) yield rows(records.map(toCells), false)
}

/** Like an empty text, an empty list becomes null. */
function toCells({ steps, tags, references, extras, ...texts }: CaseRecord) {
  return {
    ...texts,
    steps: steps.length > 0 ? formatSteps(steps) : null,
    tags: tags.length > 0 ? formatList(tags) : null,
    references: references.length > 0 ? formatList(references) : null,
    extras: Object.keys(extras).length > 0 ? JSON.stringify(extras) : null,
  }
}

async function* jsonOf(chunks: Chunks): AsyncGenerator<string> {
  let isFirst = true
  for await (const records of chunks) {
    const texts = records.map((record) => `  ${JSON.stringify(record, null, 2).replaceAll('\n', '\n  ')}`)
    yield `${isFirst ? '[' : ','}\n${texts.join(',\n')}`
    isFirst = false
  }
  yield isFirst ? '[]\n' : '\n]\n'
}

async function* markdownOf(chunks: Chunks): AsyncGenerator<string> {
  let suite: string | null = null
  for await (const records of chunks) {
    const texts = records.map((record) => {
      const heading = record.suite === suite ? '' : `${suite === null ? '' : '\n'}${formatSuite(record.suite)}`
      suite = record.suite
      return `${heading}\n${formatCase(record)}`
    })
    yield texts.join('')
  }
}

export const CASE_FORMATS: Record<CaseExportFormat, { type: string; extension: string; write: Writer }> = {
  csv: { type: 'text/csv; charset=utf-8', extension: 'csv', write: csvOf },
  markdown: { type: 'text/markdown; charset=utf-8', extension: 'md', write: markdownOf },
  json: { type: 'application/json; charset=utf-8', extension: 'json', write: jsonOf },
}
