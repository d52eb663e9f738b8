import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from '../generated/typescript/api.d.ts'

/* A harness on openapi-fetch with the types of openapi-typescript: `journey.ts URL`. */

type Schemas = components['schemas']
type Answer<T> = { data?: T; error?: Schemas['ApiError']; response: Response }

const baseUrl = `${process.argv[2]}/api`
const awkwardName = 'a/b %25 ü'
const unknownId = '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a'

const user = await signUp()
const project = await createProject(user)
const machine = as(`Basic ${Buffer.from(`${project.id}:${project.clientSecret}`).toString('base64')}`)
const suite = await done(machine.POST('/test-suites', { body: { name: 'Payments', projectId: project.id } }), 201)
const cases = await createCases(machine)
await listCasesInPages(machine)
const run = await startRun(machine)
await executeAll(machine)
await correctAndTakeBack(machine)
await readRun(machine)
await recordMany(machine)
await completeRun(machine)
await uploadReport(machine)
await beRefused(machine)
await deleteRun(user)
console.log('journey complete')

async function signUp(): Promise<Client<paths>> {
  const body = { email: `typescript-${Date.now()}@example.com`, password: 'correct horse', name: 'TypeScript' }
  const { accessToken, user } = await done(createClient<paths>({ baseUrl }).POST('/auth/sign-up', { body }), 201)
  equal(user.email, body.email)
  return as(`Bearer ${accessToken}`)
}

async function createProject(user: Client<paths>) {
  const created = await done(user.POST('/projects', { body: { name: 'Checkout', description: null } }), 201)
  const { description, userRole, testSuites, createdAt, clientSecret }: Schemas['Project'] = created
  deepEqual({ description, userRole, testSuites }, { description: null, userRole: 'owner', testSuites: [] })
  equal(new Date(createdAt).toISOString(), createdAt)
  match(clientSecret ?? '', /./)
  return created
}

async function createCases(machine: Client<paths>) {
  const create = (body: Omit<Schemas['TestCasesCreateRequest'], 'testSuiteId'>) =>
    done(machine.POST('/test-cases', { body: { ...body, testSuiteId: suite.id } }), 201)
  const text = await create({
    name: 'Says thanks',
    type: 'manual',
    expectedValueType: 'string',
    expectedValue: 'Thanks',
  })
  const number = await create({
    name: 'Answers 200',
    type: 'manual',
    expectedValueType: 'number',
    expectedValue: '200',
  })
  const boolean = await create({
    name: 'Is quick',
    type: 'manual',
    expectedValueType: 'boolean',
    expectedValue: 'true',
  })
  const auto = await create({ name: 'Takes a card', type: 'auto', automationKey: 'C123' })
  const awkward = await create({ name: awkwardName, type: 'auto', description: 'Found by its name' })
  deepEqual([text.number, text.type, boolean.expectedValueType], [1, 'manual', 'boolean'])
  deepEqual(
    [auto.automationKey, auto.expectedValueType, auto.expectedValue, auto.description],
    ['C123', null, null, null],
  )
  return { text, number, boolean, auto, awkward }
}

async function listCasesInPages(machine: Client<paths>): Promise<void> {
  const page = (offset: number) =>
    machine.GET('/test-cases/test-suite/{id}', { params: { path: { id: suite.id }, query: { limit: 3, offset } } })
  const [first, second] = [await page(0), await page(3)]
  deepEqual([first.data?.length, first.response.headers.get('X-Total-Count')], [3, '5'])
  match(first.response.headers.get('Link') ?? '', /rel="next"/)
  deepEqual(
    second.data?.map(({ name }) => name),
    ['Takes a card', awkwardName],
  )
  equal(second.response.headers.get('Link'), null)
}

async function startRun(machine: Client<paths>) {
  const options = { params: { path: { projectId: project.id } }, body: { description: 'Build 123' } }
  const started = await done(machine.POST('/test-runs/project/{projectId}', options), 201)
  const { status, completedAt, createdBy, summary } = started
  deepEqual({ status, completedAt, createdBy }, { status: 'running', completedAt: null, createdBy: null })
  deepEqual(summary, { total: 5, passed: 0, failed: 0, error: 0, pending: 5, skipped: 0, flaky: 0 })
  return started
}

async function executeAll(machine: Client<paths>): Promise<void> {
  const execute = (id: string, body: Omit<Schemas['TestResultsExecuteRequest'], 'testRunId'>) =>
    done(
      machine.POST('/test-cases/{id}/execute', { params: { path: { id } }, body: { ...body, testRunId: run.id } }),
      201,
    )
  equal((await execute(cases.text.id, { actualValue: 'Sorry', trace: 'at checkout.ts:12' })).status, 'failed')
  const startedAt = '2026-01-31T12:00:00.000Z'
  const flaky = await execute(cases.text.id, { actualValue: 'Thanks', executionTimeMs: 41.5, startedAt })
  const { executedAt, ...again } = flaky
  deepEqual([again.status, again.flaky, again.trace, again.executionTimeMs], ['passed', true, null, 41.5])
  deepEqual([again.startedAt, again.executedBy], [startedAt, null])
  equal(new Date(executedAt ?? '').toISOString(), executedAt)
  equal((await execute(cases.number.id, { actualValue: '500' })).status, 'failed')
  equal((await execute(cases.auto.id, { errorMessage: 'Connection refused' })).status, 'error')
  equal((await execute(cases.auto.id, { actualValue: null })).status, 'pending')
  equal((await execute(cases.auto.id, { status: 'skipped', notes: 'No card at hand' })).status, 'skipped')
  const body = { testRunId: run.id, actualValue: 'TRUE', notes: 'Seen in the browser' }
  const manual = await done(
    machine.POST('/test-cases/{id}/execute-manual', { params: { path: { id: cases.boolean.id } }, body }),
    201,
  )
  deepEqual([manual.status, manual.notes, manual.attempts], ['passed', 'Seen in the browser', 1])
}

async function correctAndTakeBack(machine: Client<paths>): Promise<void> {
  const { id: resultId } = await find(machine, cases.number.name)
  const setValue = (actualValue: string | null) =>
    done(machine.PATCH('/test-runs/result/{resultId}', { params: { path: { resultId } }, body: { actualValue } }), 200)
  equal((await setValue('200.0')).status, 'passed')
  const { status, actualValue } = await setValue(null)
  deepEqual({ status, actualValue }, { status: 'pending', actualValue: null })
  const attempts = await done(
    machine.GET('/test-runs/result/{resultId}/attempts', { params: { path: { resultId } } }),
    200,
  )
  deepEqual(attempts.map((attempt) => attempt.status).toSorted(), ['failed', 'passed', 'pending'])
}

async function readRun(machine: Client<paths>): Promise<void> {
  const awkward = await find(machine, awkwardName)
  deepEqual([awkward.testCase.name, awkward.status, awkward.executedAt], [awkwardName, 'pending', null])
  const path = { testRunId: run.id }
  const { summary, results } = await done(machine.GET('/test-runs/{testRunId}', { params: { path } }), 200)
  deepEqual(summary, { total: 5, passed: 2, failed: 0, error: 0, pending: 2, skipped: 1, flaky: 1 })
  deepEqual(
    results.map(({ status }) => status),
    ['passed', 'pending', 'passed', 'skipped', 'pending'],
  )
  const skipped = await done(
    machine.GET('/test-runs/{testRunId}/results', { params: { path, query: { status: 'skipped' } } }),
    200,
  )
  deepEqual(
    skipped.map(({ testCase }) => testCase.id),
    [cases.auto.id],
  )
}

/** A call repeated with the same key, as after a lost response, runs once. */
async function recordMany(machine: Client<paths>): Promise<void> {
  const params = { path: { testRunId: run.id }, header: { 'Idempotency-Key': `${run.id} 1` } }
  const body = {
    results: [
      { testCaseId: cases.awkward.id, errorMessage: 'Connection refused' },
      { suiteName: suite.name, caseName: awkwardName, status: 'passed' as const },
    ],
  }
  const send = () => machine.POST('/test-runs/{testRunId}/results', { params, body })
  const [first, second] = [await send(), await send()]
  deepEqual(
    first.data?.results.map(({ status, attempts, flaky }) => [status, attempts, flaky]),
    [
      ['error', 1, false],
      ['passed', 2, true],
    ],
  )
  deepEqual(first.data?.summary, { total: 5, passed: 3, failed: 0, error: 0, pending: 1, skipped: 1, flaky: 2 })
  deepEqual(second.data, first.data)
  deepEqual(
    [first, second].map(({ response }) => response.headers.get('Idempotency-Replayed')),
    [null, 'true'],
  )
  const unknown = machine.POST('/test-runs/{testRunId}/results', {
    params: { path: params.path },
    body: { results: [{ testCaseId: unknownId }] },
  })
  const { issues } = await refused(unknown, 404, 'NOT_FOUND')
  deepEqual(
    issues?.map(({ path }) => path),
    [['results', 0]],
  )
}

async function completeRun(machine: Client<paths>): Promise<void> {
  const path = { testRunId: run.id }
  const completed = await done(machine.POST('/test-runs/{testRunId}/complete', { params: { path } }), 200)
  equal(completed.status, 'completed')
  notEqual(completed.completedAt, null)
}

async function uploadReport(machine: Client<paths>): Promise<void> {
  const params = { path: { projectId: project.id }, query: { run: 'build-123', complete: 'true' as const } }
  const body = `<testsuite name="Checkout"><testcase classname="Cart" name="adds"/></testsuite>`
  const options = {
    params,
    body,
    bodySerializer: String,
    headers: { 'Content-Type': 'application/octet-stream' },
  }
  const { format, created, recorded, testRun } = await done(
    machine.PUT('/test-runs/project/{projectId}/report', options),
    201,
  )
  deepEqual([format, created, recorded], ['junit', 1, 1])
  deepEqual([testRun.key, testRun.status, testRun.summary.passed], ['build-123', 'completed', 1])
  await done(machine.PUT('/test-runs/project/{projectId}/report', options), 200)
}

async function beRefused(machine: Client<paths>): Promise<void> {
  const late = { params: { path: { id: cases.auto.id } }, body: { testRunId: run.id, actualValue: 'late' } }
  await refused(
    machine.POST('/test-cases/{id}/execute', late),
    409,
    'CONFLICT',
    'Only running test runs accept results',
  )
  await refused(machine.GET('/test-cases/{id}', { params: { path: { id: unknownId } } }), 404, 'NOT_FOUND')
  const stranger = as(`Basic ${Buffer.from(`${project.id}:wrong`).toString('base64')}`)
  await refused(stranger.GET('/test-suites/{id}', { params: { path: { id: suite.id } } }), 401, 'UNAUTHORIZED')
  const body = {
    name: 'Counts',
    testSuiteId: suite.id,
    type: 'manual',
    expectedValueType: 'number',
    expectedValue: 'many',
  } as const
  const { issues } = await refused(machine.POST('/test-cases', { body }), 400, 'BAD_REQUEST')
  deepEqual(
    issues?.map(({ path }) => path),
    [['expectedValue']],
  )
}

async function deleteRun(user: Client<paths>): Promise<void> {
  const params = { path: { testRunId: run.id } }
  match((await done(user.DELETE('/test-runs/{testRunId}', { params }), 200)).message, /./)
  await refused(user.GET('/test-runs/{testRunId}', { params }), 404, 'NOT_FOUND')
}

function find(machine: Client<paths>, caseName: string): Promise<Schemas['TestResult']> {
  const path = { runId: run.id, projectId: project.id, suiteId: suite.id, caseName }
  return done(
    machine.GET('/test-runs/{runId}/project/{projectId}/test-suites/{suiteId}/test-cases/{caseName}', {
      params: { path },
    }),
    200,
  )
}

function as(authorization: string): Client<paths> {
  return createClient<paths>({ baseUrl, headers: { authorization } })
}

async function done<T>(call: Promise<Answer<T>>, status: number): Promise<T> {
  const { data, error, response } = await call
  equal(response.status, status, JSON.stringify(error))
  return data as T
}

async function refused(
  call: Promise<Answer<unknown>>,
  status: number,
  code: string,
  message?: string,
): Promise<Schemas['ApiError']> {
  const { error, response } = await call
  deepEqual([response.status, error?.code], [status, code])
  if (message) equal(error?.message, message)
  return error as Schemas['ApiError']
}
