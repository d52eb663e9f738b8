import { pascalCase, type Schema, schemaRef } from './schema.ts'

/**
 * Makes a component of every nested object, in place: `testSuite` of TestCaseSnapshot becomes TestCaseSnapshotTestSuite.
 * Client generators need a name, and otherwise each makes up its own.
 */
export function nameInlineObjects(schemas: Record<string, Schema>): void {
  const waiting = Object.entries(schemas)
  for (const [owner, schema] of waiting)
    for (const [property, described] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)) {
      const isList = described['type'] === 'array'
      const inline = (isList ? described['items'] : described) as Schema
      if (!inline['properties']) continue
      const name = owner + pascalCase(isList ? property.replace(/s$/, '') : property)
      schemas[name] = { ...inline }
      for (const key of Object.keys(inline)) delete inline[key]
      Object.assign(inline, schemaRef(name))
      waiting.push([name, schemas[name]])
    }
}
