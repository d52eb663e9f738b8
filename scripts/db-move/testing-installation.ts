import { setTimeout as pause } from 'node:timers/promises'
import { Authenticator } from '#server/testing/authenticator.ts'
import { request } from '#server/testing/process.ts'
import { codeOf } from '#server/testing/second-factors.ts'
import { apiOf } from '../seed/api.ts'
import { PASSWORD, seed } from '../seed/demo.ts'

/* An installation with rows in every table. */

export type Installation = { token: string; credential: string; inviteToken: string }

/** The number of tests in the report: more than one batch. */
const REPORTED = 4_500

/** Fills an empty server so that every table has rows. */
export async function useEverything(url: string): Promise<Installation> {
  await seed(url, () => {})
  const { body } = await request(url, 'POST', '/auth/sign-in', { email: 'ada@example.com', password: PASSWORD })
  const token: string = body.accessToken
  const call = apiOf(url, token)
  const project = (await call('GET', '/projects')).find(({ userRole }: { userRole: string }) => userRole === 'owner')
  const credential = `Basic ${Buffer.from(`${project.id}:${project.clientSecret}`).toString('base64')}`
  await deletePersonWhoRecorded(url, project.id, token)
  await deleteCaseWithResults(url, project.id, token)
  await judgeSteps(url, project.id, token, body.user.id)
  await tellBen(url, project.id, call)
  await uploadReport(url, project.id, credential)
  await executeOnce(url, project.id, credential)
  await reportLive(url, `${project.id}:${project.clientSecret}`)
  await numberRecords(url, credential)
  await request(url, 'POST', '/auth/sign-in', { email: 'ben@example.com', password: 'not the password' })
  const { body: left } = await request(url, 'POST', '/auth/sign-in', { email: 'ada@example.com', password: PASSWORD })
  await apiOf(url, left.accessToken)('POST', '/auth/sign-out')
  await useSecondFactor(url)
  await shareRun(call, project.id)
  await notify(call, project.id)
  await call('POST', `/projects/${project.id}/tokens`, { name: 'CI', verbs: ['record'] })
  const { inviteLink } = await call('POST', `/invite/create/${project.id}`, { email: 'dora@example.com' })
  return { token, credential, inviteToken: new URL(inviteLink).searchParams.get('token') as string }
}

async function useSecondFactor(url: string): Promise<void> {
  const fay = { email: 'fay@example.com', password: PASSWORD }
  const { accessToken } = await apiOf(url)('POST', '/auth/sign-up', { ...fay, name: 'Fay' })
  const as = apiOf(url, accessToken)
  const { secret, ticket } = await as('POST', '/auth/factors/totp')
  const confirm = { ticket, code: codeOf(secret) }
  const { recoveryCodes } = await as('POST', '/auth/factors/totp/confirm', confirm)
  const device = new Authenticator({ origin: new URL(url).origin, count: 4_000_000_000 })
  const { ticket: begun, passkeyOptions } = await as('POST', '/auth/factors/passkey')
  await as('POST', '/auth/factors/passkey/confirm', { ticket: begun, passkey: device.create(passkeyOptions) })
  // A new factor ends the sign-ins that have begun.
  const { body } = await request(url, 'POST', '/auth/sign-in', fay)
  const proof = { ticket: body.secondFactor.ticket, recoveryCode: recoveryCodes[0] }
  await apiOf(url)('POST', '/auth/sign-in/second-factor', proof)
}

async function tellBen(url: string, projectId: string, call: ReturnType<typeof apiOf>): Promise<void> {
  const { body } = await request(url, 'POST', '/auth/sign-in', { email: 'ben@example.com', password: PASSWORD })
  const ben = apiOf(url, body.accessToken)
  await ben('PATCH', '/notices/settings', { kind: 'assigned', mail: false })
  const { id: testRunId, results } = await call('POST', `/test-runs/project/${projectId}`, {})
  await call('PATCH', `/test-runs/${testRunId}/results`, {
    assigneeId: body.user.id,
    results: [{ resultId: results[0].id }],
  })
  while ((await ben('GET', '/notices')).length === 0) await pause(50)
}

async function deletePersonWhoRecorded(url: string, projectId: string, admin: string): Promise<void> {
  const { accessToken, user } = await apiOf(url)('POST', '/auth/sign-up', {
    name: 'Eve Ünal',
    email: 'eve@example.com',
    password: PASSWORD,
  })
  await apiOf(url, admin)('POST', `/projects/${projectId}/members`, { userId: user.id })
  await recordAll(url, projectId, accessToken)
  await apiOf(url, admin)('DELETE', `/admin/users/${user.id}`)
}

/** Values that the two databases may store differently. */
const OUTCOMES = [
  { actualValue: '1e-7', executionTimeMs: 1e-7 },
  {
    actualValue: 'two\nlines\t"quoted" \\ back',
    executionTimeMs: 41.5,
    notes: '\\u0041',
    defects: ['PAY-1', '"q"\\u0041'],
  },
  { actualValue: '😀 ё 中文 \u{1F469}\u200D\u{1F4BB}', executionTimeMs: 123_456_789.123 },
  { errorMessage: "it's ‘quoted’ {a,b} \u0001\u001F\u007F", trace: 'NULL', startedAt: '2026-01-31T12:00:00.000Z' },
]

const STEPS = [
  { action: '**Pay** 🛒\n1. "card"', expected: '\ud800 \u2028' },
  { action: '[]', expected: '' },
]

async function judgeSteps(url: string, projectId: string, token: string, assigneeId: string): Promise<void> {
  const call = apiOf(url, token)
  const { id: testRunId, results } = await call('POST', `/test-runs/project/${projectId}`, {
    description: 'Steps',
    branch: 'fé/ß',
    commit: '5f0c2a9',
    environment: "it's",
    buildUrl: 'https://ci.example.com/?a=1&b=2',
    milestone: '🛒 2',
  })
  const { id: resultId } = results.find(({ steps }: { steps: unknown[] }) => steps.length > 0)
  const steps = [{ index: 1, status: 'failed', note: '\ud800 "no" 🛒' }]
  await call('PATCH', `/test-runs/${testRunId}/results`, { assigneeId, results: [{ resultId, steps }] })
}

async function recordAll(url: string, projectId: string, token: string): Promise<void> {
  const call = apiOf(url, token)
  const { id: testRunId, results } = await call('POST', `/test-runs/project/${projectId}`, { description: 'Values' })
  for (const [index, outcome] of OUTCOMES.entries())
    for (const _ of [1, 2])
      await call('POST', `/test-cases/${results[index].testCase.id}/execute`, { testRunId, ...outcome })
}

async function deleteCaseWithResults(url: string, projectId: string, token: string): Promise<void> {
  const call = apiOf(url, token)
  const [suite] = await call('GET', `/test-suites/project/${projectId}`)
  await call('PATCH', `/test-cases/${suite.testCases[1].id}`, {
    name: 'Changed since',
    preconditions: 'Signed in\n🛒',
    steps: STEPS,
  })
  await call('DELETE', `/test-cases/${suite.testCases[0].id}`)
  await deleteSuite(call, projectId)
  const ids = suite.testCases.slice(2, 5).map(({ id }: { id: string }) => id)
  await call('PATCH', `/projects/${projectId}/test-cases`, { ids, addTags: ['moved 🛒'], set: { priority: 'low' } })
  for (const id of ids) await call('PUT', `/test-cases/${id}/quarantine`, { reason: 'Times out 🛒\nsee \\u0041' })
}

async function deleteSuite(call: ReturnType<typeof apiOf>, projectId: string): Promise<void> {
  const { id } = await call('POST', '/test-suites', { name: 'Dropped', projectId })
  await call('POST', '/test-cases', { name: 'Dropped too', type: 'auto', testSuiteId: id })
  await call('DELETE', `/test-suites/${id}`)
}

async function uploadReport(url: string, projectId: string, authorization: string): Promise<void> {
  const cases = Array.from(
    { length: REPORTED },
    (_, index) =>
      `<testcase name="test ${index}" time="0.${index}">${index % 9 === 0 ? '<failure>no</failure>' : ''}</testcase>`,
  )
  const report = `<testsuites><testsuite name="Reported">${cases.join('')}</testsuite></testsuites>`
  const { status } = await fetch(`${url}/api/test-runs/project/${projectId}/report?run=build-1&shard=1/2`, {
    method: 'PUT',
    body: report,
    headers: { authorization },
  })
  if (status >= 300) throw new Error(`the report answered ${status}`)
}

/** An endpoint that cannot be reached: its delivery stays and waits. */
async function notify(call: ReturnType<typeof apiOf>, projectId: string): Promise<void> {
  const hooks = `/projects/${projectId}/webhooks`
  const { id } = await call('POST', hooks, { url: 'https://hooks.invalid/ü', form: 'webhook', branch: '🛒' })
  await call('POST', `${hooks}/${id}/test`)
}

/** Other tools know records by numbers, which are given when they are first read. */
async function numberRecords(url: string, authorization: string): Promise<void> {
  const read = async (method: string): Promise<any> => {
    const response = await fetch(`${url}/index.php?/api/v2/${method}`, { headers: { authorization } })
    if (!response.ok) throw new Error(`${method} answered ${response.status}`)
    return await response.json()
  }
  const { projects } = await read('get_projects')
  await read(`get_cases/${projects[0].id}`)
}

async function executeOnce(url: string, projectId: string, authorization: string): Promise<void> {
  const send = async (path: string, body: object): Promise<any> => {
    const headers = { authorization, 'Idempotency-Key': `once ${path}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}/api${path}`, { method: 'POST', body: JSON.stringify(body), headers })
    if (response.status !== 201) throw new Error(`${path} answered ${response.status}`)
    return await response.json()
  }
  const { id: testRunId, results } = await send(`/test-runs/project/${projectId}`, { description: 'Once' })
  await send(`/test-cases/${results[0].testCase.id}/execute`, { testRunId, actualValue: 'once' })
  await attachFile(url, results[0].id, authorization)
}

/** As a reporter of Qase. */
async function reportLive(url: string, token: string): Promise<void> {
  const call = async (path: string, body?: object): Promise<any> => {
    const headers = { Token: token, 'content-type': 'application/json' }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${url}/qase${path}`, { headers, ...sent })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return ((await response.json()) as { result?: unknown }).result
  }
  const environments = await call('/v1/environment/SHOP?slug=f%C3%A9%2F%C3%9F')
  const run = await call('/v1/run/SHOP', { title: 'Live', environment_id: environments.entities[0].id })
  const result = { id: '🛒', title: 'Arrives alone', execution: { status: 'passed' } }
  await call(`/v2/SHOP/run/${run.id}/results`, { results: [result] })
}

async function shareRun(call: ReturnType<typeof apiOf>, projectId: string): Promise<void> {
  const [run] = await call('GET', `/test-runs/project/${projectId}`)
  await call('POST', `/test-runs/${run.id}/share`)
  await call('POST', `/projects/${projectId}/badge`)
  // This read folds results into summaries. It waits for half a second at most.
  while ((await call('GET', `/projects/${projectId}/quality`)).runsToCount > 0) await pause(50)
}

/** A file with every byte, longer than one chunk. */
async function attachFile(url: string, resultId: string, authorization: string): Promise<void> {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256))
  const address = `${url}/api/test-runs/result/${resultId}/attachments?name=${encodeURIComponent('Bild ü.png')}`
  const { status } = await fetch(address, { method: 'POST', body: bytes, headers: { authorization } })
  if (status !== 201) throw new Error(`the attachment answered ${status}`)
}
