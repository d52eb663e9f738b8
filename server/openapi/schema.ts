/* The parts of an OpenAPI document that this folder reads or changes. */

export type OpenApiVersion = '3.1.0' | '3.0.3'

export type Schema = { [key: string]: unknown }

type Media = { content: Record<string, { schema: Schema; example?: unknown }> }

export type Parameter = {
  in: string
  name: string
  required?: boolean
  description?: string
  example?: unknown
  allowEmptyValue?: boolean
  schema?: Schema
}

export type DocumentedOperation = {
  operationId: string
  summary: string
  description?: string
  security?: object[]
  deprecated?: boolean
  parameters?: Parameter[]
  requestBody?: Media & { required?: boolean }
  responses: Record<string, object>
}

export type Document = {
  openapi: string
  info: object
  servers: object[]
  tags: object[]
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Schema>; responses?: object; headers?: object; securitySchemes?: object }
}

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** `testRuns.start` becomes `TestRunsStart`, `testSuite` becomes `TestSuite`. */
export const pascalCase = (name: string) =>
  name
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
