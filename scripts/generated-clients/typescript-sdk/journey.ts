import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { type Auth, createClient } from '../generated/typescript-sdk/client/index.ts'
import * as assay from '../generated/typescript-sdk/sdk.gen.ts'
import type { ApiError, Project, TestResultsExecuteRequest } from '../generated/typescript-sdk/types.gen.ts'

/* A harness on the functions of @hey-api/openapi-ts, one per operation: `journey.ts URL`. */

type Answer<T> = { data?: T; error?: ApiError; response?: Response }

const baseUrl = `${process.argv[2]}/api`
const awkwardName = 'a/b %25 ü'
const unknownId = '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a'

const user = await signUp()
const project = await done(assay.projectsCreate({ client: user, body: { name: 'Checkout' } }), 201)
const client = ofProject(project.clientSecret ?? '')
const suite = await done(assay.testSuitesCreate({ client, body: { name: 'Payments', projectId: project.id } }), 201)
const cases = await createCases()
await listCasesInPages()
const run = await done(assay.testRunsStart({ client, path: { projectId: project.id } }), 201)
await executeAll()
await correctAndTakeBack()
await completeRun()
await uploadReport()
await beRefused()
await deleteRun()
console.log('journey complete')

async function signUp() {
  const body = { email: `typescript-sdk-${Date.now()}@example.com`, password: 'correct horse', name: 'TypeScript' }
  const { accessToken } = await done(assay.authSignUp({ client: createClient({ baseUrl }), body }), 201)
  return createClient({ baseUrl, auth: ({ scheme }: Auth) => (scheme === 'bearer' ? accessToken : undefined) })
}

function ofProject(secret: Project['clientSecret']) {
  return createClient({
    baseUrl,
    auth: ({ scheme }: Auth) => (scheme === 'basic' ? `${project.id}:${secret}` : undefined),
  })
}

async function createCases() {
  const manual = { testSuiteId: suite.id, type: 'manual' as const }
  const body = { ...manual, name: 'Answers 200', expectedValueType: 'number' as const, expectedValue: '200' }
  const number = await done(assay.testCasesCreate({ client, body }), 201)
  const awkward = await done(
    assay.testCasesCreate({
      client,
      body: { name: awkwardName, testSuiteId: suite.id, type: 'auto', automationKey: 'C123' },
    }),
    201,
  )
  deepEqual([number.automationKey, awkward.automationKey], [null, 'C123'])
  deepEqual([number.type, awkward.type, awkward.expectedValueType, awkward.description], ['manual', 'auto', null, null])
  return { number, awkward }
}

async function listCasesInPages(): Promise<void> {
  const page = await assay.testCasesListInSuite({ client, path: { id: suite.id }, query: { limit: 1, offset: 1 } })
  deepEqual(
    page.data?.map(({ name }) => name),
    [awkwardName],
  )
  equal(page.response?.headers.get('X-Total-Count'), '2')
}

async function executeAll(): Promise<void> {
  const path = { id: cases.awkward.id }
  const execute = (body: Omit<TestResultsExecuteRequest, 'testRunId'>) =>
    done(assay.testResultsExecute({ client, path, body: { ...body, testRunId: run.id } }), 201)
  equal((await execute({ actualValue: 'anything', executionTimeMs: 41.5 })).executionTimeMs, 41.5)
  equal((await execute({ errorMessage: 'Connection refused' })).status, 'error')
  equal((await execute({ status: 'skipped' })).status, 'skipped')
  const body = { testRunId: run.id, actualValue: '500' }
  equal(
    (await done(assay.testResultsExecuteManual({ client, path: { id: cases.number.id }, body }), 201)).status,
    'failed',
  )
}

async function correctAndTakeBack(): Promise<void> {
  const path = { runId: run.id, projectId: project.id, suiteId: suite.id, caseName: cases.number.name }
  const { id: resultId } = await done(assay.testResultsFind({ client, path }), 200)
  const setValue = (actualValue: string | null) =>
    done(assay.testResultsSetValue({ client, path: { resultId }, body: { actualValue } }), 200)
  equal((await setValue('200.0')).status, 'passed')
  const { status, actualValue } = await setValue(null)
  deepEqual({ status, actualValue }, { status: 'pending', actualValue: null })
  const awkward = await done(assay.testResultsFind({ client, path: { ...path, caseName: awkwardName } }), 200)
  deepEqual([awkward.testCase.name, awkward.status, awkward.attempts], [awkwardName, 'skipped', 3])
}

async function completeRun(): Promise<void> {
  const completed = await done(assay.testRunsComplete({ client, path: { testRunId: run.id } }), 200)
  deepEqual(completed.summary, { total: 2, passed: 0, failed: 0, error: 0, pending: 1, skipped: 1, flaky: 0 })
  notEqual(completed.completedAt, null)
}

async function uploadReport(): Promise<void> {
  const body = new Blob([`<testsuite name="Checkout"><testcase classname="Cart" name="adds"/></testsuite>`])
  const options = { client, path: { projectId: project.id }, query: { run: 'build-123' }, body }
  const { format, created, testRun } = await done(assay.testReportsUpload(options), 201)
  deepEqual([format, created, testRun.key, testRun.status], ['junit', 1, 'build-123', 'running'])
}

async function beRefused(): Promise<void> {
  const body = { testRunId: run.id, actualValue: 'late' }
  await refused(assay.testResultsExecute({ client, path: { id: cases.awkward.id }, body }), 409, 'CONFLICT')
  await refused(assay.testCasesGet({ client, path: { id: unknownId } }), 404, 'NOT_FOUND')
  await refused(assay.testSuitesGet({ client: ofProject('wrong'), path: { id: suite.id } }), 401, 'UNAUTHORIZED')
}

async function deleteRun(): Promise<void> {
  const options = { client: user, path: { testRunId: run.id } }
  match((await done(assay.testRunsDelete(options), 200)).message, /./)
  await refused(assay.testRunsGet(options), 404, 'NOT_FOUND')
}

async function done<T>(call: Promise<Answer<T>>, status: number): Promise<T> {
  const { data, error, response } = await call
  equal(response?.status, status, JSON.stringify(error))
  return data as T
}

async function refused(call: Promise<Answer<unknown>>, status: number, code: string): Promise<void> {
  const { error, response } = await call
  deepEqual([response?.status, error?.code], [status, code])
}
