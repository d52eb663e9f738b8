import type { Column, Computed, Field, Layout, List, Scalar } from './layout.ts'

/**
 * The SQL expression for the JSON of a row, byte for byte like JSON.stringify. One `concat` is faster than nested
 * `json_object` calls, which would also quote every name again.
 */
export function sqliteJson(layout: Layout): string {
  return `concat(${inOneText(partsOf(layout)).join(', ')})`
}

function valueOf({ columns, otherwise }: Scalar): string {
  const values = [...columns.map(sqlOf), ...(otherwise === undefined ? [] : [literal(otherwise)])]
  return values.length === 1 ? String(values[0]) : `coalesce(${values.join(', ')})`
}

const sqlOf = (source: Column | Computed) => (typeof source === 'string' ? quoted(source) : source.sql)

const quoted = (column: Column) => column.replace(/^(\w+)\.(\w+)$/, '"$1"."$2"')

type Part = { text: string } | { sql: string }

function partsOf(layout: Layout): Part[] {
  const fields = layout.flatMap((field, index): Part[] => [
    { text: `${index === 0 ? '{' : ','}${JSON.stringify(field.name)}:` },
    ...valueParts(field),
  ])
  return [...fields, { text: '}' }]
}

function valueParts({ source, isNullable }: Field): Part[] {
  if (source.kind === 'list') return [{ sql: sqliteList(source) }]
  if (source.kind !== 'object') return scalarParts(source, isNullable)
  if (source.nullWith === null) return partsOf(source.fields)
  return [{ sql: `case when ${quoted(source.nullWith)} is null then 'null' else ${sqliteJson(source.fields)} end` }]
}

/** Most rows have no list and need no call of JavaScript. */
function sqliteList({ columns, make }: List): string {
  const [list, ...others] = columns.map(sqlOf)
  if (make === null) return `ifnull(${list}, '[]')`
  return `case when ${list} is null then '[]' else ${make}(${[list, ...others].join(', ')}) end`
}

function scalarParts(scalar: Scalar, isNullable: boolean): Part[] {
  const { kind } = scalar
  const value = valueOf(scalar)
  if (kind === 'token' && !isNullable) return [{ text: '"' }, { sql: value }, { text: '"' }]
  if (kind === 'token') return [{ sql: `ifnull('"' || ${value} || '"', 'null')` }]
  if (kind === 'integer') return [{ sql: isNullable ? `ifnull(${value}, 'null')` : value }]
  if (kind === 'flag') return [{ sql: `iif(${value} = 1, 'true', 'false')` }]
  return [{ sql: kind === 'real' ? numberOf(value) : `json_quote(${value})` }]
}

/**
 * SQLite writes a REAL with 17 digits, and a whole one with `.0`. Whole numbers up to 2⁵³ are exact as integers; 15
 * digits are the shortest form if they read back as the same number. Only the rest, such as 1/3, calls JavaScript.
 */
function numberOf(value: string): string {
  const short = `format('%!.15g', ${value})`
  return (
    `case when ${value} is null then 'null' ` +
    `when ${value} = cast(${value} as integer) and abs(${value}) <= 9007199254740992 then cast(${value} as integer) ` +
    `when abs(${value}) >= 0.0001 and abs(${value}) < 1e15 and cast(${short} as real) = ${value} then ${short} ` +
    `else js_number(${value}) end`
  )
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
