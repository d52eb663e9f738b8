import { NAME_MAX } from '#shared/fields.ts'
import type { Operation } from '../http/routes.ts'
import { type ErrorStatus, errorResponses, resultConflict } from './errors.ts'
import { REQUEST_EXAMPLES } from './examples.ts'
import { type DocumentedOperation, pascalCase, type Schema, schemaRef } from './schema.ts'
import type { Meta } from '../trpc.ts'

/** The credentials of each kind of caller. */
export const SECURITY = {
  anyone: [],
  users: [{ token: [] }],
  'users-and-machines': [{ token: [] }, { project: [] }],
} satisfies Record<NonNullable<Meta['callers']>, object[]>

export const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The accessToken of sign-in' },
  project: { type: 'http', scheme: 'basic', description: 'The project id as user, its client secret as password' },
}

export const IDEMPOTENCY_KEY = {
  in: 'header',
  name: 'Idempotency-Key',
  description:
    'Makes the call safe to retry: for a week, the same key gets the first answer and nothing is recorded again',
  schema: { type: 'string', maxLength: NAME_MAX },
}

const PAGE_HEADERS = {
  'X-Total-Count': { description: 'The number of all entries', schema: { type: 'integer' } },
  Link: {
    description: 'With `limit`: the address of the next page, as `<…>; rel="next"`',
    schema: { type: 'string' },
  },
}

/** Adds security, statuses and headers to a generated operation, in place. Its body moves to `schemas`. */
export function completeOperation(
  operation: DocumentedOperation,
  { name, isAlias, meta }: Operation,
  schemas: Record<string, Schema>,
): void {
  const { callers = 'anyone', status = 200, refusals = [] } = meta
  const { requestBody, parameters = [] } = operation
  if (isAlias) operation.summary += ' (second address)'
  operation.security = SECURITY[callers]
  const hasInput = requestBody !== undefined || parameters.length > 0
  const hasId =
    parameters.some((parameter) => parameter.in === 'path') ||
    JSON.stringify(requestBody ?? {}).includes('"format":"uuid"')
  const statuses = [
    hasInput && 400,
    callers !== 'anyone' && 401,
    403,
    hasId && 404,
    ...refusals,
    meta.openapi?.method !== 'GET' && 502,
    503,
  ].filter((code) => typeof code === 'number')
  const isPaged = parameters.some((parameter) => parameter.name === 'limit')
  operation.responses = {
    [status]: { ...operation.responses[200], ...(isPaged && { headers: PAGE_HEADERS }) },
    ...errorResponses(statuses as ErrorStatus[]),
    ...(meta.hasBase && { 409: resultConflict }),
  }
  if (meta.isIdempotent) operation.parameters = [...parameters, IDEMPOTENCY_KEY]
  if (requestBody) nameBody(requestBody, name, schemas)
}

/** Makes a component of a body, so that generated clients have a name for it. */
function nameBody(
  requestBody: NonNullable<DocumentedOperation['requestBody']>,
  procedure: string,
  schemas: Record<string, Schema>,
): void {
  const media = requestBody.content['application/json']
  if (!media.schema['required']) requestBody.required = false
  const name = `${pascalCase(procedure)}Request`
  schemas[name] = media.schema
  media.schema = schemaRef(name)
  const example = REQUEST_EXAMPLES[procedure as keyof typeof REQUEST_EXAMPLES]
  if (example) media.example = example
}
