import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const { db, write } = server.services
const ada = await server.person('Ada')
const olga = await server.person('Olga')
let tess: Person
let project: { id: string; clientSecret: string }
let run: any
let people = 0
beforeEach(async () => {
  tess = await server.person(`Tess${(people += 1)}`)
  project = await server.project(olga, 'Shop')
  await server.member(olga, project.id, tess)
  const suite = await server.suite(olga, project.id)
  for (const name of ['A', 'B', 'C']) await server.testCase(olga, suite.id, { name })
  run = await server.run(olga, project.id)
})

const share = async (as = tess, id = run.id, body: object = {}) => await server.post(`/test-runs/${id}/share`, body, as)
const tokenOf = (link: string) => link.split('/').at(-1) as string
const read = async (token: string, query = '') => await server.get(`/shared-runs/${token}${query}`)
const sharedToken = async () => tokenOf((await share()).body.link)

test('a link shows the run and its results to everybody, for 30 days', async () => {
  const result = run.results[0]
  await server.patch(`/test-runs/result/${result.id}`, { status: 'failed', notes: 'Seen' }, tess)
  await server.patch(`/test-runs/${run.id}/results`, { assigneeId: olga.id, results: [{ resultId: result.id }] }, tess)
  const { status, body } = await share()
  expect([status, Object.keys(body)]).toEqual([201, ['link', 'expiresAt']])
  expect(body.link).toMatch(new RegExp(`^${server.url}/shared/[\\w-]{43}$`))
  expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
  const shared = await read(tokenOf(body.link))
  expect([shared.status, shared.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(shared.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(shared.body).toMatchObject({
    id: run.id,
    ref: run.ref,
    projectName: 'Shop',
    createdBy: 'Olga',
    expiresAt: body.expiresAt,
    summary: { total: 3, failed: 1, pending: 2 },
    suites: [{ name: 'Payments', summary: { total: 3 } }],
  })
  expect(shared.body.results.map(({ testCase }: any) => testCase.name)).toEqual(['A', 'B', 'C'])
  expect(shared.body.results[0]).toMatchObject({
    status: 'failed',
    notes: 'Seen',
    executedBy: tess.name,
    assignee: 'Olga',
  })
})

test('nothing of it names the people but their names, or the project but its name', async () => {
  await server.attach(tess, run.results[0].id, 'a file')
  await server.patch(`/test-runs/result/${run.results[0].id}`, { status: 'passed' }, tess)
  const text = JSON.stringify((await read(await sharedToken())).body)
  for (const secret of [olga.id, tess.id, project.id, project.clientSecret, 'attachments', '@'])
    expect(text).not.toContain(secret)
})

test('its results come in pages of at most 1,000', async () => {
  const token = await sharedToken()
  const { body, headers } = await read(token, '?limit=1&offset=1')
  expect(body.results.map(({ testCase }: any) => testCase.name)).toEqual(['B'])
  expect([headers.get('x-total-count'), headers.get('link')]).toEqual(['3', expect.stringContaining('offset=2')])
})

test('its results are read by status, in pages that count only them', async () => {
  const [first, second] = run.results
  await server.patch(`/test-runs/result/${first.id}`, { status: 'failed' }, tess)
  await server.patch(`/test-runs/result/${second.id}`, { status: 'skipped' }, tess)
  const token = await sharedToken()
  const shown = async (query: string) => {
    const { status, body, headers } = await read(token, query)
    const names = body.results.map(({ testCase }: any) => testCase.name)
    expect([status, body.summary]).toEqual([200, expect.objectContaining({ total: 3, failed: 1, skipped: 1 })])
    return [names, headers.get('x-total-count')]
  }
  expect(await shown('?status=failed')).toEqual([['A'], '1'])
  expect(await shown('?status=skipped&status=failed')).toEqual([['A', 'B'], '2'])
  expect(await shown('?status=skipped&status=failed&status=failed&limit=1&offset=1')).toEqual([['B'], '2'])
  expect(await shown('?status=error')).toEqual([[], '0'])
  const { status, body } = await read(token, '?status=broken')
  expect([status, body.message]).toEqual([400, expect.stringContaining('status')])
})

test('an empty list of statuses filters nothing', async () => {
  const input = JSON.stringify({ token: await sharedToken(), status: [] })
  const response = await fetch(`${server.url}/trpc/shares.read?input=${encodeURIComponent(input)}`)
  expect(response.status).toBe(200)
  expect((await response.json()).result.data.results).toHaveLength(3)
})

test.each([
  [0, 'expiresInDays must be a whole number from 1 to 365'],
  [366, 'expiresInDays must be a whole number from 1 to 365'],
  ['soon', 'expiresInDays must be a whole number from 1 to 365'],
])('a link for %j days is refused', async (expiresInDays, message) => {
  const { status, body } = await share(tess, run.id, { expiresInDays })
  expect([status, body.message]).toEqual([400, message])
})

test('members see who made the link, and not the link again', async () => {
  expect((await server.get(`/test-runs/${run.id}/share`, olga)).body).toBe(null)
  const { body } = await share(tess, run.id, { expiresInDays: 7 })
  const { body: seen } = await server.get(`/test-runs/${run.id}/share`, olga)
  expect(seen).toEqual({
    createdAt: expect.any(String),
    createdBy: { id: tess.id, name: tess.name },
    expiresAt: body.expiresAt,
  })
})

test('the token of a link is not stored', async () => {
  const token = await sharedToken()
  const rows = JSON.stringify(await db.selectFrom('run_shares').selectAll().execute())
  expect(rows).not.toContain(token)
})

describe('a link answers 404', () => {
  const ends: [string, (token: string) => Promise<unknown>][] = [
    ['when it is ended', () => server.delete(`/test-runs/${run.id}/share`, olga)],
    ['when a new one replaced it', () => share(olga)],
    ['when its run is deleted', () => server.delete(`/test-runs/${run.id}`, tess)],
    ['when its project is deleted', () => server.delete(`/projects/${project.id}`, olga)],
    ['when it has expired', () => expire()],
    ['when the owner ends all links', () => server.delete(`/projects/${project.id}/shares`, olga)],
    ['when the owner removes its maker', () => removeTess()],
    ['when its maker leaves', () => server.delete(`/projects/${project.id}/members/${tess.id}`, tess)],
    ['when its maker is deactivated', () => toggle()],
    ['when its maker is deleted', () => server.delete(`/admin/users/${tess.id}`, ada)],
  ]

  test.each(ends)('%s, and others work on', async (_, end) => {
    const other = await server.run(olga, (await server.project(olga)).id)
    const { link } = (await share(olga, other.id)).body
    const token = await sharedToken()
    expect((await read(token)).status).toBe(200)
    await end(token)
    // Six calls: on three servers, each one answers.
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      const { status, body } = await read(token)
      expect([status, body.message]).toEqual([404, 'Shared run not found'])
    }
    expect((await read(tokenOf(link))).status).toBe(200)
  })

  test.each(['', 'x', '..%2f', 'a'.repeat(5_000), "' or 1=1 --", '%00'])('for the token %j', async (token) => {
    await sharedToken()
    expect((await read(encodeURIComponent(token))).status).toBe(404)
  })

  const expire = () =>
    write(null, async (trx) => {
      const past = new Date(Date.now() - 1).toISOString()
      await trx.updateTable('run_shares').set({ expires_at: past }).where('test_run_id', '=', run.id).execute()
    })
})

test('an ended link cannot be ended again, and an expired one is none', async () => {
  expect((await server.delete(`/test-runs/${run.id}/share`, tess)).status).toBe(404)
  await sharedToken()
  expect((await server.delete(`/test-runs/${run.id}/share`, tess)).body).toEqual({ message: 'Link ended' })
  expect((await server.get(`/test-runs/${run.id}/share`, tess)).body).toBe(null)
})

test('the link of a removed member stays ended when that person returns', async () => {
  const token = await sharedToken()
  await removeTess()
  expect((await server.get(`/test-runs/${run.id}/share`, olga)).body).toBe(null)
  await server.member(olga, project.id, tess)
  expect((await read(token)).status).toBe(404)
  expect((await read(await sharedToken())).status).toBe(200)
})

test('the link of a member works again when the account is activated again', async () => {
  const token = await sharedToken()
  await toggle()
  expect((await server.get(`/projects/${project.id}/shares`, olga)).body).toEqual([])
  await toggle()
  expect((await read(token)).status).toBe(200)
})

test('the links of the other members work on when one is removed', async () => {
  const token = tokenOf((await share(olga)).body.link)
  await removeTess()
  expect((await read(token)).status).toBe(200)
})

test('the owner lists the links of a project that work, the latest first, by pages', async () => {
  const other = await server.run(olga, project.id)
  await sharedToken()
  const { body: made } = await share(olga, other.id, { expiresInDays: 7 })
  const elsewhere = await server.project(olga, 'Elsewhere')
  await server.testCase(olga, (await server.suite(olga, elsewhere.id)).id)
  await share(olga, (await server.run(olga, elsewhere.id)).id)
  const { body, headers } = await server.get(`/projects/${project.id}/shares`, olga)
  expect(body.map(({ testRun, createdBy }: any) => [testRun.id, createdBy.name])).toEqual([
    [other.id, 'Olga'],
    [run.id, tess.name],
  ])
  expect(body[0]).toEqual({
    testRun: { id: other.id, ref: 'R2', description: other.description },
    createdBy: { id: olga.id, name: 'Olga' },
    createdAt: expect.any(String),
    expiresAt: made.expiresAt,
  })
  expect(headers.get('x-total-count')).toBe('2')
  const page = await server.get(`/projects/${project.id}/shares?limit=1&offset=1`, olga)
  expect(page.body.map(({ testRun }: any) => testRun.id)).toEqual([run.id])
})

test('ending all links ends also those of deactivated members, and none of other projects', async () => {
  const token = await sharedToken()
  await toggle()
  const elsewhere = await server.project(olga, 'Elsewhere')
  await server.testCase(olga, (await server.suite(olga, elsewhere.id)).id)
  const kept = tokenOf((await share(olga, (await server.run(olga, elsewhere.id)).id)).body.link)
  const { status, body } = await server.delete(`/projects/${project.id}/shares`, olga)
  expect([status, body]).toEqual([200, { message: 'All links ended' }])
  await toggle()
  expect([(await read(token)).status, (await read(kept)).status]).toEqual([404, 200])
})

const removeTess = () => server.delete(`/projects/${project.id}/members/${tess.id}`, olga)
const toggle = () => server.patch(`/admin/users/${tess.id}/toggle-status`, {}, ada)
