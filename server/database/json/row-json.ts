import { JSON_FUNCTIONS } from './functions.ts'
import type { Field, Layout, List, Scalar } from './layout.ts'
import { quoted, valueOf } from './sqlite-json.ts'

export type Row = readonly unknown[]
type Write = (row: Row) => string

/** Text that JSON.stringify would only put into quotes: printable, without quote, backslash and surrogates. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/

/**
 * The columns to select, and a serializer of rows that are arrays of them, byte for byte as JSON.stringify. The row has
 * `before` other columns first.
 */
export function rowJson(layout: Layout, before: number): { columns: string[]; write: Write } {
  const columns: string[] = []
  const add = (column: string) => before + columns.push(column) - 1

  const objectOf = (fields: Layout): Write => {
    const writers = fields.map(({ name, source }, index) => ({
      start: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
      write: writerOf(source),
    }))
    return (row) => {
      let json = ''
      for (const { start, write } of writers) json += start + write(row)
      return `${json}}`
    }
  }
  const writerOf = (source: Field['source']): Write => {
    if (source.kind === 'list') return listOf(source, source.columns.map(quoted).map(add))
    if (source.kind !== 'object') return scalarOf(source.kind, add(valueOf(source)))
    if (source.nullWith === null) return objectOf(source.fields)
    const at = add(quoted(source.nullWith))
    const write = objectOf(source.fields)
    return (row) => (row[at] === null ? 'null' : write(row))
  }
  return { write: objectOf(layout), columns }
}

function listOf({ make }: List, [at, ...others]: number[]): Write {
  const listIn = (row: Row) => row[at as number] as string | null
  if (make === null) return (row) => listIn(row) ?? '[]'
  const write = JSON_FUNCTIONS[make] as (...values: unknown[]) => string
  return (row) => (listIn(row) === null ? '[]' : write(listIn(row), ...others.map((other) => row[other])))
}

function scalarOf(kind: Scalar['kind'], at: number): Write {
  if (kind === 'text' || kind === 'token') return (row) => textOf(row[at] as string | null)
  if (kind === 'flag') return (row) => (row[at] === 1 ? 'true' : 'false')
  return (row) => JSON.stringify(row[at])
}

function textOf(value: string | null): string {
  if (value === null) return 'null'
  return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`
}
