import { CsvError, parse } from 'csv-parse'
import { DomainError } from '#shared/errors.ts'
import { slices } from '../../limits/give-way.ts'
import type { ColumnMapping } from '#shared/imports/import.ts'
import type { Cell } from './cell-values.ts'
import type { CaseSink } from './read-case.ts'
import { TableReader } from './table.ts'

/** Bytes that the parser gets at once. */
const PIECE = 16 * 1024

const COLUMNS_MAX = 1_000

/** Reads a CSV file of any tool, in slices. Its first row is the header. */
export async function readCsv(
  text: string,
  mapping: ColumnMapping | undefined,
  sink: CaseSink,
): Promise<TableReader | undefined> {
  const step = slices()
  let table: TableReader | undefined
  let number = 0
  const parser = parse({
    delimiter: delimiterOf(text),
    relax_column_count: true,
    skip_empty_lines: false,
    cast: (cell: string, { quoting }: { quoting: boolean }) => ({ text: cell, isQuoted: quoting }),
  })
  const take = async () => {
    for (let record = parser.read() as Cell[] | null; record !== null; record = parser.read() as Cell[] | null) {
      number += 1
      if (!table && record.length > COLUMNS_MAX) throw tooManyColumns()
      if (table) table.row(number, record)
      else
        table = new TableReader(
          record.map((cell) => cell.text),
          mapping,
          sink,
        )
      await step()
    }
  }
  const failures: unknown[] = []
  parser.on('error', (error) => failures.push(error))
  for (let from = 0; from < text.length && failures.length === 0; from += PIECE) {
    parser.write(text.slice(from, from + PIECE))
    await take()
    await step()
  }
  const ended = new Promise((resolve) => parser.once('end', resolve).once('close', resolve))
  parser.end()
  await new Promise(setImmediate)
  await take()
  await Promise.race([ended, new Promise(setImmediate)])
  if (failures.length > 0) throw refused(failures[0])
  table?.end()
  return table
}

const tooManyColumns = () =>
  new DomainError('BAD_REQUEST', `A file may have at most ${COLUMNS_MAX.toLocaleString('en')} columns`)

function refused(error: unknown): unknown {
  return error instanceof CsvError
    ? new DomainError('BAD_REQUEST', `The file is not valid CSV: ${error.message}`)
    : error
}

/** The most frequent delimiter of the header. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/))
  const uses = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].toSorted((a, b) => uses(b) - uses(a))[0] as string
}
