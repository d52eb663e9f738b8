import { describe, expect, test } from 'vitest'
import type { AnyProcedure } from '@trpc/server'
import type { z } from 'zod'
import { CreatedUser } from '#shared/admin/admin.ts'
import { Project, ProjectListItem } from '#shared/projects/project.ts'
import {
  CaseHealth,
  FlakyCase,
  ProjectHealth,
  Quality,
  QualitySuite,
  RunNewFailures,
  TrendPoint,
} from '#shared/quality/quality.ts'
import { TestCase } from '#shared/test-cases/test-case.ts'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import { TestResult } from '#shared/test-results/test-result.ts'
import { TestRun, TestRunListItem } from '#shared/test-runs/test-run.ts'
import { TestSuite, TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { User } from '#shared/users/user.ts'
import { ENTITY_EXAMPLES, REQUEST_EXAMPLES } from './examples.ts'
import { openApiDocument } from './document.ts'
import { proceduresOf } from '../http/routes.ts'
import { appRouter } from '../router.ts'
import { useTestServer } from '../testing/use-server.ts'

const document = openApiDocument('3.1.0', '1.2.3')
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ address: `${method.toUpperCase()} ${path}`, operation })),
)
const at = (address: string) => operations.find((found) => found.address === address)?.operation

const server = await useTestServer()

describe('the document', () => {
  test('the document is served as 3.1 and as 3.0.3', async () => {
    const [latest, legacy] = await Promise.all(['/openapi.json', '/openapi-3.0.json'].map((path) => server.get(path)))
    expect(latest?.body).toMatchObject({ openapi: '3.1.0', servers: [{ url: `${server.url}/api` }] })
    expect(legacy?.body).toMatchObject({ openapi: '3.0.3', servers: [{ url: `${server.url}/api` }] })
    expect(Object.keys(legacy?.body.paths)).toEqual(Object.keys(latest?.body.paths))
  })

  test('the document has an operation with a unique id for every procedure except streams', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const calls = Object.entries(proceduresOf(appRouter)).filter(([, { _def }]) => _def.type !== 'subscription')
    for (const [name] of calls) expect(ids).toContain(name.replace('.', '_'))
  })

  test.each([
    ['POST /test-runs/project/{projectId}', 'POST /test-cases/project/{projectId}/test-run'],
    ['GET /test-runs/project/{projectId}', 'GET /test-cases/project/{projectId}/test-runs'],
    ['GET /test-runs/{testRunId}', 'GET /test-cases/test-run/{testRunId}'],
    ['POST /test-runs/{testRunId}/complete', 'POST /test-cases/test-run/{testRunId}/complete'],
  ])('describes %s and its second address %s alike', (first, second) => {
    const { operationId: _, summary: __, ...rest } = at(first) ?? {}
    expect(at(second)).toMatchObject(rest)
  })

  test('the document has components for the main entities', () => {
    const names = ['User', 'Project', 'Member', 'TestSuite', 'TestCase', 'TestRun', 'TestResult', 'ApiError']
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(names))
  })

  test('the document has the security of public, user and project calls', () => {
    expect(at('POST /auth/sign-in')?.security).toEqual([])
    expect(at('POST /auth/tokens')?.security).toEqual([{ token: [] }])
    expect(at('POST /projects')?.security).toEqual([{ token: [] }, { apiToken: [] }])
    expect(at('POST /test-cases/{id}/execute')?.security).toEqual([{ token: [] }, { apiToken: [] }, { project: [] }])
  })

  test('the document has 201 for calls that create, and the error statuses of each call', () => {
    const statuses = (address: string) => Object.keys(at(address)?.responses ?? {}).join(' ')
    expect(statuses('POST /test-cases/{id}/execute')).toBe('201 400 401 403 404 409 413 415 429 500 502 503')
    expect(statuses('POST /auth/sign-in')).toBe('200 400 401 403 413 415 429 500 502 503')
    expect(statuses('GET /projects/{id}')).toBe('200 304 400 401 403 404 429 500 503')
    expect(statuses('GET /health')).toBe('200 500 503')
  })

  test('the document has ResultConflict as the 409 of calls that name a base attempt', () => {
    const refusals = ['PATCH /test-runs/result/{resultId}', 'POST /test-cases/{id}/execute-manual'].map(
      (address) => at(address)?.responses['409'],
    )
    for (const refusal of refusals) expect(refusal).toEqual({ $ref: '#/components/responses/ResultConflict' })
    expect(document.components.schemas['ResultConflict']).toMatchObject({
      required: ['message', 'code'],
      properties: {
        code: { $ref: '#/components/schemas/ErrorCode' },
        current: { $ref: '#/components/schemas/TestResult' },
      },
    })
  })

  test('every POST that creates, and both methods of a report, document the Idempotency-Key', () => {
    const keyed = operations.filter(({ operation }) =>
      operation.parameters?.some(({ name }) => name === 'Idempotency-Key'),
    )
    const creating = operations.filter(({ operation }) => '201' in operation.responses)
    expect(keyed.map(({ address }) => address)).toEqual(creating.map(({ address }) => address))
    expect(keyed.length).toBeGreaterThan(15)
  })

  test('the document marks the second addresses of runs as deprecated, and nothing else', () => {
    const deprecated = operations.filter(({ operation }) => operation.deprecated).map(({ address }) => address)
    expect(deprecated.toSorted()).toEqual([
      'GET /test-cases/project/{projectId}/test-runs',
      'GET /test-cases/test-run/{testRunId}',
      'POST /test-cases/project/{projectId}/test-run',
      'POST /test-cases/test-run/{testRunId}/complete',
    ])
  })

  test('the document describes every parameter and field, and has an example of every parameter', () => {
    for (const version of ['3.1.0', '3.0.3'] as const) {
      const { paths, components } = openApiDocument(version, '1.2.3')
      const parameters = Object.values(paths)
        .flatMap(Object.values)
        .flatMap(({ operationId, parameters: given = [] }) => given.map((one: object) => ({ operationId, ...one })))
      expect(parameters.filter((one) => !one.description || one.example === undefined)).toEqual([])
      const fields = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
        Object.entries(properties as Record<string, object>).map(([field, schema]) => ({ name, field, schema })),
      )
      const isBare = (schema: object) => !('description' in schema) && !(version === '3.0.3' && '$ref' in schema)
      expect(fields.filter(({ schema }) => isBare(schema))).toEqual([])
    }
  })

  test('in 3.0.3 says null only beside a type and never of an enumeration, and has no lists of types', () => {
    const wrong: unknown[] = []
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const { nullable, type, enum: values } = node as { nullable?: boolean; type?: unknown; enum?: unknown }
      if (nullable && (typeof type !== 'string' || values)) wrong.push(node)
      if (Array.isArray(type)) wrong.push(node)
      Object.values(node).forEach(visit)
    }
    visit(openApiDocument('3.0.3', '1.2.3').components)
    expect(wrong).toEqual([])
  })

  test('the document requires the token of an invite, without which the call answers 400', () => {
    const [token] = at('GET /invite/validate')?.parameters ?? []
    expect(token).toMatchObject({ name: 'token', required: true })
  })

  test('the document takes a file as a report, by PUT and by POST', () => {
    for (const address of ['PUT /test-runs/project/{projectId}/report', 'POST /test-runs/project/{projectId}/report']) {
      const types = Object.keys(at(address)?.requestBody?.content ?? {})
      expect(types).toEqual(['application/octet-stream'])
      expect(at(address)?.responses['201']).toMatchObject({
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ReportAnswer' } } },
      })
    }
  })

  test('the document requires a body only where it must have a field', () => {
    expect(at('POST /test-runs/{testRunId}/complete')?.requestBody?.required).toBe(false)
    expect(at('PATCH /projects/{id}')?.requestBody?.required).toBe(false)
    expect(at('POST /test-cases/{id}/execute')?.requestBody?.required).toBe(true)
    expect(at('PATCH /test-runs/result/{resultId}')?.requestBody?.required).toBe(true)
    expect(at('POST /auth/confirm')?.requestBody?.required).toBe(true)
  })

  test.each([
    ['3.1.0', { anyOf: [{ $ref: '#/components/schemas/ResultStatus' }, { type: 'null' }] }],
    ['3.0.3', { type: 'string', nullable: true, pattern: '^(passed|failed|error|pending|skipped)$' }],
  ] as const)(
    'in %s, has one component per enumeration, and nullable fields allow the same values',
    (version, nullable) => {
      const { schemas } = openApiDocument(version, '1.2.3').components
      expect(schemas['ResultStatus']).toEqual({ type: 'string', enum: [...RESULT_STATUSES] })
      expect(schemas['TestResult']).toMatchObject({
        properties: { status: { $ref: '#/components/schemas/ResultStatus' } },
      })
      expect(schemas['TestResultsExecuteRequest']).toMatchObject({ properties: { status: nullable } })
    },
  )

  test('the document has a named component for every nested object', () => {
    const { schemas } = document.components
    expect(schemas['TestCaseSnapshot']).toMatchObject({
      properties: { testSuite: { $ref: '#/components/schemas/TestCaseSnapshotTestSuite' } },
    })
    expect(schemas['TestRunOverview']).toMatchObject({
      properties: { suites: { items: { $ref: '#/components/schemas/TestRunSuite' } } },
    })
    expect(schemas['TestRunSuite']).toMatchObject({
      properties: { summary: { $ref: '#/components/schemas/RunSummary' } },
    })
    const inner = Object.values(schemas).map(({ properties }) => JSON.stringify(properties ?? {}))
    for (const properties of inner) expect(properties).not.toContain('"properties"')
    expect(JSON.stringify(document.paths)).not.toContain('"properties":{"')
  })

  test('the document has one component for identical models; a person and a suite are different', () => {
    const { schemas } = document.components
    const names = Map.groupBy(Object.keys(schemas), (name) => JSON.stringify(withoutTexts(schemas[name])))
    const identical = [...names.values()].filter(({ length }) => length > 1)
    expect(identical).toEqual([expect.arrayContaining(['NamedSuite', 'Person'])])
    expect(identical.flat()).toHaveLength(2)
  })

  test('the document names every operation without a number, and one content type for every body', () => {
    for (const operation of Object.values(document.paths).flatMap(Object.values)) {
      expect(operation.operationId).not.toMatch(/[a-z]\d$|_\d/)
      if (operation.requestBody) expect(Object.keys(operation.requestBody.content)).toHaveLength(1)
    }
    expect(at('POST /test-cases/project/{projectId}/test-run')?.operationId).toBe('testRuns_startUnderCases')
  })

  test('the document says how long the address and headers of a call may be, and about how many ids that is', async () => {
    expect(document.info).toMatchObject({ description: expect.stringContaining('16 kB: about 300 ids') })
    const ada = await server.person('Ada')
    const project = await server.project(ada)
    const asked = (ids: number) => `/projects/${project.id}/test-cases?${`testSuiteId=${project.id}&`.repeat(ids)}`
    expect((await server.get(asked(300), ada)).status).toBe(200)
    expect(
      (await fetch(`${server.url}/api${asked(400)}`, { headers: { authorization: ada.authorization } })).status,
    ).toBe(431)
  })

  test('the document allows additional properties, so that a new field breaks no client', () => {
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false')
  })
})

describe('an example', () => {
  const entities: Record<string, z.ZodObject> = {
    User,
    CreatedUser,
    Project,
    ProjectListItem,
    TestSuite,
    TestSuiteListItem,
    TestCase,
    TestRun,
    TestRunListItem,
    TestResult,
    TrendPoint,
    FlakyCase,
    QualitySuite,
    Quality,
    ProjectHealth,
    RunNewFailures,
    CaseHealth,
  }

  test.each(Object.keys(ENTITY_EXAMPLES).filter((name) => !['ApiError', 'ResultConflict'].includes(name)))(
    'of %s is valid',
    (name) => {
      expect(entities[name]?.strict().safeParse(ENTITY_EXAMPLES[name]).error).toBeUndefined()
    },
  )

  test.each(Object.entries(REQUEST_EXAMPLES))('of a request body of %s is a valid input', (name, example) => {
    const { inputs } = (proceduresOf(appRouter)[name] as AnyProcedure)._def as unknown as { inputs: z.ZodObject[] }
    const allIds = Object.fromEntries(Object.keys(inputs[0]?.shape ?? {}).map((field) => [field, 'some-id']))
    const idsOnly = Object.fromEntries(Object.entries(allIds).filter(([field]) => /^id$|Id$/.test(field)))
    expect(inputs[0]?.safeParse({ ...idsOnly, ...example }).error).toBeUndefined()
  })
})

function withoutTexts(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(withoutTexts)
  const kept = Object.entries(schema).filter(([key]) => !/^(description|examples?|title)$/.test(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutTexts(value)]))
}
