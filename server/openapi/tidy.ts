import type { OpenApiVersion, Schema } from './schema.ts'

/**
 * Adapts the document to client generators, in place. Removes patterns next to a format, bounds that only mean "a safe
 * integer", and `additionalProperties: false`, which would break clients when a field is added. Examples are `example`
 * in 3.0 and `examples` in 3.1; 3.0 has no lists of types, and a schema without a type allows any value.
 */
export function tidy(node: unknown, version: OpenApiVersion): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as Schema
  if (typeof schema['format'] === 'string') delete schema['pattern']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  if (schema['additionalProperties'] === false) delete schema['additionalProperties']
  if (version === '3.0.3' && Array.isArray(schema['type']))
    for (const key of ['type', 'nullable', 'maxLength']) delete schema[key]
  if (version === '3.0.3' && Array.isArray(schema['examples'])) {
    ;[schema['example']] = schema['examples']
    delete schema['examples']
  }
  if (version === '3.1.0' && schema['type'] === 'object' && 'example' in schema) {
    schema['examples'] = [schema['example']]
    delete schema['example']
  }
  for (const [key, child] of Object.entries(schema)) if (key !== 'example' && key !== 'examples') tidy(child, version)
}
