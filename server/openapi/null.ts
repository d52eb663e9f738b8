import { type Document, type Schema, schemaRef } from './schema.ts'

/*
 * Null in OpenAPI 3.0, to the letter of 3.0.3: `nullable` extends only the `type` beside it, a reference cannot have
 * siblings, and an enumeration must list null. Client generators fail at such an enumeration, so it becomes a pattern.
 */

const REFERENCE = new RegExp(`"${schemaRef('([^"]+)').$ref}"`, 'g')

/** Rewrites null to the letter of 3.0.3, in place. Removes components that only nullable fields used. */
export function allowNull(document: Document): void {
  const { schemas } = document.components
  allowNullOf(document, schemas)
  const uses = new Map<string, number>()
  const count = (part: unknown, by: 1 | -1) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(REFERENCE)) uses.set(name, (uses.get(name) ?? 0) + by)
  }
  count(document, 1)
  for (const [name, schema] of Object.entries(schemas)) {
    if (uses.get(name)) continue
    count(schema, -1)
    delete schemas[name]
  }
}

/** Replaces nullable references and enumerations, in place. */
function allowNullOf(node: unknown, schemas: Record<string, Schema>): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as Schema
  if (schema['nullable'] === true) {
    const [reference] = (schema['allOf'] ?? []) as Schema[]
    if (reference) referToNullable(schema, String(reference['$ref']).split('/').at(-1) as string, schemas)
    else if (schema['enum']) Object.assign(schema, asPattern(schema))
  }
  for (const child of Object.values(schema)) allowNullOf(child, schemas)
}

/** An enumeration is written out; an object gets a nullable copy of its component. */
function referToNullable(schema: Schema, name: string, schemas: Record<string, Schema>): void {
  const original = schemas[name] as Schema
  delete schema['allOf']
  if (original['enum']) return void Object.assign(schema, asPattern(original))
  for (const key of Object.keys(schema)) delete schema[key]
  const copy = `Nullable${name}`
  if (!schemas[copy]) {
    schemas[copy] = { ...structuredClone(original), nullable: true }
    allowNullOf(schemas[copy], schemas)
  }
  Object.assign(schema, schemaRef(`Nullable${name}`))
}

function asPattern(enumeration: Schema): Schema {
  const values = enumeration['enum'] as string[]
  return { type: 'string', enum: undefined, pattern: `^(${values.join('|')})$` }
}
