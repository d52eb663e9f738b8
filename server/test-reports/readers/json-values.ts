export type JsonObject = Readonly<Record<string, unknown>>

/** The members of an object; of anything else none. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text, or a number or boolean as text; of anything else null. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

export function textsOf(value: unknown): string[] {
  return listOf(value).flatMap((one) => textOf(one) ?? [])
}

/** A number of things, zero or more; undefined when it is none. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}
