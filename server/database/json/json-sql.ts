import { type JsonFunction, JSON_FUNCTIONS } from './functions.ts'
import type { Column, Computed, Field, Layout, List, Scalar } from './layout.ts'

/** What the engines write differently: SQL that makes the JSON of a value. */
type JsonWords = {
  text: (value: string) => string
  orNull: (value: string) => string
  number: (value: string) => string
  call: (name: JsonFunction, ...columns: string[]) => string
}

/**
 * The SQL expression for the JSON of a row, byte for byte like JSON.stringify. One `concat` is faster than nested
 * `json_object` calls, which would also quote every name again. PostgreSQL takes 100 arguments; a result has 75.
 */
export function jsonSql(words: JsonWords, layout: Layout): string {
  return `concat(${inOneText(partsOf(words, layout)).join(', ')})`
}

function valueOf({ columns, otherwise }: Scalar): string {
  const values = [...columns.map(sqlOf), ...(otherwise === undefined ? [] : [literal(otherwise)])]
  return values.length === 1 ? String(values[0]) : `coalesce(${values.join(', ')})`
}

const sqlOf = (source: Column | Computed) => (typeof source === 'string' ? quoted(source) : source.sql)

const quoted = (column: Column) => column.replace(/^(\w+)\.(\w+)$/, '"$1"."$2"')

type Part = { text: string } | { sql: string }

function partsOf(words: JsonWords, layout: Layout): Part[] {
  const fields = layout.flatMap((field, index): Part[] => [
    { text: `${index === 0 ? '{' : ','}${JSON.stringify(field.name)}:` },
    ...valueParts(words, field),
  ])
  return [...fields, { text: '}' }]
}

function valueParts(words: JsonWords, { source, isNullable }: Field): Part[] {
  if (source.kind === 'list') return [{ sql: listOf(words, source) }]
  if (source.kind !== 'object') return scalarParts(words, source, isNullable)
  if (source.nullWith === null) return partsOf(words, source.fields)
  const object = jsonSql(words, source.fields)
  return [{ sql: `case when ${quoted(source.nullWith)} is null then 'null' else ${object} end` }]
}

/** Most rows have no list. */
function listOf(words: JsonWords, { columns, make }: List): string {
  const [list = '', ...others] = columns.map(sqlOf)
  if (make === null) return `coalesce(${list}, '[]')`
  return `case when ${list} is null then '[]' else ${words.call(make, list, ...others)} end`
}

function scalarParts(words: JsonWords, scalar: Scalar, isNullable: boolean): Part[] {
  const { kind } = scalar
  const value = valueOf(scalar)
  if (kind === 'token' && !isNullable) return [{ text: '"' }, { sql: value }, { text: '"' }]
  if (kind === 'token') return [{ sql: `coalesce('"' || ${value} || '"', 'null')` }]
  if (kind === 'integer') return [{ sql: isNullable ? words.orNull(value) : value }]
  if (kind === 'flag') return [{ sql: `case when ${value} = 1 then 'true' else 'false' end` }]
  return [{ sql: kind === 'real' ? words.number(value) : words.text(value) }]
}

export const SQLITE: JsonWords = {
  text: (value) => `json_quote(${value})`,
  orNull: (value) => `ifnull(${value}, 'null')`,
  number: sqliteNumber,
  call: sqliteCall,
}

export const POSTGRES: JsonWords = {
  text: (value) => `coalesce(to_json(${value})::text, 'null')`,
  orNull: (value) => `coalesce((${value})::text, 'null')`,
  number: postgresNumber,
  call: postgresCall,
}

/**
 * SQLite writes a REAL with 17 digits, and a whole one with `.0`. Whole numbers up to 2⁵³ are exact as integers; 15
 * digits are the shortest form if they read back as the same number. Only the rest, such as 1/3, calls JavaScript.
 */
function sqliteNumber(value: string): string {
  const short = `format('%!.15g', ${value})`
  return (
    `case when ${value} is null then 'null' ` +
    `when ${value} = cast(${value} as integer) and abs(${value}) <= 9007199254740992 then cast(${value} as integer) ` +
    `when abs(${value}) >= 0.0001 and abs(${value}) < 1e15 and cast(${short} as real) = ${value} then ${short} ` +
    `else ${sqliteCall('js_number', value)} end`
  )
}

function sqliteCall(name: JsonFunction, ...columns: string[]): string {
  return `${name}(${columns.join(', ')})`
}

/** PostgreSQL writes the shortest form, but of large and small numbers with an exponent of its own kind. */
function postgresNumber(value: string): string {
  return (
    `case when ${value} is null then 'null' when ${value} = 0 then '0' ` +
    `when abs(${value}) >= 0.0001 and abs(${value}) < 1e15 then ${value}::text ` +
    `else ${postgresCall('js_number', value)} end`
  )
}

/**
 * PostgreSQL cannot call JavaScript. Its JSON has a call in place of such a value, between characters that JSON never
 * has: the name of a function, and its arguments. An empty one is null.
 */
function postgresCall(name: JsonFunction, ...columns: string[]): string {
  return `concat(chr(1), '${name}', ${columns.map((column) => `chr(2), ${column}`).join(', ')}, chr(1))`
}

/** Replaces the calls by their results. */
export function withCalls(json: string): string {
  const parts = json.split('\u0001')
  return parts.map((part, index) => (index % 2 === 0 ? part : resultOf(part))).join('')
}

function resultOf(call: string): string {
  const [name, ...columns] = call.split('\u0002')
  return JSON_FUNCTIONS[name as JsonFunction](columns[0] as never, columns[1] || null)
}

/** Merges adjacent texts into one argument of `concat`. */
function inOneText(parts: Part[]): string[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if ('text' in part && last && 'text' in last) last.text += part.text
    else joined.push({ ...part })
  }
  return joined.map((part) => ('text' in part ? literal(part.text) : part.sql))
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
