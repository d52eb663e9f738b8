import { pascalCase, type Schema, schemaRef } from './schema.ts'

/**
 * Makes a component of every object that is described inside of another, in place: `testSuite` of TestCaseSnapshot
 * becomes TestCaseSnapshotTestSuite. Generators need a name for it, and left alone each version makes up its own.
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
