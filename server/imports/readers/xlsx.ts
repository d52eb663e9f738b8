import { readSheet } from 'read-excel-file/universal'
import { DomainError } from '#shared/errors.ts'
import type { ColumnMapping } from '#shared/imports/import.ts'
import type { CaseSink } from './read-case.ts'
import { TableReader } from './table.ts'
import { isZip, openZip } from './zip-directory.ts'

/** Reads the first sheet of a workbook. Its first row with a text is the header. */
export async function readXlsx(
  bytes: Buffer,
  mapping: ColumnMapping | undefined,
  sink: CaseSink,
): Promise<TableReader | undefined> {
  if (!isZip(bytes)) throw new DomainError('BAD_REQUEST', 'The file is no xlsx workbook')
  const { file } = await openZip(bytes)
  file.close()
  let table: TableReader | undefined
  for (const [index, cells] of (await rowsOf(bytes)).entries()) {
    const row = cells.map(textOf)
    if (table)
      table.row(
        index + 1,
        row.map((text) => ({ text, isQuoted: false })),
      )
    else if (row.some((text) => text.trim() !== '')) table = new TableReader(row, mapping, sink)
  }
  table?.end()
  return table
}

async function rowsOf(bytes: Buffer): Promise<unknown[][]> {
  return await readSheet(new Uint8Array(bytes).buffer).catch((error: unknown) => {
    throw new DomainError('BAD_REQUEST', `The file cannot be read: ${(error as Error).message}`)
  })
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '')
  if (typeof cell === 'string') return cell
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''
}
