import { NAME_MAX } from '#shared/limits.ts'

/* The headers of requests and answers in the document. */

type Header = { description: string; schema: object; required?: true }

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string', example },
})
const always = (header: Header): Header => ({ ...header, required: true })

/** The headers of answers. Those on every such answer are required. */
export const headerComponents = {
  'X-Request-Id': always(text('Names this call in the log of the server', '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a')),
  'Assay-Token-Expires': {
    description: 'When the API token of this call expires',
    schema: { type: 'string', format: 'date-time', example: '2026-04-30T12:00:00.000Z' },
  },
  'WWW-Authenticate': always(text('How to authenticate: with a bearer token', 'Bearer')),
  'Retry-After': {
    description: 'After how many seconds a retry makes sense',
    schema: { type: 'integer', minimum: 0, example: 900 },
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the answer of an earlier call with the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
  ETag: always(
    text('The tag of this state of the record, for `If-Match` and `If-None-Match`', '"o2f8mJmS6cP1kq0T2bVx1A"'),
  ),
  VersionTag: text(
    'The tag of this answer, for `If-None-Match`. Absent when it changed while it was read',
    '"o2f8mJmS6cP1kq0T2bVx1A"',
  ),
  'Content-Disposition': always(
    text('The name of the file, and whether a browser may show it', 'inline; filename="Screen 1.png"'),
  ),
  'X-Total-Count': {
    description: 'The number of all entries, where counting them is cheap',
    schema: { type: 'integer', minimum: 0, example: 120 },
  },
  Location: always(
    text(
      'Where to read how far the work is, or where a browser goes on',
      '/api/projects/019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b02/imports/019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a',
    ),
  ),
  Link: text(
    'With `limit`: the address of the next page',
    '<http://127.0.0.1:3000/api/projects?limit=50&offset=50>; rel="next"',
  ),
} satisfies Record<string, Header>

type Component = keyof typeof headerComponents
export type HeaderName = Exclude<Component, 'VersionTag'>

/** The headers of errors, in addition to the request id. */
export const ERROR_HEADERS: Record<number, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Every answer also tells when its API token expires. */
export const headerRefs = (names: HeaderName[]) =>
  Object.fromEntries([...names, 'Assay-Token-Expires' as const].map((name) => [name, refTo(name)]))

const refTo = (component: Component) => ({ $ref: `#/components/headers/${component}` })

/** The tag of an answer that is not an entity. */
export const VERSION_TAG = { ETag: refTo('VersionTag') }

const requestHeader = (name: string, description: string, example: string, schema: object = {}) => ({
  in: 'header',
  name,
  description,
  example,
  schema: { type: 'string', ...schema },
})

export const IDEMPOTENCY_KEY = requestHeader(
  'Idempotency-Key',
  'Makes the call safe to retry: for a week, the same key with the same request gets the first answer and nothing is ' +
    'done again. Keys are separate for each caller; without a token, for each address',
  'c0d6b6b4-0d3a-4d3e-9c0a-5a3f1e9f7b11',
  { maxLength: NAME_MAX },
)

export const IF_MATCH = requestHeader(
  'If-Match',
  'Does the call only if the record still has this `ETag` (or one of a list); otherwise answers 412. The tag covers the ' +
    'fields of the record itself, not the lists of other records in it',
  '"o2f8mJmS6cP1kq0T2bVx1A"',
)

export const IF_NONE_MATCH = requestHeader(
  'If-None-Match',
  'Answers 304 without a body if the answer would still have this `ETag` (or one of a list)',
  '"o2f8mJmS6cP1kq0T2bVx1A"',
)
