import { DomainError } from '#shared/errors.ts'
import type { ColumnMapping } from '#shared/imports/import.ts'
import { slices } from '../../limits/give-way.ts'
import type { CaseSink } from './read-case.ts'
import { readOnThread } from './reading-thread.ts'
import { TableReader } from './table.ts'
import { isZip, openZip } from './zip-directory.ts'

/** Reads the first sheet of a workbook. Its first row with a text is the header. */
export async function readXlsx(
  bytes: Buffer,
  caller: string,
  mapping: ColumnMapping | undefined,
  sink: CaseSink,
): Promise<TableReader | undefined> {
  if (!isZip(bytes)) throw new DomainError('BAD_REQUEST', 'The file is no xlsx workbook')
  const { file } = await openZip(bytes)
  file.close()
  const step = slices()
  let table: TableReader | undefined
  let number = 0
  await readOnThread<string[]>(caller, { kind: 'workbook', bytes: new Uint8Array(bytes).buffer }, async (rows) => {
    for (const row of rows) {
      number += 1
      if (table) {
        table.row(
          number,
          row.map((text) => ({ text, isQuoted: false })),
        )
      } else if (row.some((text) => text.trim() !== '')) table = new TableReader(row, mapping, sink)
      await step()
    }
  })
  table?.end()
  return table
}
