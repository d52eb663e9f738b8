import { expect, test } from 'vitest'
import { PNG } from '../../attachments/testing.ts'
import { machine } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { agentOf } from './testing.ts'

const server = await useTestServer()
const owner = await server.person('Olga')

/** Two nightly runs of 60 cases: in the second one two cases fail, one of them as before. */
async function nights() {
  const project = await server.project(owner, 'Shop')
  const report = (failing: number[]) => {
    const tests = Array.from({ length: 60 }, (_, at) => {
      const failure = `<failure message="expected 2, got ${at}">at cart.spec.ts:${at}</failure>`
      return `<testcase classname="cart" name="test ${at}">${failing.includes(at) ? failure : ''}</testcase>`
    })
    return `<testsuite name="cart">${tests.join('')}</testsuite>`
  }
  await server.upload(machine(project), project.id, report([7]), { branch: 'main', description: 'Night 1' })
  await server.upload(machine(project), project.id, report([7, 31]), { branch: 'main', description: 'Night 2' })
  return project
}

test('why the run of last night failed, and whether it is new, takes an agent three calls with the picture', async () => {
  const project = await nights()
  const [{ id: runId }] = (await server.get(`/test-runs/project/${project.id}`, owner)).body
  await server.post(`/test-runs/${runId}/reopen`, {}, owner)
  const { body: failing } = await server.get(`/test-runs/${runId}/results?status=failed`, owner)
  await server.attach(owner, failing[1].id, PNG, 'cart.png')
  const agent = await agentOf(server.url, machine(project))
  const { json: run } = await agent.call('get_run')
  expect(run).toMatchObject({ run: 'R2', branch: 'main', counts: { total: 60, passed: 58, failed: 2 } })
  expect(run.results).toMatchObject([
    { case: 'C8', name: 'test 7', error: 'expected 2, got 7' },
    { case: 'C32', name: 'test 31', status: 'failed', isNew: true, error: 'expected 2, got 31', files: 1 },
  ])
  expect(run.results[0]).not.toHaveProperty('isNew')
  const { json: failure } = await agent.call('get_failure', { run: 'R2', case: 'C32' })
  expect(failure).toMatchObject({
    case: 'C32',
    suite: 'cart',
    isNew: true,
    trace: expect.stringContaining('cart.spec.ts:31'),
    files: [{ name: 'cart.png', type: 'image/png' }],
    history: [
      { run: 'R2', status: 'failed' },
      { run: 'R1', status: 'passed' },
    ],
  })
  const { content } = await agent.call('get_attachment', { attachment: failure.files[0].attachment })
  expect(content[1]).toEqual({ type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' })
  expect(agent.spent.calls).toBe(3)
  await agent.close()
})

test('a whole session of an agent, from search to the picture of a failure, takes 15 calls and 60 kB at most', async () => {
  const project = await nights()
  const agent = await agentOf(server.url, machine(project))
  await agent.client.listTools()
  await agent.call('project_context')
  expect((await agent.call('search_cases', { q: 'gift card' })).json.cases).toEqual([])
  const steps = [{ action: 'Open the cart' }, { action: 'Pay', expected: 'A receipt' }]
  const cases = ['Pays by gift card', 'Refuses an empty gift card', 'Shows the rest'].map((name) => {
    return { suite: 'Gift cards', name, steps, tags: ['gift'] }
  })
  const { json: saved } = await agent.call('save_cases', { cases })
  expect(saved.cases.map((each: { case: string }) => each.case)).toEqual(['C61', 'C62', 'C63'])
  const { json: run } = await agent.call('start_run', { description: 'Gift cards', tags: ['gift'], branch: 'main' })
  expect(run).toMatchObject({ run: 'R3', status: 'running', counts: { total: 3, pending: 3 } })
  const { json: recorded } = await agent.call('record_results', {
    run: 'R3',
    results: [
      { case: 'C61', status: 'passed' },
      { case: 'C62', status: 'failed', notes: 'It was taken', steps: [{ index: 1, status: 'failed' }] },
      { case: 'C63', status: 'skipped' },
    ],
  })
  expect(recorded.results).toEqual({ passed: ['C61'], failed: ['C62'], skipped: ['C63'] })
  const results = (await server.get(`/test-runs/project/${project.id}?limit=1`, owner)).body
  const { body } = await server.get(`/test-runs/${results[0].id}/results?status=failed`, owner)
  await server.attach(owner, body[0].id, PNG, 'gift.png')
  await agent.call('complete_run', { run: 'R3' })
  const { json: failure } = await agent.call('get_failure', { run: 'R3', case: 'C62' })
  expect(failure).toMatchObject({ notes: 'It was taken', steps: [{ status: 'pending' }, { status: 'failed' }] })
  await agent.call('get_attachment', { attachment: failure.files[0].attachment })
  await agent.call('get_run', { run: 'R2' })
  await agent.call('compare_runs', { run: 'R2' })
  await agent.call('list_flaky')
  await agent.call('search_cases', { q: 'test', limit: 100 })
  await agent.call('get_case', { case: 'C62' })
  await agent.call('list_runs')
  expect(agent.spent.calls).toBeLessThanOrEqual(15)
  expect(agent.spent.bytes).toBeLessThanOrEqual(60_000)
  await agent.close()
})

test('a failure tells of its earlier attempts and its quarantine, and a comparison what is slower than in the named run', async () => {
  const project = await nights()
  const agent = await agentOf(server.url, machine(project))
  const start = async () => (await agent.call('start_run', { suites: ['cart'] })).json.run
  const record = async (run: string, ref: string, entry: object) =>
    await agent.call('record_results', { run, results: [{ case: ref, ...entry }] })
  const [one, two] = [await start(), await start()]
  await record(one, 'C1', { status: 'passed', executionTimeMs: 600 })
  await record(two, 'C1', { status: 'passed', executionTimeMs: 2_000 })
  await record(two, 'C8', { status: 'failed', errorMessage: 'first', notes: 'slow', executionTimeMs: 5 })
  await record(two, 'C8', { status: 'failed', errorMessage: 'second' })
  await record(two, 'C9', { status: 'failed' })
  const { body } = await server.get(`/projects/${project.id}/test-cases/C8`, owner)
  await server.call('PUT', `/test-cases/${body.id}/quarantine`, { as: owner, body: {} })
  const { json: failure } = await agent.call('get_failure', { run: two, case: 'C8' })
  expect(failure).toMatchObject({ isQuarantined: true, attempts: 2, errorMessage: 'second' })
  expect(failure.earlierAttempts).toEqual([
    { number: 1, status: 'failed', error: 'first', notes: 'slow', executionTimeMs: 5, at: expect.any(String) },
  ])
  expect((await agent.call('get_failure', { run: two, case: 'C9' })).json).not.toHaveProperty('isQuarantined')
  const { json: compared } = await agent.call('compare_runs', { run: two, with: one, kind: ['slower'] })
  expect([compared.with.run, compared.changes]).toMatchObject([one, [{ case: 'C1', ms: 2_000, msBefore: 600 }]])
  expect((await agent.call('compare_runs', { run: two, with: 'R1' })).json.with).toMatchObject({ run: 'R1' })
  expect((await agent.call('search_cases', { suite: ['cart'], limit: 1 })).json).toMatchObject({
    total: 60,
    next: 'C1',
  })
  expect(await agent.refusal('record_results', { run: two, results: [{ suite: 'cart', status: 'passed' }] })).toBe(
    'results.0: Give a case, or a suite and a name',
  )
  await agent.close()
})
