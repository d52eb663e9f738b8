import { z } from 'zod'
import { errorResponses } from './errors.ts'
import { headerRefs } from './headers.ts'

const Health = z
  .object({ status: z.literal('ok').meta({ description: 'The database answers' }) })
  .meta({ id: 'Health' })

export function serverPaths(): Record<string, object> {
  return {
    '/health': { get: read('server_health', 'Ask whether the server works', Health) },
    '/openapi.json': { get: read('server_openapi', 'Read this document as OpenAPI 3.1', z.looseObject({})) },
    '/openapi-3.0.json': { get: read('server_openapi30', 'Read this document as OpenAPI 3.0', z.looseObject({})) },
  }
}

function read(operationId: string, summary: string, schema: z.ZodType): object {
  return {
    operationId,
    summary,
    tags: ['Server'],
    security: [],
    responses: {
      200: {
        description: 'Successful response',
        headers: headerRefs(['X-Request-Id']),
        content: { 'application/json': { schema } },
      },
      ...errorResponses([500, 503]),
    },
  }
}
