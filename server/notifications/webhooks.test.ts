import { describe, expect, test } from 'vitest'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { startTestServer } from '../testing/server.ts'
import { sealWebhook } from './sealed-webhook.ts'
import { startHooks } from './hooks-testing.ts'
import type { Receiver } from './testing.ts'

const { server, olga, hooks, project, receive, hook, arrived, logOf, stateOf, endedRun } = await startHooks()
const tess = await server.person('Tess')
/** Resolves when no delivery waits. */
const delivered = async () => {
  const waiting = server.services.db.selectFrom('deliveries').select('id').where('state', '=', 'waiting')
  await expect.poll(async () => (await waiting.execute()).length).toBe(0)
}

describe('what a webhook receives', () => {
  test('the published verifier accepts the signature of an ended run, and refuses a changed byte', async () => {
    const receiver = await receive()
    const { secret, ...webhook } = await hook(receiver, { events: ['run.completed', 'run.newFailures'] })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const facts = { branch: 'main', commit: 'abc1234', assigneeId: olga.id }
    const run = await endedRun({ pays: 'failed', ships: 'passed' }, facts)
    await arrived(receiver, 2)
    const verifier = new StandardWebhook(secret)
    for (const { headers, body } of receiver.requests) {
      expect(verifier.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body))
      const changed = body.replace('pays', 'Pays')
      expect(() => verifier.verify(changed, headers as Record<string, string>)).toThrow('signature')
    }
    expect(receiver.requests.map(({ json }) => json.type).toSorted()).toEqual(['run.completed', 'run.newFailures'])
    const [{ json: first }] = receiver.requests as [Receiver['requests'][number]]
    const { data } = first
    expect(data).toMatchObject({
      project: { id: project().id, name: 'Checkout' },
      run: { ref: run.ref, branch: 'main', summary: { passed: 1, failed: 1 }, status: 'completed' },
      comparedWith: null,
      counts: { newFailures: 1, fixed: 0 },
      newFailures: [{ ref: 'C1', name: 'pays', suite: 'Payments', assignee: { id: olga.id, name: 'Olga' } }],
    })
    expect(data.run.url).toBe(`${server.url}/projects/${project().id}?tab=runs&run=${run.id}`)
    expect(data.run.results).toBeUndefined()
    expect(await logOf(webhook)).toHaveLength(2)
  })

  test('each change raises its event once, and names what it is about', async () => {
    const receiver = await receive()
    const events = [
      'run.started',
      'run.reopened',
      'run.deleted',
      'case.created',
      'case.updated',
      'case.deleted',
      'quarantine.changed',
      'member.added',
      'member.removed',
    ]
    const others = await server.suite(olga, project().id, 'Others')
    await server.testCase(olga, others.id, { name: 'other' })
    await hook(receiver, { events })
    const suite = await server.suite(olga, project().id)
    const { id } = await server.testCase(olga, suite.id, { name: 'one' })
    await server.patch(`/test-cases/${id}`, { name: 'uno' }, olga)
    await server.post(`/projects/${project().id}/test-cases/copy`, { ids: [id], testSuiteId: suite.id }, olga)
    await server.call('PUT', `/test-cases/${id}/quarantine`, { as: olga, body: {} })
    await server.member(olga, project().id, tess)
    await server.delete(`/projects/${project().id}/members/${tess.id}`, olga)
    const run = await server.run(olga, project().id)
    await server.post(`/test-runs/${run.id}/complete`, {}, olga)
    await server.post(`/test-runs/${run.id}/reopen`, {}, olga)
    await server.delete(`/test-runs/${run.id}`, olga)
    await server.delete(`/test-suites/${suite.id}`, olga)
    await expect
      .poll(() => receiver.requests.map(({ json }) => json.type).toSorted())
      .toEqual([...events, 'case.created'].toSorted())
    const dataOf = (type: string) =>
      receiver.requests.filter(({ json }) => json.type === type).map(({ json }) => json.data)
    expect(dataOf('case.created').map(({ count, testCases }) => [count, testCases[0].name])).toEqual(
      expect.arrayContaining([
        [1, 'one'],
        [1, 'uno'],
      ]),
    )
    expect(dataOf('case.deleted')).toMatchObject([{ count: 2, testCases: [{ ref: 'C2', name: 'uno' }, { ref: 'C3' }] }])
    expect(dataOf('quarantine.changed')).toMatchObject([{ isQuarantined: true, testCases: [{ id }] }])
    expect(dataOf('member.removed')).toMatchObject([{ user: { id: tess.id, name: 'Tess' } }])
    expect(dataOf('run.deleted')).toMatchObject([{ run: { id: run.id, summary: { total: 3 } } }])
  })

  test('a bulk change is one event, results are none, and a refused write raises none', async () => {
    const receiver = await receive()
    const suite = await server.suite(olga, project().id)
    const cases = await server.testCases(
      olga,
      suite.id,
      Array.from({ length: 200 }, (_, n) => ({ name: `case ${n}` })),
    )
    const webhook = await hook(receiver, { events: ['case.created', 'case.updated', 'case.deleted', 'run.completed'] })
    const ids = cases.map(({ id }) => id)
    await server.patch(`/projects/${project().id}/test-cases`, { ids, set: { priority: 'high' } }, olga)
    await server.patch(
      `/projects/${project().id}/test-cases`,
      { ids: [...ids, 'unknown'], set: { priority: 'low' } },
      olga,
    )
    const run = await server.run(olga, project().id)
    for (const id of ids.slice(0, 5)) await server.execute(olga, id, run.id)
    const { body } = await server.post(`/projects/${project().id}/test-cases/delete`, { ids }, olga)
    await server.post(`/projects/${project().id}/deletions/${body.deletionId}/restore`, undefined, olga)
    await arrived(receiver, 3)
    expect(
      receiver.requests.map(({ json }) => [json.type, json.data.count, json.data.testCases.length]).toSorted(),
    ).toEqual([
      ['case.created', 200, 20],
      ['case.deleted', 200, 20],
      ['case.updated', 200, 20],
    ])
    expect(await logOf(webhook)).toHaveLength(3)
  })

  test('a body stays below 20 kB with texts of 10,000 characters', async () => {
    const receiver = await receive()
    await hook(receiver, { events: ['run.completed'] })
    const long = 'あ'.repeat(250)
    const results = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`${n} ${long}`, 'failed']))
    await endedRun(results, { description: '語 @everyone '.repeat(700), branch: long, environment: long })
    await arrived(receiver, 1)
    const { body, json } = receiver.requests[0] as Receiver['requests'][number]
    expect(Buffer.byteLength(body)).toBeLessThan(20_000)
    expect(json.data.counts.newFailures).toBe(25)
    // The last ones are left out.
    const named = json.data.newFailures.map(({ ref }: any) => ref)
    expect([named.length > 5, named.length < 20, named[0]]).toEqual([true, true, 'C1'])
  })

  test('branch, environment and `when` decide which runs are told', async () => {
    const [all, fresh, turns] = [await receive(), await receive(), await receive()]
    await hook(all, { branch: 'main', environment: 'staging' })
    await hook(fresh, { when: 'newFailures' })
    await hook(turns, { when: 'turns' })
    const facts = { branch: 'main', environment: 'staging' }
    await endedRun({ pays: 'passed' }, facts)
    await endedRun({ pays: 'failed' }, facts)
    await endedRun({ pays: 'failed' }, facts)
    await endedRun({ pays: 'passed' }, facts)
    await endedRun({ pays: 'passed' }, { branch: 'other' })
    await arrived(all, 4)
    await delivered()
    const refsOf = ({ requests }: Receiver) => requests.map(({ json }) => json.data.run.ref).toSorted()
    expect([refsOf(all), refsOf(fresh), refsOf(turns)]).toEqual([['R1', 'R2', 'R3', 'R4'], ['R2'], ['R2', 'R4']])
  })

  test('a chat that is told of ended runs and of new failures gets one message about a run', async () => {
    const [every, turns] = [await receive(), await receive()]
    const events = ['run.completed', 'run.newFailures']
    await hook(every, { form: 'slack', events })
    await hook(turns, { form: 'slack', events, when: 'turns' })
    await endedRun({ pays: 'failed', adds: 'passed' })
    await endedRun({ pays: 'failed', adds: 'failed' })
    await delivered()
    const runsOf = ({ requests }: Receiver) => requests.map(({ json }) => /R\d/.exec(json.text)?.[0]).toSorted()
    expect([runsOf(every), runsOf(turns)]).toEqual([
      ['R1', 'R2'],
      ['R1', 'R2'],
    ])
  })

  test('a quarantined failure is no new failure', async () => {
    const receiver = await receive()
    const suite = await server.suite(olga, project().id)
    const { id } = await server.testCase(olga, suite.id, { name: 'flaky' })
    await server.call('PUT', `/test-cases/${id}/quarantine`, { as: olga, body: {} })
    await hook(receiver, { events: ['run.newFailures'] })
    await endedRun({ flaky: 'failed' })
    await endedRun({ flaky: 'failed', pays: 'failed' })
    await arrived(receiver, 1)
    expect(receiver.requests[0]?.json.data.newFailures).toMatchObject([{ name: 'pays' }])
  })
})

describe('addresses and secrets', () => {
  test.each([
    'http://127.0.0.2/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:192.168.0.1]/',
    'ftp://example.com/',
    'https://user:secret@example.com/',
    'not an address',
  ])('%s is refused', async (url) => {
    const { status, body } = await server.post(hooks(), { url, form: 'slack' }, olga)
    expect([status, body.issues[0].path]).toEqual([400, ['url']])
    expect((await server.get(hooks(), olga)).body).toEqual([])
  })

  test('an address that is not allowed any more gets no connection', async () => {
    const receiver = await receive()
    const strict = await startTestServer()
    const owner = await strict.person('Ada')
    const { id } = await strict.project(owner)
    const made = await strict.post(
      `/projects/${id}/webhooks`,
      { url: 'https://hooks.invalid/', form: 'webhook' },
      owner,
    )
    const { tokens, write, db } = strict.services
    const sealed = sealWebhook(tokens, { url: receiver.url, secret: made.body.secret })
    await write(null, (trx) => trx.updateTable('webhooks').set({ sealed }).execute())
    await strict.post(`/projects/${id}/webhooks/${made.body.id}/test`, {}, owner)
    const answers = async () => (await db.selectFrom('deliveries').select('answer').execute())[0]?.answer
    await expect.poll(answers).toContain('inner network')
    expect(receiver.requests).toEqual([])
    await strict.close()
  })

  test('a commit status needs a token, which goes to no other address', async () => {
    const receiver = await receive()
    const github = { url: receiver.url, form: 'github' }
    expect((await server.post(hooks(), github, olga)).body.issues[0].path).toEqual(['token'])
    const webhook = await hook(receiver, { ...github, token: 'ghp_secret' })
    expect(webhook).toMatchObject({ secret: null, events: ['run.started', 'run.completed', 'run.reopened'] })
    const elsewhere = await server.patch(hooks(`/${webhook.id}`), { url: 'https://hooks.invalid/' }, olga)
    expect([elsewhere.status, elsewhere.body.issues[0].path]).toEqual([400, ['token']])
    const gitlab = await receive()
    await hook(gitlab, { url: gitlab.url, form: 'gitlab', token: 'glpat' })
    await endedRun({ pays: 'passed' })
    await endedRun({ pays: 'failed' }, { commit: 'a'.repeat(40), environment: 'staging' })
    await arrived(receiver, 2)
    await arrived(gitlab, 2)
    const path = `/hook/statuses/${'a'.repeat(40)}`
    const bySate = (one: any, other: any) => (one.json.state < other.json.state ? -1 : 1)
    expect(receiver.requests.toSorted(bySate)).toMatchObject([
      {
        path,
        headers: { authorization: 'Bearer ghp_secret' },
        json: { state: 'failure', context: 'Assay (staging)', description: '1 new failure · 0 % of 1 passed' },
      },
      { path, json: { state: 'pending' } },
    ])
    expect(gitlab.requests.toSorted(bySate)).toMatchObject([
      { path, headers: { 'private-token': 'glpat' }, json: { state: 'failed', name: 'Assay (staging)' } },
      { json: { state: 'running', target_url: expect.stringContaining('&run=') } },
    ])
  })

  test('a change leaves omitted fields as they are, and an endpoint that is switched off is told nothing', async () => {
    const receiver = await receive()
    const webhook = await hook(receiver, { branch: 'main', environment: 'staging' })
    const { secret: _, ...other } = await hook(receiver, { events: ['member.added'] })
    const change = async (fields: object) => (await server.patch(hooks(`/${webhook.id}`), fields, olga)).body
    const events = ['run.started', 'case.created']
    const changed = { events, branch: 'next', environment: null, when: 'turns', url: receiver.url }
    expect(
      await change({ events: events.toReversed(), branch: 'next', environment: '', when: 'turns', isActive: false }),
    ).toMatchObject({ ...changed, isActive: false })
    expect((await server.post(hooks(`/${webhook.id}/test`), {}, olga)).status).toBe(409)
    const suite = await server.suite(olga, project().id)
    await server.testCase(olga, suite.id, { name: 'untold' })
    await change({ isActive: true })
    expect(await stateOf(webhook)).toMatchObject({ ...changed, isActive: true })
    expect(await stateOf(other)).toEqual(other)
    expect(await logOf(webhook)).toEqual([])
  })

  test('with another JWT_SECRET nothing is sent, until the address is entered again', async () => {
    const receiver = await receive()
    const webhook = await hook(receiver)
    await server.services.write(null, (db) =>
      db.updateTable('webhooks').set({ sealed: '1.AAAA' }).where('id', '=', webhook.id).execute(),
    )
    expect((await stateOf(webhook)).url).toBeNull()
    await server.post(hooks(`/${webhook.id}/test`), {}, olga)
    await expect.poll(async () => (await logOf(webhook))[0].answer?.error).toContain('JWT_SECRET has changed')
    expect((await server.patch(hooks(`/${webhook.id}`), { branch: 'main' }, olga)).status).toBe(400)
    const { body } = await server.patch(hooks(`/${webhook.id}`), { url: receiver.url }, olga)
    expect(body.url).toBe(receiver.url)
    await server.post(hooks(`/${webhook.id}/test`), {}, olga)
    await arrived(receiver, 1)
  })

  test('a project has at most 20 endpoints, and a deleted one is told nothing more', async () => {
    const receiver = await receive()
    const webhook = await hook(receiver)
    for (let count = 1; count < 20; count++) await hook(receiver, { events: ['member.added'] })
    expect((await server.post(hooks(), { url: receiver.url, form: 'slack' }, olga)).status).toBe(409)
    expect((await server.delete(hooks(`/${webhook.id}`), olga)).body).toEqual({ message: 'Endpoint deleted' })
    await endedRun({ pays: 'passed' })
    expect((await server.get(hooks(`/${webhook.id}/deliveries`), olga)).status).toBe(404)
    expect((await server.get(hooks(), olga)).body).toHaveLength(19)
    await server.delete(`/projects/${project().id}`, olga)
    server.services.trash.wake()
    const { db } = server.services
    const rows = async () =>
      await db.selectFrom('webhooks').select('id').where('project_id', '=', project().id).execute()
    await expect.poll(async () => (await rows()).length).toBe(0)
  })
})
