import { generateOpenApiDocument } from 'trpc-to-openapi'
import { operationsOf, routerOf } from '../http/routes.ts'
import { appRouter } from '../router.ts'
import { reportPaths } from '../test-reports/test-reports.openapi.ts'
import { errorComponents, errorResponses, errorSchemas } from './errors.ts'
import { ENTITY_EXAMPLES } from './examples.ts'
import { nameEnums, nameInlineObjects } from './names.ts'
import { completeOperation, IDEMPOTENCY_KEY, SECURITY, securitySchemes } from './operation.ts'
import type { Document, OpenApiVersion } from './schema.ts'
import { tidy } from './tidy.ts'

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

/**
 * The OpenAPI document of the REST API. The library makes it from the procedures; added here is what it cannot say:
 * statuses, security, errors, examples, and names of bodies, enumerations and nested objects.
 */
export function openApiDocument(openApiVersion: OpenApiVersion, version: string, serverUrl = '/api'): Document {
  const operations = operationsOf(appRouter)
  const generated = generateOpenApiDocument(routerOf(operations), {
    title: 'Assay',
    description: 'Projects, test suites, test cases, test runs and their results.',
    version,
    baseUrl: serverUrl,
    openApiVersion,
    paths: reportPaths(errorResponses([400, 401, 403, 404, 409, 413, 415, 502, 503]), SECURITY['users-and-machines'], [
      IDEMPOTENCY_KEY,
    ]) as never,
  })
  const document = structuredClone(generated) as unknown as Document
  const { components } = document
  const { schemas } = components
  const documented = new Map(
    Object.values(document.paths)
      .flatMap(Object.values)
      .map((one) => [one.operationId, one]),
  )
  for (const operation of operations) {
    const found = documented.get(operation.id)
    if (found) completeOperation(found, operation, schemas)
  }
  Object.assign(schemas, nameEnums(document))
  for (const name of Object.keys(schemas)) if (name.startsWith('error.')) delete schemas[name]
  Object.assign(schemas, structuredClone(errorSchemas))
  for (const [name, example] of Object.entries(ENTITY_EXAMPLES)) Object.assign(schemas[name] ?? {}, { example })
  components.responses = errorComponents
  components.securitySchemes = securitySchemes
  nameInlineObjects(schemas)
  tidy(document, openApiVersion)
  return { ...document, tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })) }
}
