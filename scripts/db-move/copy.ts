import { batches } from './batches.ts'
import type { Table } from './schema.ts'
import type { Row, Source } from './source.ts'
import type { Target } from './target.ts'

/** Copies what is still missing of a table. Each batch is committed together with the note that it is there. */
export async function copyTable(
  source: Source,
  target: Target,
  table: Table,
  onRows: (rows: number) => void,
): Promise<void> {
  const { place } = await target.progressOf(table)
  let writing = Promise.resolve()
  for (const { rows, texts } of batches(source.rows(table, place), (row) => asJson(table, row))) {
    // While PostgreSQL takes one batch, the next one is read.
    await writing
    writing = target.append(table, `[${texts.join(',')}]`, stepOf(rows)).then(() => onRows(rows.length))
  }
  await writing
}

function asJson({ columns }: Table, { values }: Row): string {
  return JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, values[index]])))
}

function stepOf(rows: Row[]) {
  const replaced = rows.reduce((sum, row) => sum + row.replaced, 0)
  return { place: rows.at(-1)?.place ?? 0, rows: rows.length, replaced }
}
