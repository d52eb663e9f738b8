import type { Field, Layout, Scalar } from './layout.ts'

/** A SQL function of SQLite connections: a number as JSON.stringify writes it. */
export const JSON_NUMBER = 'js_number'

/** The SQL expression that makes the JSON of a row, byte for byte as JSON.stringify. */
export function sqliteJson(layout: Layout): string {
  return `json_object(${layout.map(argumentsOf).join(', ')})`
}

/** A column, or the first that is not null, on both engines. */
export function valueOf({ columns, otherwise }: Scalar): string {
  const values = [...columns.map(quoted), ...(otherwise === undefined ? [] : [literal(otherwise)])]
  return values.length === 1 ? String(values[0]) : `coalesce(${values.join(', ')})`
}

export const quoted = (column: string) => column.replace(/^(\w+)\.(\w+)$/, '"$1"."$2"')

function argumentsOf({ name, source }: Field): string {
  return `${literal(name)}, ${source.kind === 'object' ? objectOf(source) : scalarOf(source)}`
}

function objectOf({ nullWith, fields }: { nullWith: string | null; fields: Layout }): string {
  const object = sqliteJson(fields)
  return nullWith === null ? object : `case when ${quoted(nullWith)} is not null then ${object} end`
}

function scalarOf(scalar: Scalar): string {
  const value = valueOf(scalar)
  if (scalar.kind === 'real') return numberOf(value)
  return scalar.kind === 'flag' ? `iif(${value} = 1, json('true'), json('false'))` : value
}

/**
 * SQLite writes a REAL with 17 digits and a whole one with `.0`. Whole numbers are exact as integers up to 2⁵³; 15
 * digits are the shortest form when they read back as the same number. The rest, such as 1/3, costs a call of JavaScript.
 */
function numberOf(value: string): string {
  const short = `format('%!.15g', ${value})`
  return (
    `case when ${value} = cast(${value} as integer) and abs(${value}) <= 9007199254740992 then cast(${value} as integer) ` +
    `when abs(${value}) >= 0.0001 and abs(${value}) < 1e15 and cast(${short} as real) = ${value} then json(${short}) ` +
    `when ${value} is not null then json(${JSON_NUMBER}(${value})) end`
  )
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
