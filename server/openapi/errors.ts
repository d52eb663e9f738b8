import { type Schema, schemaRef } from './schema.ts'

const ERRORS = {
  400: ['BadRequest', 'The input is invalid; `issues` lists the fields'],
  401: ['Unauthorized', 'The token or credential is missing, invalid or expired'],
  403: ['Forbidden', 'The caller may not do this'],
  404: ['NotFound', 'The record does not exist, or the caller may not see it'],
  409: ['Conflict', 'The current state does not allow this'],
  413: ['TooLarge', 'The body is too large'],
  415: ['UnsupportedMediaType', 'The content type or encoding is not supported'],
  429: ['TooManyRequests', 'Too many failed sign-ins; wait as many seconds as `Retry-After` says'],
  502: ['BadGateway', 'The connection to the database was lost; it is unknown whether the call took effect'],
  503: [
    'ServiceUnavailable',
    'The database does not answer, or the server is stopping; nothing was done, so a retry is safe',
  ],
} as const

export type ErrorStatus = keyof typeof ERRORS

const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` })

/** The responses of an operation that can fail with these statuses. */
export const errorResponses = (statuses: ErrorStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, responseRef(ERRORS[status][0])]))

/** The 409 of a call that names a base attempt. */
export const resultConflict = responseRef('ResultConflict')

const answered = (description: string, schema: string) => ({
  description,
  content: { 'application/json': { schema: schemaRef(schema) } },
})

export const errorComponents = {
  ...Object.fromEntries(Object.values(ERRORS).map(([name, description]) => [name, answered(description, 'Error')])),
  ResultConflict: answered(`${ERRORS[409][1]}, or the result has changed since the caller read it`, 'ResultConflict'),
}

const ERROR = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'A message for users' },
    code: { type: 'string', description: 'A code for programs' },
    issues: {
      type: 'array',
      description: 'The problems of the input, by field',
      items: schemaRef('Issue'),
    },
  },
}

export const errorSchemas: Record<string, Schema> = {
  Error: ERROR,
  Issue: {
    type: 'object',
    required: ['path', 'message'],
    properties: {
      path: { type: 'array', description: 'Field names and, in lists, indexes', items: {} },
      message: { type: 'string' },
    },
  },
  ResultConflict: {
    type: 'object',
    required: ERROR.required,
    description: 'When the base attempt of the call is no longer the latest one, `current` holds the current result',
    properties: { ...ERROR.properties, current: schemaRef('TestResult') },
  },
}
