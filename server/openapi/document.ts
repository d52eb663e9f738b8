import { generateOpenApiDocument } from 'trpc-to-openapi'
import { z } from 'zod'
import { attachmentPaths } from '../attachments/attachments.openapi.ts'
import { auditPaths } from '../audit/audit.openapi.ts'
import { exportPaths } from '../exports/exports.openapi.ts'
import { operationsOf, routerOf } from '../http/routes.ts'
import { identityPaths } from '../identities/identities.openapi.ts'
import { importPaths } from '../imports/imports.openapi.ts'
import { appRouter } from '../router.ts'
import { badgePaths } from '../shares/badges.openapi.ts'
import { reportPaths } from '../test-reports/test-reports.openapi.ts'
import { errorComponents, errorResponses, errorSchemas } from './errors.ts'
import { ENTITY_EXAMPLES } from './examples.ts'
import { describeFields } from './fields.ts'
import { headerComponents, headerRefs } from './headers.ts'
import { nameEnums, nameInlineObjects } from './names.ts'
import { allowNull } from './null.ts'
import { completeOperation, SECURITY, securitySchemes } from './operation.ts'
import { describeParameters } from './parameters.ts'
import type { Document, OpenApiVersion, Schema } from './schema.ts'

const TAGS = {
  Auth: 'Accounts and access tokens',
  'API tokens': 'Tokens for scripts and pipelines, of people and of projects',
  Notices: 'What a person is told in the app and by mail',
  Projects: 'Projects hold suites, cases, runs and members',
  Members: 'The members of a project and their roles',
  Invites: 'Links with which people join a project',
  Users: 'User search, and the projects of a user',
  Admin: 'Site administration',
  Audit: 'Who did what: the events of the audit log',
  'Test suites': 'Ordered groups of test cases',
  'Test cases': 'A test case: what it checks and which value it expects',
  Trash: 'Deleted suites and cases, which can be restored for 30 days',
  Quarantine: 'Test cases that are known to be flaky: their failures are shown, and counted apart',
  'Test runs': 'One pass over the cases of a project, on a snapshot of the cases taken at its start',
  Retention: 'How long a project keeps runs, attachments and traces',
  Imports: 'Cases from files of other tools',
  'Test reports': 'Report files of test frameworks, recorded in one call',
  'Test results': 'The result of each case in a run',
  Quality: 'The results of the cases of a project over its runs',
  Attachments: 'Files that belong to results and cases',
  Comparisons: 'What changed between two runs',
  'Shared runs': 'Read-only links to runs, for people without an account',
  Badges: 'The picture of the last run of a project, for other pages',
  Webhooks: 'Endpoints that a project tells of its events: other tools, chats, mail, commit statuses',
  Server: 'The server itself',
}

const FILE_REFUSALS = errorResponses([400, 401, 403, 404, 409, 413, 415, 429, 500, 502, 503])

/**
 * The OpenAPI document of the REST API. The library generates it from the procedures; statuses, security, errors,
 * examples, and the names of bodies, enumerations and nested objects are added here.
 */
export function openApiDocument(openApiVersion: OpenApiVersion, version: string, serverUrl = '/api'): Document {
  const operations = operationsOf(appRouter)
  const generated = generateOpenApiDocument(routerOf(operations), {
    title: 'Assay',
    description:
      'Projects, test suites, test cases, test runs and their results. The address and the headers of a call may have ' +
      '16 kB: about 300 ids in a query.',
    version,
    baseUrl: serverUrl,
    openApiVersion,
    paths: {
      ...reportPaths(FILE_REFUSALS, SECURITY['users-and-machines']),
      ...importPaths(FILE_REFUSALS, SECURITY['users-and-machines']),
      ...attachmentPaths(FILE_REFUSALS, SECURITY['users-and-machines']),
      ...exportPaths(errorResponses([400, 401, 403, 404, 429, 500, 503]), SECURITY['users-and-machines']),
      ...auditPaths(errorResponses([400, 401, 403, 404, 429, 500, 503]), {
        ofAdmin: SECURITY.users,
        ofProject: SECURITY['users-and-machines'],
      }),
      ...identityPaths({
        ofBrowser: errorResponses([403, 404, 429, 500, 503]),
        ofProvider: errorResponses([400, 404, 413, 415, 429, 500, 502, 503]),
      }),
      ...badgePaths(errorResponses([404, 429, 500, 503])),
      ...serverPaths(),
    } as never,
  })
  const document = structuredClone(generated) as unknown as Document
  const { components } = document
  const { schemas } = components
  const documented = new Map(
    Object.values(document.paths)
      .flatMap(Object.values)
      .map((operation) => [operation.operationId, operation]),
  )
  for (const operation of operations) {
    const found = documented.get(operation.id)
    if (found) completeOperation(found, operation, schemas)
  }
  for (const [path, methods] of Object.entries(document.paths))
    for (const operation of Object.values(methods)) describeParameters(path, operation)
  Object.assign(schemas, nameEnums(document))
  for (const name of Object.keys(schemas)) if (name.startsWith('error.')) delete schemas[name]
  Object.assign(schemas, structuredClone(errorSchemas))
  for (const [name, example] of Object.entries(ENTITY_EXAMPLES)) Object.assign(schemas[name] ?? {}, { example })
  components.responses = errorComponents
  components.securitySchemes = securitySchemes
  components.headers = structuredClone(headerComponents)
  nameInlineObjects(schemas)
  describeFields(schemas, openApiVersion)
  if (openApiVersion === '3.0.3') allowNull(document)
  tidy(document, openApiVersion)
  return { ...document, tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })) }
}

/**
 * Adapts the document to client generators, in place. Removes patterns next to a format, bounds that only mean "a safe
 * integer", and `additionalProperties: false`, which would break clients when a field is added. Examples are `example`
 * in 3.0 and `examples` in 3.1; 3.0 has no lists of types, and a schema without a type allows any value.
 */
function tidy(node: unknown, version: OpenApiVersion): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as Schema
  if (typeof schema['format'] === 'string') delete schema['pattern']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['additionalProperties'] === false) delete schema['additionalProperties']
  if (version === '3.0.3' && Array.isArray(schema['type']))
    for (const key of ['type', 'nullable', 'maxLength']) delete schema[key]
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

const Health = z
  .object({
    status: z.literal('ok').meta({ description: 'The database answers' }),
    attachmentStore: z
      .enum(['ok', 'unavailable'])
      .optional()
      .meta({ description: 'If the bytes of attachments are in a bucket: whether it answers' }),
  })
  .meta({ id: 'Health' })

function serverPaths(): Record<string, object> {
  return {
    '/health': { get: read('server_health', 'Check that the server works', Health) },
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
