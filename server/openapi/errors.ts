import { type Schema, schemaRef } from './schema.ts'
import { ERROR_HEADERS, headerRefs } from './headers.ts'

const ERRORS = {
  400: ['BadRequest', 'BAD_REQUEST', 'The input is invalid; `issues` lists the fields'],
  401: ['Unauthorized', 'UNAUTHORIZED', 'The token, credential or password is missing, wrong or expired'],
  403: ['Forbidden', 'FORBIDDEN', 'The caller may not do this'],
  404: ['NotFound', 'NOT_FOUND', 'The record does not exist, or the caller may not see it'],
  409: ['Conflict', 'CONFLICT', 'The current state, or an earlier call with this Idempotency-Key, does not allow this'],
  412: ['PreconditionFailed', 'PRECONDITION_FAILED', 'The record has changed: it has none of the tags of `If-Match`'],
  413: ['TooLarge', 'PAYLOAD_TOO_LARGE', 'The body is too large'],
  415: ['UnsupportedMediaType', 'UNSUPPORTED_MEDIA_TYPE', 'The content type or encoding is not supported'],
  429: ['TooManyRequests', 'TOO_MANY_REQUESTS', 'Too many attempts; wait as many seconds as `Retry-After` says'],
  500: [
    'InternalError',
    'INTERNAL_SERVER_ERROR',
    'An unexpected error; the log of the server has it under `X-Request-Id`',
  ],
  502: [
    'BadGateway',
    'BAD_GATEWAY',
    'The connection to the database was lost; it is unknown whether the call took effect',
  ],
  503: [
    'ServiceUnavailable',
    'SERVICE_UNAVAILABLE',
    'The database does not answer, or the server is stopping; nothing was done, so a retry is safe',
  ],
} as const

export type ErrorStatus = keyof typeof ERRORS

/** The code of each error status. A known address with an unknown method answers 405. */
export const ERROR_CODES: Record<number, string> = {
  ...Object.fromEntries(Object.entries(ERRORS).map(([status, [, code]]) => [status, code])),
  405: 'METHOD_NOT_SUPPORTED',
}

/** More codes of a 409. */
export const MORE_CODES = ['PASSWORD_NEEDED']

const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` })

export const errorResponses = (statuses: ErrorStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, responseRef(ERRORS[status][0])]))

/** The 409 of a call that names a base attempt. */
export const resultConflict = responseRef('ResultConflict')

/** The 401 of a call that checks a password. */
export const secondFactorMissing = responseRef('SecondFactorMissing')

const answered = (description: string, schema: string, status: number) => ({
  description,
  headers: headerRefs(['X-Request-Id', ...(ERROR_HEADERS[status] ?? [])]),
  content: { 'application/json': { schema: schemaRef(schema) } },
})

export const errorComponents = {
  ...Object.fromEntries(
    Object.entries(ERRORS).map(([status, [name, , description]]) => [
      name,
      answered(description, 'ApiError', Number(status)),
    ]),
  ),
  ResultConflict: answered(`${ERRORS[409][2]}, or the result has changed since it was read`, 'ResultConflict', 409),
  SecondFactorMissing: answered(
    'The email or password is wrong, or a second factor is missing or wrong',
    'SecondFactorMissing',
    401,
  ),
}

const ERROR = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'A message for users' },
    code: schemaRef('ErrorCode'),
    issues: {
      type: 'array',
      description: 'The problems of the input, by field',
      items: schemaRef('Issue'),
    },
  },
}

export const errorSchemas: Record<string, Schema> = {
  ApiError: { ...ERROR, description: 'The answer of every call that failed' },
  ErrorCode: {
    type: 'string',
    description: 'A code for programs, one for each status. `PASSWORD_NEEDED`: a 409 of a sign-in by another provider',
    enum: [...Object.values(ERROR_CODES), ...MORE_CODES],
  },
  Issue: {
    type: 'object',
    required: ['path', 'message'],
    properties: {
      path: { type: 'array', description: 'Field names and, in lists, indexes', items: {} },
      message: { type: 'string', description: 'A message for users about this field' },
    },
  },
  ResultConflict: {
    type: 'object',
    required: ERROR.required,
    description: 'When the base attempt of the call is no longer the latest one, `current` holds the current result',
    properties: { ...ERROR.properties, current: schemaRef('TestResult') },
  },
  SecondFactorMissing: {
    type: 'object',
    required: ERROR.required,
    description: 'After a correct password, `secondFactor` says what is missing',
    properties: { ...ERROR.properties, secondFactor: schemaRef('SecondFactor') },
  },
}
