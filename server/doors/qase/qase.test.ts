import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestServer } from '../../testing/use-server.ts'
import { qaseClient, qaseResult } from './testing.ts'

const server = await useTestServer()
const owner = await server.person('Olga')

async function open() {
  const project = await server.project(owner)
  const qase = qaseClient(server, project)
  const runs = async () => (await server.get(`/test-runs/project/${project.id}`, owner)).body
  const results = async () => {
    const [{ id }] = await runs()
    return (await server.get(`/test-runs/${id}`, owner)).body.results
  }
  return { project, qase, runs, results }
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('reporters of Qase that complete one run at the same time are all told that it is completed', async () => {
  const { qase, runs } = await open()
  for (const title of ['Shards', 'Shards again', 'And again']) {
    const id = await qase.start({ title })
    const completed = await Promise.all(Array.from({ length: 20 }, () => qase.complete(id)))
    expect(completed.map(({ status }) => status)).toEqual(completed.map(() => 200))
  }
  expect((await runs()).map(({ status }: { status: string }) => status)).toEqual([
    'completed',
    'completed',
    'completed',
  ])
})

test('a reporter of Qase starts a run, records results live with their cases, and completes the run', async () => {
  const { project, qase, runs, results } = await open()
  const id = await qase.start({ title: 'Nightly', description: 'of main', tags: ['smoke', 'web'] })
  expect(id).toBe(1)
  const failure = { execution: { stacktrace: 'at cart.spec.ts:12' }, message: 'expected 2, got 1' }
  const sent = await qase.send(id, qaseResult('Adds an item'), qaseResult('Pays by card', 'failed', failure))
  expect([sent.status, sent.body]).toEqual([202, { status: true }])
  const [run] = await runs()
  expect(run).toMatchObject({ ref: 'R1', status: 'running', description: 'Nightly\n\nof main\n\nTags: smoke, web' })
  expect(run.summary).toMatchObject({ total: 2, passed: 1, failed: 1 })
  expect(await results()).toMatchObject([
    {
      ref: 'C1',
      status: 'passed',
      executionTimeMs: 1250,
      startedAt: '2026-09-21T14:13:20.250Z',
      testCase: { name: 'Adds an item', type: 'auto', testSuite: { name: 'cart.spec.ts › Cart' } },
    },
    { ref: 'C2', status: 'failed', errorMessage: 'expected 2, got 1', trace: 'at cart.spec.ts:12' },
  ])
  for (const _ of [1, 2]) expect(await qase.complete(id)).toMatchObject({ status: 200, body: { status: true } })
  expect(await runs()).toMatchObject([{ status: 'completed' }])
  expect(await qase.send(id, qaseResult('Adds an item'))).toMatchObject({
    status: 400,
    body: { status: false, errorMessage: 'Only running test runs accept results' },
  })
  expect((await server.get(`/projects/${project.id}/test-cases`, owner)).body).toHaveLength(2)
})

test('a result of Qase goes to the case of its id, and else to the case of its signature or name', async () => {
  const { project, qase, results } = await open()
  const suite = await server.suite(owner, project.id, 'Checkout')
  const steps = [
    { action: 'Open the cart', expected: '' },
    { action: 'Pay', expected: '' },
  ]
  await server.testCase(owner, suite.id, { name: 'By hand', steps })
  const id = await qase.start()
  const step = (action: string, status: string) => ({ data: { action }, execution: { status, attachments: [] } })
  const linked = { testops_ids: [1, 99], steps: [step('Open the cart', 'passed'), step('Pay', 'failed')] }
  await qase.send(id, qaseResult('Anything', 'failed', linked), qaseResult('Adds an item'))
  const [byHand, added] = await results()
  expect(byHand).toMatchObject({ ref: 'C1', status: 'failed' })
  expect(byHand.steps.map((each: { status: string }) => each.status)).toEqual(['passed', 'failed'])
  expect(byHand.notes).toBe('1. passed: Open the cart\n2. failed: Pay\n\nNot found: C99')
  await server.patch(`/test-cases/${added.testCase.id}`, { name: 'Renamed' }, owner)
  const next = await qase.start()
  await qase.send(next, qaseResult('Adds an item'), qaseResult('Something', 'passed', { testops_id: 1 }))
  expect(await results()).toMatchObject([{ ref: 'C1' }, { ref: 'C2', testCase: { name: 'Renamed' } }])
})

test('a repeated execution is a retry: failed, then passed, is flaky with two attempts', async () => {
  const { qase, runs, results } = await open()
  const id = await qase.start()
  await qase.send(id, qaseResult('Pays', 'failed'))
  await qase.send(id, qaseResult('Pays', 'passed'), qaseResult('Pays', 'skipped'))
  // Some reporters retry by themselves, and say so.
  const retried = ['passed', 'failed'].map((status) =>
    qaseResult(`Was ${status}`, status, { fields: { is_flaky: 'true' } }),
  )
  await qase.send(id, ...retried)
  expect(await results()).toMatchObject([
    { status: 'passed', flaky: true, attempts: 3 },
    { status: 'passed', flaky: true },
    { status: 'failed', flaky: false },
  ])
  expect((await runs())[0].summary).toMatchObject({ total: 3, passed: 2, failed: 1, flaky: 2 })
})

test('tests with other parameters are other tests, and of those of one case the worst counts', async () => {
  const { project, qase, results } = await open()
  const suite = await server.suite(owner, project.id)
  await server.testCase(owner, suite.id)
  const id = await qase.start()
  const inBrowser = (browser: string, status: string, more = {}) =>
    qaseResult('Pays', status, { params: { browser }, ...more })
  await qase.send(id, inBrowser('firefox', 'failed'), inBrowser('chromium', 'passed'))
  const linked = { testops_ids: [1] }
  await qase.send(id, inBrowser('firefox', 'failed', linked), inBrowser('chromium', 'passed', linked))
  expect(await results()).toMatchObject([
    { ref: 'C1', status: 'failed', attempts: 2 },
    { status: 'failed', testCase: { name: 'Pays (browser=firefox)' } },
    { status: 'passed', testCase: { name: 'Pays (browser=chromium)' } },
  ])
})

test('blocked is skipped with a note, invalid is an error, and an unknown status is refused', async () => {
  const { qase, results } = await open()
  const id = await qase.start()
  await qase.send(id, qaseResult('A', 'blocked', { message: 'no device' }), qaseResult('B', 'invalid'))
  await qase.send(id, qaseResult('C', 'disabled'), qaseResult('D', 'passed', { message: 'by the way' }))
  expect(await results()).toMatchObject([
    { status: 'skipped', notes: 'Blocked\n\nno device', errorMessage: null },
    { status: 'error' },
    { status: 'skipped', notes: null },
    { status: 'passed', notes: 'by the way' },
  ])
  const { status, body } = await qase.send(id, qaseResult('E', 'green'))
  expect([status, body]).toEqual([400, { status: false, errorMessage: expect.stringContaining('results.0.execution') }])
  expect(await results()).toHaveLength(4)
})

test('a result that is sent again by its id is recorded once', async () => {
  const { qase, results } = await open()
  const id = await qase.start()
  const [first, second] = [qaseResult('A'), qaseResult('B')]
  await qase.send(id, first, first)
  await Promise.all([qase.send(id, first, second), qase.send(id, second)])
  await qase.send(id, { ...qaseResult('A'), id: undefined })
  expect(await results()).toMatchObject([{ attempts: 2 }, { attempts: 1 }])
})

test('files are uploaded first and belong to the results and steps that name their hashes', async () => {
  const { project, qase, results } = await open()
  const id = await qase.start()
  const { status, body } = await qase.upload(['cart.png', PNG], ['log.txt', Buffer.from('one\ntwo')], ['pay.png', PNG])
  expect(status).toBe(200)
  expect(body.result).toMatchObject([
    { filename: 'cart.png', mime: 'image/png', size: PNG.length },
    { filename: 'log.txt', mime: 'text/plain', size: 7 },
    { filename: 'pay.png' },
  ])
  const [cart, log, pay] = body.result.map(({ hash }: { hash: string }) => hash)
  const step = { data: { action: 'Pay' }, execution: { status: 'passed', attachments: [pay] } }
  const unknown = randomUUID()
  await qase.send(id, qaseResult('A', 'failed', { attachments: [cart, log, unknown], steps: [step] }))
  const [result] = await results()
  expect(result.attachments.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
    ['cart.png', 'image/png'],
    ['log.txt', 'text/plain'],
    ['pay.png', 'image/png'],
  ])
  expect(result.notes).toBe(`1. passed: Pay\n\nAttachment not found: ${unknown}`)
  const picture = await fetch(`${server.url}/api/attachments/${result.attachments[0].id}`, { headers: owner })
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(PNG)

  const other = await open()
  const elsewhere = await other.qase.start()
  const { hash } = (await qase.upload(['own.png', PNG])).body.result[0]
  await other.qase.send(elsewhere, qaseResult('A', 'passed', { attachments: [hash] }))
  expect(await other.results()).toMatchObject([{ attachments: [], notes: `Attachment not found: ${hash}` }])
  expect((await server.get(`/projects/${project.id}/arrivals`, owner)).body).toContainEqual({
    door: 'qase',
    receivedAt: expect.any(String),
  })
})

test('an environment has the same number each time, and runs that name it have it', async () => {
  const { qase, runs } = await open()
  const find = async (slug: string) => (await qase.call('GET', `/v1/environment/SHOP?slug=${slug}&limit=100`)).body
  expect((await find('staging')).result.entities).toMatchObject([{ id: 1, slug: 'staging' }])
  expect((await find('live')).result.entities).toMatchObject([{ id: 2, slug: 'live' }])
  expect((await find('staging')).result.entities).toMatchObject([{ id: 1 }])
  expect((await qase.call('GET', '/v1/environment/SHOP')).body.result.total).toBe(2)
  await qase.start({ environment_id: 1 })
  expect(await runs()).toMatchObject([{ environment: 'staging' }])
  const body = { title: 'x', environment_id: 9 }
  expect((await qase.call('POST', '/v1/run/SHOP', { body })).body.errorMessage).toContain('environment_id')
})

test('configurations are empty, plans are refused, and the addresses of a run lead to its page', async () => {
  const { project, qase } = await open()
  const id = await qase.start()
  for (const path of ['/v1/configuration', '/v1/configuration/SHOP'])
    expect((await qase.call('GET', path)).body).toMatchObject({ status: true, result: { total: 0, entities: [] } })
  const plan = await qase.call('POST', '/v1/run/SHOP', { body: { title: 'x', plan_id: 3 } })
  expect([plan.status, plan.body.errorMessage]).toEqual([400, expect.stringContaining('not supported by Assay')])
  const page = `/projects/${project.id}?tab=runs&run=R1`
  const shown = await qase.call('PATCH', `/v1/run/SHOP/${id}/public`, { body: { status: true } })
  expect(shown.body).toEqual({ status: true, result: { url: server.url + page } })
  expect(await qase.call('PATCH', '/v1/run/SHOP/99/public')).toMatchObject({ status: 404, body: { status: false } })
  const redirect = await qase.call('GET', `/run/${project.id}/dashboard/${id}?source=logs`)
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, page])
  expect((await qase.call('GET', `/run/SHOP/dashboard/${id}`)).headers.get('location')).toBe('/projects')
})

test('a run that a reporter links with an issue names it in its description, once', async () => {
  const { project, qase, runs } = await open()
  const id = await qase.start()
  const link = async (run_id: number, external_issue: unknown, headers = {}) =>
    await qase.call('POST', '/v1/run/SHOP/external-issue', {
      body: { type: 'jira-cloud', links: [{ run_id, external_issue }] },
      headers,
    })
  const { body } = await server.post(`/projects/${project.id}/tokens`, { name: 'CI', verbs: ['record'] }, owner)
  expect((await link(id, 'PAY-2', { Token: body.token })).status).toBe(200)
  for (const issue of ['PAY-1', 'PAY-1', null])
    expect(await link(id, issue)).toMatchObject({ status: 200, body: { status: true } })
  expect((await runs())[0].description).toBe('Nightly\n\nIssue: PAY-1')
  expect(await link(99, 'PAY-1')).toMatchObject({ status: 404, body: { status: false } })
  expect(await link(id, 7)).toMatchObject({ status: 400, body: { status: false } })
})

test('a token of a person opens its project as long as the person is a member', async () => {
  const { project, qase } = await open()
  const id = await qase.start()
  const tess = await server.person('Tess')
  await server.member(owner, project.id, tess)
  const wish = { name: 'CI', verbs: ['record'], projectIds: [project.id] }
  const { token } = (await server.post('/auth/tokens', wish, tess)).body
  const show = async () => (await qase.call('PATCH', `/v1/run/SHOP/${id}/public`, { headers: { Token: token } })).status
  expect(await show()).toBe(200)
  await server.delete(`/projects/${project.id}/members/${tess.id}`, owner)
  expect(await show()).toBe(404)
})

test('errors have the form of Qase, and nothing is read before the credential', async () => {
  const { project, qase } = await open()
  const id = await qase.start()
  const wrong = (headers: Record<string, string>) => qase.call('POST', '/v1/run/SHOP', { body: '{', headers })
  const refused = { status: false, errorMessage: 'Invalid project credentials' }
  expect(await wrong({ Token: `${project.id}:wrong` })).toMatchObject({ status: 401, body: refused })
  expect((await wrong({ Token: 'assay_1' })).status).toBe(401)
  expect((await wrong({})).body).toEqual({ status: false, errorMessage: 'The body is not valid JSON' })
  expect((await wrong({ Token: owner.authorization })).headers.get('www-authenticate')).toBeNull()
  expect(await qase.send(99, qaseResult('A'))).toMatchObject({ status: 404, body: { status: false } })
  expect((await qase.call('GET', '/v1/case/SHOP')).body).toMatchObject({ status: false })
  expect((await qase.call('POST', `/v1/run/SHOP/%zz/complete`)).status).toBe(400)
  const large = await qase.call('POST', '/v1/run/SHOP', { body: JSON.stringify({ title: 'x'.repeat(5_000_000) }) })
  expect(large).toMatchObject({ status: 413, body: { status: false } })
  const nothing = await qase.call('POST', '/v1/attachment/SHOP', { body: {} })
  expect([nothing.status, nothing.body.status]).toEqual([415, false])
  expect((await qase.send(id)).status).toBe(400)
})
