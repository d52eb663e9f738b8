import { type Schema, schemaRef } from './schema.ts'

const ERRORS = {
  400: ['BadRequest', 'The input is invalid; `issues` name the fields'],
  401: ['Unauthorized', 'No token or credential, or a bad or expired one'],
  403: ['Forbidden', 'Signed in, but not allowed'],
  404: ['NotFound', 'Unknown, or not visible to the caller'],
  409: ['Conflict', 'The present state forbids it'],
  413: ['TooLarge', 'The body is too large'],
  415: ['UnsupportedMediaType', 'The body is of a kind that is not read here'],
  429: ['TooManyRequests', 'Too many failures; `Retry-After` says for how many seconds to wait'],
  502: ['BadGateway', 'The database went away, and it is not known whether this was done'],
  503: [
    'ServiceUnavailable',
    'The database does not answer, or the server is stopping; nothing was done, and it is safe to ask again',
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
  ResultConflict: answered(`${ERRORS[409][1]}, or the result was changed meanwhile`, 'ResultConflict'),
}

const ERROR = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'For people' },
    code: { type: 'string', description: 'For machines' },
    issues: {
      type: 'array',
      description: 'What is wrong with the input, field by field',
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
      path: { type: 'array', description: 'The names of fields and, in lists, places', items: {} },
      message: { type: 'string' },
    },
  },
  ResultConflict: {
    type: 'object',
    required: ERROR.required,
    description:
      'With `current` when the call was based on an attempt that is no longer the last one: the result as it is now',
    properties: { ...ERROR.properties, current: schemaRef('TestResult') },
  },
}
