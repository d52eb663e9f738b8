import type { Verb } from '#shared/permissions.ts'
import type { Operation } from '../http/routes.ts'
import { type ErrorStatus, errorResponses, resultConflict, secondFactorMissing } from './errors.ts'
import { REQUEST_EXAMPLES } from './examples.ts'
import { type HeaderName, headerRefs, IDEMPOTENCY_KEY, IF_MATCH, IF_NONE_MATCH, VERSION_TAG } from './headers.ts'
import { type DocumentedOperation, pascalCase, type Schema, schemaRef } from './schema.ts'
import { hasTag, isCreating, isRead, type Meta, takesIfMatch, takesIfNoneMatch } from '../meta.ts'

export const SECURITY = {
  anyone: [],
  users: [{ token: [] }, { apiToken: [] }],
  'users-and-machines': [{ token: [] }, { apiToken: [] }, { project: [] }],
} satisfies Record<NonNullable<Meta['callers']>, object[]>

export const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The accessToken of sign-in' },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'assay_(pat|prj)_…',
    description: 'A token of a person or a project. It needs the verb that `x-assay-verb` names',
  },
  project: {
    type: 'http',
    scheme: 'basic',
    description: 'The project id as user, and its client secret or one of its tokens as password',
  },
}

/** The verb that an API token needs; a list where one of several is enough. */
export const verbOf = (...verbs: Verb[]) => ({ 'x-assay-verb': verbs.length === 1 ? verbs[0] : verbs })

/** Adds security, statuses and headers to a generated operation, in place. Its body moves to `schemas`. */
export function completeOperation(
  operation: DocumentedOperation,
  { name, isAlias, meta }: Operation,
  schemas: Record<string, Schema>,
): void {
  const { callers = 'anyone', status = 200 } = meta
  const { requestBody, parameters = [] } = operation
  if (isAlias) Object.assign(operation, { summary: `${operation.summary} (second address)`, deprecated: true })
  operation.security = meta.tokens === 'none' ? [{ token: [] }] : SECURITY[callers]
  if (Array.isArray(meta.tokens)) Object.assign(operation, verbOf(...(meta.tokens as Verb[])))
  const isPaged = parameters.some((parameter) => parameter.name === 'limit')
  const answered = operation.responses[200] as object
  const headers: HeaderName[] = ['X-Request-Id', ...(isPaged ? PAGE_HEADERS : [])]
  if (isCreating(meta)) headers.push('Idempotency-Replayed')
  if (hasTag(meta)) headers.push('ETag')
  operation.responses = {
    [status]: { ...answered, headers: { ...headerRefs(headers), ...(meta.isVersioned && VERSION_TAG) } },
    ...errorResponses(refusalsOf(operation, meta)),
    ...(meta.hasBase && { 409: resultConflict }),
    ...(meta.takesSecondFactor && { 401: secondFactorMissing }),
    ...(takesIfNoneMatch(meta) && { 304: notModified(isPaged) }),
  }
  // The library treats an empty parameter as missing.
  for (const parameter of parameters) if (parameter.in === 'query') parameter.allowEmptyValue = !parameter.required
  operation.parameters = [
    ...parameters,
    ...(isCreating(meta) ? [IDEMPOTENCY_KEY] : []),
    ...(takesIfMatch(meta) ? [IF_MATCH] : []),
    ...(NAMING_IF_NONE_MATCH.has(name) ? [IF_NONE_MATCH] : []),
  ]
  if (requestBody) nameBody(requestBody, { name, meta }, schemas)
}

/**
 * The first reads with a tag. For later ones the document omits the header, which would become a new argument of
 * methods in generated clients. Every read with a tag accepts it.
 */
const NAMING_IF_NONE_MATCH = new Set(['testCases.get', 'testResults.find'])
const PAGE_HEADERS: HeaderName[] = ['X-Total-Count', 'Link']
const notModified = (isPaged: boolean) => ({
  description: 'The answer would still have a tag of `If-None-Match`',
  headers: headerRefs(['X-Request-Id', 'ETag', ...(isPaged ? PAGE_HEADERS : [])]),
})

function refusalsOf({ requestBody, parameters = [] }: DocumentedOperation, meta: Meta): ErrorStatus[] {
  const { callers = 'anyone', refusals = [], openapi } = meta
  const hasBody = !isRead(meta) && openapi?.method !== 'DELETE'
  const hasInput = requestBody !== undefined || parameters.length > 0
  const hasId =
    parameters.some((parameter) => parameter.in === 'path') ||
    JSON.stringify(requestBody ?? {}).includes('"format":"uuid"')
  const known: [ErrorStatus, boolean][] = [
    [400, hasInput || hasBody],
    [401, callers !== 'anyone'],
    [403, callers !== 'anyone'],
    [404, hasId],
    [409, isCreating(meta)],
    [412, takesIfMatch(meta)],
    [413, hasBody],
    [415, hasBody],
    [429, true],
    [500, true],
    [502, !isRead(meta)],
    [503, true],
  ]
  const statuses = known.flatMap(([status, isPossible]) => (isPossible ? [status] : []))
  return [...new Set([...statuses, ...refusals])]
}

/** Equal bodies share one component. */
const SHARED_BODIES: Record<string, string> = {
  'auth.forgotPassword': 'EmailRequest',
  'invites.create': 'EmailRequest',
  'members.addExisting': 'EmailRequest',
  'projects.regenerateSecret': 'ReplaceRequest',
  'apiTokens.rotateMine': 'ReplaceRequest',
  'apiTokens.rotate': 'ReplaceRequest',
}

/** Turns a body into a component, so that generated clients have a name for it. */
function nameBody(
  requestBody: NonNullable<DocumentedOperation['requestBody']>,
  { name: procedure, meta }: Pick<Operation, 'name' | 'meta'>,
  schemas: Record<string, Schema>,
): void {
  const media = requestBody.content['application/json'] as { schema: Schema; example?: unknown }
  if (!media.schema['required'] && !meta.refusesEmpty) requestBody.required = false
  const name = SHARED_BODIES[procedure] ?? `${pascalCase(procedure)}Request`
  schemas[name] = media.schema
  media.schema = schemaRef(name)
  const example = REQUEST_EXAMPLES[procedure as keyof typeof REQUEST_EXAMPLES]
  if (example) media.example = example
}
