import { generateOpenApiDocument } from 'trpc-to-openapi'
import { operationsOf, routerOf } from '../http/routes.ts'
import { appRouter } from '../router.ts'
import { attachmentPaths } from '../attachments/attachments.openapi.ts'
import { exportPaths } from '../exports/exports.openapi.ts'
import { badgePaths } from '../shares/badges.openapi.ts'
import { importPaths } from '../imports/imports.openapi.ts'
import { reportPaths } from '../test-reports/test-reports.openapi.ts'
import { errorComponents, errorResponses, errorSchemas } from './errors.ts'
import { ENTITY_EXAMPLES } from './examples.ts'
import { describeFields } from './fields.ts'
import { nameEnums, nameInlineObjects } from './names.ts'
import { headerComponents } from './headers.ts'
import { allowNull } from './null.ts'
import { completeOperation, SECURITY, securitySchemes } from './operation.ts'
import { describeParameters } from './parameters.ts'
import { serverPaths } from './server-paths.ts'
import type { Document, OpenApiVersion } from './schema.ts'
import { tidy } from './tidy.ts'

const TAGS = {
  Auth: 'Accounts and access tokens',
  'API tokens': 'Tokens for scripts and pipelines, of people and of projects',
  Projects: 'Projects hold suites, cases, runs and members',
  Members: 'The members of a project and their roles',
  Invites: 'Links with which people join a project',
  Users: 'User search, and the projects of a user',
  Admin: 'Site administration',
  'Test suites': 'Ordered groups of test cases',
  'Test cases': 'A test case: what it checks and which value it expects',
  Quarantine: 'Test cases that are known to be flaky: their failures are shown, and counted apart',
  'Test runs': 'One pass over the cases of a project, on a snapshot of the cases taken at its start',
  Imports: 'Cases from files of other tools',
  'Test reports': 'Report files of test frameworks, recorded in one call',
  'Test results': 'The result of each case in a run',
  Quality: 'The results of the cases of a project over its runs',
  Attachments: 'Files that belong to results and cases',
  Comparisons: 'What changed between two runs',
  'Shared runs': 'Read-only links to runs, for people without an account',
  Badges: 'The picture of the last run of a project, for other pages',
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
    description: 'Projects, test suites, test cases, test runs and their results.',
    version,
    baseUrl: serverUrl,
    openApiVersion,
    paths: {
      ...reportPaths(FILE_REFUSALS, SECURITY['users-and-machines']),
      ...importPaths(FILE_REFUSALS, SECURITY['users-and-machines']),
      ...attachmentPaths(FILE_REFUSALS, SECURITY['users-and-machines']),
      ...exportPaths(errorResponses([400, 401, 403, 404, 429, 500, 503]), SECURITY['users-and-machines']),
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
