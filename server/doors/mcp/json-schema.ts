import { z } from 'zod'

type Json = Record<string, unknown>

/** The schema of an input as agents need it: without what only validation needs, because they read it each time. */
export function jsonSchemaOf(input: z.ZodObject): { type: 'object' } & Json {
  const { $defs = {}, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return { ...short(schema, $defs), type: 'object' }
}

const KEPT = new Set(['type', 'enum', 'items', 'properties', 'required', 'maxItems', 'description'])

/** Descriptions that say only how long a text may be. */
const LENGTHS = /\d characters/

function short(given: Json, defs: Record<string, Json>): Json {
  const { $ref, anyOf, ...schema } = given
  if (typeof $ref === 'string') return short({ ...defs[$ref.split('/').at(-1) ?? ''], ...schema }, defs)
  const some = (anyOf as Json[] | undefined)?.filter(({ type }) => type !== 'null')
  if (some?.length === 1) return short({ ...some[0], ...schema }, defs)
  const { type, items, properties, description, ...rest } = schema as Json & { properties?: Record<string, Json> }
  const own: Json = {
    ...rest,
    ...(type !== undefined && { type: Array.isArray(type) ? type[0] : type }),
    ...(items !== undefined && { items: short(items as Json, defs) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, short(value, defs)])),
    }),
    ...(typeof description === 'string' && !LENGTHS.test(description) && { description }),
  }
  return Object.fromEntries(Object.entries(own).filter(([name]) => KEPT.has(name)))
}
