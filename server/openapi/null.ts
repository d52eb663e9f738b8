import { type Document, type Schema, schemaRef } from './schema.ts'

/*
 * Null in OpenAPI 3.0, to the letter of 3.0.3: `nullable` extends only the `type` beside it, an enumeration must list
 * null, and a reference allows no siblings.
 */

/** Says null to the letter of 3.0.3, in place. Components that only nullable fields used are removed. */
export function allowNull(document: Document): void {
  const { schemas } = document.components
  allowNullOf(document, schemas)
  for (const name of Object.keys(schemas))
    if (`Nullable${name}` in schemas && !JSON.stringify(document).includes(`"${schemaRef(name).$ref}"`))
      delete schemas[name]
}

/** Replaces nullable references by references to nullable copies of their components, in place. */
function allowNullOf(node: unknown, schemas: Record<string, Schema>): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as Schema
  if (schema['nullable'] === true && Array.isArray(schema['enum']) && !schema['enum'].includes(null))
    schema['enum'] = [...(schema['enum'] as unknown[]), null]
  const [reference] = (schema['nullable'] === true && (schema['allOf'] as Schema[])) || []
  if (reference) {
    const name = String(reference['$ref']).split('/').at(-1) as string
    for (const key of Object.keys(schema)) delete schema[key]
    Object.assign(schema, schemaRef(nullableCopy(name, schemas)))
  }
  for (const child of Object.values(schema)) allowNullOf(child, schemas)
}

function nullableCopy(name: string, schemas: Record<string, Schema>): string {
  const copy = `Nullable${name}`
  const original = schemas[name] as Schema
  const values = original['enum'] as unknown[] | undefined
  schemas[copy] ??= { ...structuredClone(original), nullable: true, ...(values && { enum: [...values, null] }) }
  return copy
}
