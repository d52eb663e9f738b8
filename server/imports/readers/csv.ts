import { CsvError, parse } from 'csv-parse/sync'
import { DomainError } from '#shared/errors.ts'
import type { ColumnMapping } from '#shared/imports/import.ts'
import type { Cell } from './cell-values.ts'
import type { CaseSink } from './read-case.ts'
import { TableReader } from './table.ts'

/** Reads a CSV file of any tool. Its first row is the header. */
export function readCsv(text: string, mapping: ColumnMapping | undefined, sink: CaseSink): TableReader | undefined {
  let table: TableReader | undefined
  let number = 0
  const take = (record: Cell[]) => {
    number += 1
    if (table) table.row(number, record)
    else
      table = new TableReader(
        record.map((cell) => cell.text),
        mapping,
        sink,
      )
    return null
  }
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
      cast: (cell: string, { quoting }: { quoting: boolean }) => ({ text: cell, isQuoted: quoting }),
      on_record: take as never,
    })
  } catch (error) {
    throw refused(error)
  }
  table?.end()
  return table
}

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
