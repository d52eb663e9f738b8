import { createHash } from 'node:crypto'
import { batches } from './batches.ts'
import { describeDifference } from './differences.ts'
import { rowsIn } from './progress.ts'
import type { Table } from './schema.ts'
import type { Source } from './source.ts'
import type { Target } from './target.ts'

/** The content if both tables are equal, or the first difference. */
export type Verdict = { rows: number; checksum: string } | { difference: string }

/** Compares all rows of a table in key order. The checksum is the SHA-256 of the rows as JSON lines. */
export async function verifyTable(
  source: Source,
  target: Target,
  table: Table,
  onRows: (rows: number) => void,
): Promise<Verdict> {
  const rows = source.count(table)
  const compared = await target.transaction(() => compareRows(source, target, table, onRows))
  if ('checksum' in compared) return { rows, ...compared }
  return {
    difference: `${rowsIn(rows)} in the file, ${rowsIn(await target.count(table))} in PostgreSQL; ${compared.difference}`,
  }
}

type Compared = { checksum: string } | { difference: string }

async function compareRows(
  source: Source,
  target: Target,
  table: Table,
  onRows: (rows: number) => void,
): Promise<Compared> {
  const checksum = createHash('sha256')
  const { replaced } = await target.progressOf(table)
  await target.openRows(table)
  for (const { rows, texts } of batches(source.rowsByKey(table, replaced > 0), (row) => JSON.stringify(row))) {
    const found = await target.nextRows(rows.length)
    const differing = texts.findIndex((text, index) => text !== JSON.stringify(found[index]))
    if (differing !== -1) return { difference: describeDifference(table, rows[differing], found[differing]) }
    checksum.update(`${texts.join('\n')}\n`)
    onRows(rows.length)
  }
  const [surplus] = await target.nextRows(1)
  return surplus ? { difference: describeDifference(table, undefined, surplus) } : { checksum: checksum.digest('hex') }
}
