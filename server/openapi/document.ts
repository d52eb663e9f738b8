import compression from 'compression'
import type { Router } from 'express'
import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi'
import type { Services } from '../context.ts'
import { nameEnums } from './enums.ts'
import { nameInlineObjects } from './inline.ts'
import { ENTITY_EXAMPLES, REQUEST_EXAMPLES } from './examples.ts'
import { originOf } from '../http/request.ts'
import { NAME_MAX } from '#shared/fields.ts'
import type { Route } from '../http/rest-front.ts'
import { proceduresOf, toRestRouter } from '../http/rest.ts'
import { appRouter } from '../router.ts'
import { reportPaths } from '../test-reports/test-reports.openapi.ts'
import type { Meta } from '../trpc.ts'

export type OpenApiVersion = '3.1.0' | '3.0.3'

/* The parts of an OpenAPI document that are read or changed here. */
type Schema = { [key: string]: unknown }
type Media = { content: { 'application/json': { schema: Schema; example?: unknown } } }
type Operation = {
  operationId: string
  summary: string
  security?: object[]
  parameters?: { in: string; name: string; required?: boolean }[]
  requestBody?: Media & { required?: boolean }
  responses: Record<string, object>
}
type Document = {
  openapi: string
  info: object
  servers: object[]
  tags: object[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses?: object; securitySchemes?: object }
}

const TAGS = {
  Auth: 'Accounts and access tokens',
  Projects: 'What everything else belongs to',
  Members: 'Who works in a project',
  Invites: 'Links by which people join a project',
  Users: 'People',
  Admin: 'Site administration',
  'Test suites': 'Cases, grouped and in order',
  'Test cases': 'What is checked, and what is expected',
  'Test runs': 'One pass over the cases of a project; the cases are kept as they were at its start',
  'Test reports': 'What test frameworks write of a whole run, recorded in one call',
  'Test results': 'What a run found, case by case',
}

const REFUSALS = {
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

type RefusalStatus = keyof typeof REFUSALS

const IDEMPOTENCY_KEY = {
  in: 'header',
  name: 'Idempotency-Key',
  description:
    'Makes the call safe to repeat: for a week the same key gets the first answer, and nothing is recorded again',
  schema: { type: 'string', maxLength: NAME_MAX },
}

const SECURITY = {
  anyone: [],
  users: [{ token: [] }],
  'users-and-machines': [{ token: [] }, { project: [] }],
} satisfies Record<NonNullable<Meta['callers']>, object[]>

/**
 * The OpenAPI document of the REST face. The library makes it from the procedures; what it cannot say is
 * added here: statuses, security, error responses, named bodies and examples.
 */
export function openApiDocument(openApiVersion: OpenApiVersion, version: string, serverUrl = '/api'): Document {
  const restRouter = toRestRouter(appRouter)
  const generated = generateOpenApiDocument(restRouter as OpenApiRouter, {
    title: 'Assay',
    description: 'Projects, test suites, test cases, test runs and their results.',
    version,
    baseUrl: serverUrl,
    openApiVersion,
    paths: reportPaths(refusalsOf([400, 401, 403, 404, 409, 413, 415, 502, 503]), SECURITY['users-and-machines'], [
      IDEMPOTENCY_KEY,
    ]) as never,
  }) as unknown as Document
  const metas = new Map(Object.entries(proceduresOf(restRouter)).map(([name, { _def }]) => [name, _def.meta as Meta]))
  const document = structuredClone(generated)
  for (const path of Object.values(document.paths))
    for (const operation of Object.values(path)) {
      const meta = metas.get(operation.operationId)
      if (meta) completeOperation(document, operation, meta)
    }
  Object.assign(document.components.schemas, nameEnums(document))
  completeComponents(document)
  nameInlineObjects(document.components.schemas)
  tidy(document, openApiVersion)
  return {
    ...document,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  }
}

/** Where the document is served; as 3.0.3 for generators that know no 3.1. */
const DOCUMENTS = { '/openapi.json': '3.1.0', '/openapi-3.0.json': '3.0.3' } as const

export const DOCUMENT_ROUTES: Route[] = Object.keys(DOCUMENTS).map((path) => ({ method: 'GET', path }))

export function addOpenApiDocuments(api: Router, { config }: Services): void {
  const made = new Map<string, object>()
  for (const [path, openApiVersion] of Object.entries(DOCUMENTS))
    api.get(path, compression(), (req, res) => {
      const serverUrl = `${config.PUBLIC_URL ?? originOf(req)}/api`
      const key = `${openApiVersion} ${serverUrl}`
      if (made.size > 10) made.clear()
      if (!made.has(key)) made.set(key, openApiDocument(openApiVersion, config.version, serverUrl))
      res.json(made.get(key))
    })
}

function completeOperation(document: Document, operation: Operation, meta: Meta): void {
  const { callers = 'anyone', status = 200, refusals = [] } = meta
  const isAlias = /_\d+$/.test(operation.operationId)
  const procedure = operation.operationId.replace(/_\d+$/, '').replace('_', '.')
  if (isAlias) operation.summary += ' (second address)'
  operation.security = SECURITY[callers]
  const hasInput = operation.requestBody !== undefined || (operation.parameters?.length ?? 0) > 0
  const hasId =
    operation.parameters?.some((parameter) => parameter.in === 'path') ||
    /"format":"uuid"/.test(JSON.stringify(operation.requestBody ?? {}))
  const statuses = [
    hasInput && 400,
    callers !== 'anyone' && 401,
    403,
    hasId && 404,
    ...refusals,
    meta.openapi?.method !== 'GET' && 502,
    503,
  ].filter((code) => typeof code === 'number')
  const { 200: success } = operation.responses
  operation.responses = {
    [status]: withHeaders(success as object, operation),
    ...refusalsOf(statuses as RefusalStatus[]),
    ...(meta.hasBase && { 409: { $ref: '#/components/responses/ResultConflict' } }),
  }
  if (meta.isIdempotent) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY]
  nameBody(document, operation, procedure)
}

const refusalsOf = (statuses: RefusalStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${REFUSALS[status][0]}` }]))

/** A list says in headers how long it is and where its next part stands. */
function withHeaders(success: object, operation: Operation): object {
  const isPaged = operation.parameters?.some(({ name }) => name === 'limit')
  if (!isPaged) return success
  const headers = {
    'X-Total-Count': { description: 'How many entries there are in all', schema: { type: 'integer' } },
    Link: {
      description: 'With `limit`: the address of the next part, as `<…>; rel="next"`',
      schema: { type: 'string' },
    },
  }
  return { ...success, headers }
}

/**
 * A body becomes a component, named after its procedure, so that generated clients have a name for it. One that
 * demands no field may be left out altogether.
 */
function nameBody(document: Document, operation: Operation, procedure: string): void {
  const media = operation.requestBody?.content['application/json']
  if (!operation.requestBody || !media) return
  if (!media.schema['required']) operation.requestBody.required = false
  const name = `${pascal(procedure)}Request`
  document.components.schemas[name] = media.schema
  media.schema = { $ref: `#/components/schemas/${name}` }
  const example = REQUEST_EXAMPLES[procedure as keyof typeof REQUEST_EXAMPLES]
  if (example) media.example = example
}

function completeComponents(document: Document): void {
  const { schemas } = document.components
  for (const name of Object.keys(schemas)) if (name.startsWith('error.')) delete schemas[name]
  schemas['Error'] = {
    type: 'object',
    required: ['message', 'code'],
    properties: {
      message: { type: 'string', description: 'For people' },
      code: { type: 'string', description: 'For machines' },
      issues: {
        type: 'array',
        description: 'What is wrong with the input, field by field',
        items: { $ref: '#/components/schemas/Issue' },
      },
    },
  }
  schemas['Issue'] = {
    type: 'object',
    required: ['path', 'message'],
    properties: {
      path: { type: 'array', description: 'The names of fields and, in lists, places', items: {} },
      message: { type: 'string' },
    },
  }
  const { properties, ...anyError } = schemas['Error']
  schemas['ResultConflict'] = {
    ...anyError,
    description:
      'With `current` when the call was based on an attempt that is no longer the last one: the result as it is now',
    properties: { ...(properties as Schema), current: { $ref: '#/components/schemas/TestResult' } },
  }
  for (const [name, example] of Object.entries(ENTITY_EXAMPLES)) Object.assign(schemas[name] as Schema, { example })
  const answered = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })
  document.components.responses = {
    ...Object.fromEntries(
      Object.values(REFUSALS).map(([name, description]) => [name, { description, content: answered('Error') }]),
    ),
    ResultConflict: {
      description: `${REFUSALS[409][1]}, or the result was changed meanwhile`,
      content: answered('ResultConflict'),
    },
  }
  document.components.securitySchemes = {
    token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The accessToken of sign-in' },
    project: { type: 'http', scheme: 'basic', description: 'The project id as user, its client secret as password' },
  }
}

/**
 * Drops what generators trip over: patterns beside a format, bounds that only say "a safe integer", and the
 * ban on further fields, which would break clients when one is added. 3.0 knows `example`, 3.1 `examples`, and
 * in 3.0 only what has a type may be null.
 */
function tidy(node: unknown, version: OpenApiVersion): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as Schema
  if (typeof schema['format'] === 'string') delete schema['pattern']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  if (schema['additionalProperties'] === false) delete schema['additionalProperties']
  if (schema['nullable'] === true) schema['type'] ??= 'object'
  if (version === '3.0.3' && Array.isArray(schema['examples'])) {
    ;[schema['example']] = schema['examples']
    delete schema['examples']
  }
  if (version === '3.1.0' && schema['type'] === 'object' && 'example' in schema) {
    schema['examples'] = [schema['example']]
    delete schema['example']
  }
  for (const [key, child] of Object.entries(schema)) if (key !== 'example' && key !== 'examples') tidy(child, version)
}

const pascal = (procedure: string) =>
  procedure
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
