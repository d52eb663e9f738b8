import { batches } from './batches.ts'
import type { Table } from './schema.ts'
import type { Row, Source } from './source.ts'
import type { Target } from './target.ts'

/** Copies the missing rows of a table. Each batch is committed together with its progress. */
export async function copyTable(
  source: Source,
  target: Target,
  table: Table,
  onRows: (rows: number) => void,
): Promise<void> {
  const { place } = await target.progressOf(table)
  let writing = Promise.resolve()
  for (const { rows, texts } of batches(source.rows(table, place), (row) => asJson(table, row))) {
    // The next batch is read while PostgreSQL writes this one.
    await writing
    writing = target.append(table, `[${texts.join(',')}]`, progressAfter(rows)).then(() => onRows(rows.length))
  }
  await writing
}

function asJson({ columns }: Table, { values }: Row): string {
  return JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, values[index]])))
}

function progressAfter(rows: Row[]) {
  const replaced = rows.reduce((sum, row) => sum + row.replaced, 0)
  return { place: rows.at(-1)?.place ?? 0, rows: rows.length, replaced }
}
