import { CsvError, parse } from 'csv-parse/sync'
import { DomainError } from '#shared/errors.ts'
import type { ColumnMapping } from '#shared/imports/import.ts'
import type { Cell } from './cell-values.ts'
import type { CaseSink } from './read-case.ts'
import { TableReader } from './table.ts'

/** What Excel takes the separator from. It is no row of the table. */
const HINT = /^"?sep=(.)"?(\r\n?|\n)/i

/** Reads a CSV file of any tool. Its first row with a text is the header. */
export function readCsv(file: string, mapping: ColumnMapping | undefined, sink: CaseSink): TableReader | undefined {
  const [hint = '', delimiter] = HINT.exec(file) ?? []
  const text = file.slice(hint.length)
  let table: TableReader | undefined
  let number = 0
  const take = (record: Cell[]) => {
    number += 1
    if (table) table.row(number, record)
    else if (record.some((cell) => cell.text.trim() !== ''))
      table = new TableReader(
        record.map((cell) => cell.text),
        mapping,
        sink,
      )
    return null
  }
  try {
    parse(text, {
      delimiter: delimiter ?? delimiterOf(text),
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

const BEGINNING = 64 * 1024

/** The most frequent delimiter of the header, outside of quotes. */
function delimiterOf(text: string): string {
  const start = text
    .slice(0, BEGINNING)
    .replaceAll(/"[^"]*"/g, 'x')
    .replace(/^[\s,;]+/, '')
  const header = start.slice(0, start.search(/[\r\n]|$/))
  const uses = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].toSorted((a, b) => uses(b) - uses(a))[0] as string
}
