import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { MAIL_VARIABLES, startCatcher } from '../mail/testing.ts'
import { LiveWatcher } from '../live/testing.ts'
import type { Caller, Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const catcher = await startCatcher()
afterAll(() => catcher.close())
const server = await useTestServer({ SMTP_URL: catcher.url, ...MAIL_VARIABLES })
const { db, write, outbox } = server.services
let count = 0
let olga: Person
let tess: Person
let project: { id: string }
let suite: { id: string }
beforeEach(async () => {
  count += 1
  olga = await server.person(`Olga${count}`)
  tess = await server.person(`Tess${count}`)
  project = await server.project(olga)
  suite = await server.suite(olga, project.id)
  await server.member(olga, project.id, tess)
  catcher.mails.splice(0)
})

const notices = async (as: Person, query = '') => (await server.get(`/notices${query}`, as)).body
const told = async (as: Person, count: number) => {
  await expect.poll(async () => (await notices(as)).length).toBe(count)
  return await notices(as)
}
const mailsTo = ({ email }: Person) => catcher.mails.filter(({ rcpt }) => rcpt.includes(email))
const mailed = async (as: Person, count: number) => {
  await expect.poll(() => mailsTo(as).length).toBe(count)
  return mailsTo(as)
}
const waiting = async () =>
  (await db.selectFrom('deliveries').select('id').where('due_at', 'is not', null).execute()).length
/** All that was noted has been handled. */
const settled = async () => await expect.poll(waiting).toBe(0)
const turn = async (as: Person, input: object) =>
  expect((await server.patch('/notices/settings', input, as)).status).toBe(200)

/** A run in which cases have these statuses, by name. */
async function endedRun(as: Caller, results: Record<string, string>, endedBy = as) {
  const { body: run } = await server.post(`/test-runs/project/${project.id}`, { description: 'Nightly' }, as)
  const set = run.results.map(({ id, testCase }: any) => ({ resultId: id, status: results[testCase.name], notes: 'n' }))
  await server.patch(`/test-runs/${run.id}/results`, { results: set }, as)
  expect((await server.post(`/test-runs/${run.id}/complete`, {}, endedBy)).status).toBe(200)
  return run
}

async function assign(by: Caller, to: Person) {
  const { body: run } = await server.post(`/test-runs/project/${project.id}`, { description: 'Nightly' }, by)
  const results = run.results.map(({ id }: any) => ({ resultId: id }))
  expect((await server.patch(`/test-runs/${run.id}/results`, { results, assigneeId: to.id }, by)).status).toBe(200)
  return {
    run,
    again: async () => await server.patch(`/test-runs/${run.id}/results`, { results, assigneeId: to.id }, by),
  }
}

describe('a person is told', () => {
  test('that cases were assigned to them by somebody else, once, in the app, live and by mail', async () => {
    for (const name of ['pays', 'ships']) await server.testCase(olga, suite.id, { name })
    const watcher = new LiveWatcher(server.url, 'projects', undefined, tess)
    await watcher.until((each) => each.unread === 0)
    const { run, again } = await assign(olga, tess)
    await watcher.until((each) => each.unread === 1)
    watcher.stop()
    const [notice] = await told(tess, 1)
    expect(notice).toEqual({
      id: notice.id,
      kind: 'assigned',
      projectId: project.id,
      projectName: 'Checkout',
      testRun: { id: run.id, ref: run.ref, name: 'Nightly' },
      text: '2 test cases are assigned to you',
      cases: [
        { ref: 'C1', name: 'pays' },
        { ref: 'C2', name: 'ships' },
      ],
      createdAt: notice.createdAt,
      readAt: null,
    })
    const [mail] = await mailed(tess, 1)
    expect(mail?.subject).toBe('Checkout: R1 Nightly: 2 test cases are assigned to you')
    expect(mail?.text?.split('\n\n').slice(0, 3)).toEqual([
      '2 test cases are assigned to you',
      '• C1 pays\n• C2 ships',
      `Open R1: https://assay.example.com/projects/${project.id}?tab=runs&run=${run.id}`,
    ])
    await again()
    await assign(tess, tess)
    await settled()
    expect([await notices(tess), await notices(olga)]).toEqual([[notice], []])
  })

  test('that a run which they started has ended, unless they ended it themselves', async () => {
    await server.testCase(tess, suite.id, { name: 'pays' })
    await endedRun(olga, { pays: 'passed' })
    await endedRun(olga, { pays: 'failed' }, tess)
    const [notice] = await told(olga, 1)
    expect([notice.kind, notice.testRun.ref]).toEqual(['run.ended', 'R2'])
    expect(notice.text).toBe('1 new failure · 0 % of 1 passed')
    const [mail] = await mailed(olga, 1)
    expect(mail?.subject).toMatch(/^Checkout: R2 Nightly: 1 new failure/)
  })

  test('that cases which they wrote are newly failing, and only the authors', async () => {
    const { id } = await server.testCase(tess, suite.id, { name: 'pays' })
    await server.patch(`/test-cases/${id}`, { description: 'Edited by another person' }, olga)
    await server.testCase(olga, suite.id, { name: 'ships' })
    await endedRun(olga, { pays: 'passed', ships: 'failed' })
    await endedRun(olga, { pays: 'failed', ships: 'failed' })
    const [notice] = await told(tess, 1)
    expect([notice.kind, notice.text, notice.testRun.ref]).toEqual([
      'case.failing',
      '1 test case that you wrote is newly failing',
      'R2',
    ])
    expect(notice.cases).toEqual([{ ref: 'C1', name: 'pays' }])
    const [mail] = await mailed(tess, 1)
    expect(mail?.text).toContain('You get this mail because you wrote the test cases.')
    expect((await told(olga, 1))[0]).toMatchObject({
      kind: 'case.failing',
      cases: [{ ref: 'C2' }],
      testRun: { ref: 'R1' },
    })
  })
})

test('nobody is told who has left the project, or whose account is deactivated', async () => {
  const uma = await server.person(`Uma${count}`)
  await server.member(olga, project.id, uma)
  await server.testCase(tess, suite.id, { name: 'pays' })
  await server.testCase(uma, suite.id, { name: 'ships' })
  await server.project(tess)
  await server.delete(`/projects/${project.id}/members/${tess.id}`, olga)
  await write(null, (trx) => trx.updateTable('users').set({ is_active: 0 }).where('id', '=', uma.id).execute())
  await endedRun(olga, { pays: 'failed', ships: 'failed' })
  await settled()
  const stored = db.selectFrom('notices').select('id').where('user_id', 'in', [tess.id, uma.id])
  expect(await stored.execute()).toEqual([])
  expect([...mailsTo(tess), ...mailsTo(uma)]).toEqual([])
})

test('notices are read one by one or together, filtered and paged, and nobody reads those of others', async () => {
  await server.testCase(olga, suite.id)
  for (const number of [1, 2, 3]) {
    await assign(olga, tess)
    await told(tess, number)
  }
  await assign(tess, olga)
  await told(olga, 1)
  const [newest, , oldest] = await notices(tess)
  expect((await server.post(`/notices/${newest.id}/read`, {}, olga)).status).toBe(404)
  const { body: read } = await server.post(`/notices/${newest.id}/read`, {}, tess)
  expect(read.readAt).toMatch(/Z$/)
  expect((await server.post(`/notices/${newest.id}/read`, {}, tess)).body).toEqual(read)
  expect((await server.get('/notices/unread', tess)).body).toEqual({ unread: 2 })
  const page = await server.get('/notices?unread=true&limit=1', tess)
  expect([page.headers.get('x-total-count'), page.headers.get('link')]).toEqual([
    '2',
    expect.stringContaining('offset=1'),
  ])
  expect((await notices(tess, '?unread=true&limit=1&offset=1'))[0].id).toBe(oldest.id)
  expect((await notices(tess, '?unread=false')).map(({ id }: any) => id)).toEqual([newest.id])
  await server.post('/notices/read', {}, tess)
  expect((await server.get('/notices/unread', tess)).body).toEqual({ unread: 0 })
  expect((await server.get('/notices/unread', olga)).body).toEqual({ unread: 1 })
  await server.delete(`/projects/${project.id}/members/${tess.id}`, olga)
  expect(await notices(tess)).toEqual([])
})

test('at most 200 notices are kept, and an event that is handled again tells nobody twice', async () => {
  await server.testCase(olga, suite.id)
  await assign(olga, tess)
  const [{ id }] = await told(tess, 1)
  await settled()
  await write(null, async (trx) => {
    const row = await trx.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const old = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
    const more = Array.from({ length: 250 }, (_, at) => ({ ...row, id: old(at), event_id: `e${at}` }))
    more.push({ ...row, id: '00000000-0000-7000-0000-000000000000', user_id: olga.id })
    for (let at = 0; at < more.length; at += 50)
      await trx
        .insertInto('notices')
        .values(more.slice(at, at + 50))
        .execute()
    const again = { state: 'waiting', due_at: new Date().toISOString() } as const
    await trx.updateTable('deliveries').set(again).where('form', '=', 'people').execute()
  })
  outbox.wake()
  await settled()
  const { headers } = await server.get('/notices', tess)
  expect(headers.get('x-total-count')).toBe('200')
  expect((await notices(tess))[0].id).toBe(id)
  expect(await notices(olga)).toHaveLength(1)
  expect(await mailed(tess, 1)).toHaveLength(1)
})

describe('each kind can be turned off', () => {
  test('in the app and by mail apart, in the settings of a person', async () => {
    await server.testCase(olga, suite.id)
    await turn(tess, { kind: 'assigned', mail: false })
    await assign(olga, tess)
    await told(tess, 1)
    await turn(tess, { kind: 'assigned', mail: true, app: false })
    await assign(olga, tess)
    await mailed(tess, 1)
    await turn(tess, { kind: 'assigned', mail: false })
    await assign(olga, tess)
    await settled()
    expect([(await notices(tess)).length, mailsTo(tess).length]).toEqual([1, 1])
    const { body } = await server.get('/notices/settings', tess)
    expect(body).toEqual({
      kinds: [
        { kind: 'assigned', app: false, mail: false },
        { kind: 'run.ended', app: true, mail: true },
        { kind: 'case.failing', app: true, mail: true },
      ],
      digest: 'off',
      isMailOn: true,
    })
    expect((await server.patch('/notices/settings', { kind: 'other' }, tess)).body.issues[0].path).toEqual(['kind'])
  })

  test('by one click in the mail, without a sign-in: GET only asks', async () => {
    await server.testCase(olga, suite.id)
    await assign(olga, tess)
    const [mail] = await mailed(tess, 1)
    const header = (key: string) => mail?.headers.find((each) => each.key === key)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const link = header('list-unsubscribe')?.replaceAll(/[<>\s]/g, '') ?? ''
    expect(link).toMatch(/^https:\/\/assay\.example\.com\/unsubscribe\?token=/)
    const url = link.replace('https://assay.example.com', server.url)
    const isOn = async () => (await server.get('/notices/settings', tess)).body.kinds[0].mail
    const asked = await fetch(url)
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('Turn off these mails?')])
    expect(await isOn()).toBe(true)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    for (let time = 0; time < 2; time += 1) {
      const done = await fetch(url, { method: 'POST', body })
      expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('The mails are turned off')])
    }
    expect(await isOn()).toBe(false)
    for (const wrong of ['', '?token=x', `?token=${url.slice(-20)}`, new URL(url).search.slice(0, -2)])
      for (const method of ['GET', 'POST'])
        expect((await fetch(`${server.url}/unsubscribe${wrong}`, { method })).status).toBe(400)
  })
})
