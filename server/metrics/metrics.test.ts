import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { freePort, temporaryFolder } from '../testing/process.ts'
import { useTestServer } from '../testing/use-server.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const METRICS_PORT = await freePort()
const BACKUP_FOLDER = `${folder.path}/backups`
mkdirSync(BACKUP_FOLDER)
const server = await useTestServer({ METRICS_PORT, BACKUP_FOLDER, PUBLIC_URL: 'http://localhost/assay' })
const olga = await server.person('Olga')
const tess = await server.person('Tess')

/** The value of each series. */
async function metrics(): Promise<Map<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain;/)])
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

const requests = (method: string, route: string, status: number) =>
  `assay_http_requests_total{method="${method}",route="${route}",status="${status}"}`

test('the metrics count requests by route, sign-ins, commits, results and bytes', async () => {
  const { project, run, cases } = await server.projectWithRun(olga, tess)
  const before = await metrics()
  await server.get(`/projects/${project.id}`, olga)
  await server.get(`/projects/${project.id}?x=1`, tess)
  await fetch(`${server.url}/assay/api/projects/${project.id}`)
  await server.get('/no/such/address', olga)
  await fetch(`${server.url}/trpc/auth.signupEnabled`)
  await fetch(`${server.url}/trpc/auth.noSuchProcedure`)
  await server.post('/auth/sign-in', { email: olga.email, password: olga.password })
  await server.post('/auth/sign-in', { email: olga.email, password: 'wrong' })
  for (const { id } of cases) await server.execute(tess, id, run.id)
  await Promise.all(Array.from({ length: 8 }, () => server.execute(tess, cases[0]?.id ?? '', run.id)))
  await expect.poll(async () => (await metrics()).get(requests('POST', '/api/test-cases/{id}/execute', 201))).toBe(10)

  const after = await metrics()
  const more = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  expect({
    known: more(requests('GET', '/api/projects/{id}', 200)),
    underPrefix: more(requests('GET', '/api/projects/{id}', 401)),
    unknown: more(requests('GET', '/api', 404)),
    procedure: more(requests('GET', '/trpc/auth.signupEnabled', 200)),
    noProcedure: more(requests('GET', '/trpc', 404)),
    signedIn: more('assay_sign_ins_total{status="200"}'),
    failed: more('assay_sign_ins_total{status="401"}'),
    results: more('assay_results_total'),
  }).toEqual({
    known: 2,
    underPrefix: 1,
    unknown: 1,
    procedure: 1,
    noProcedure: 1,
    signedIn: 1,
    failed: 1,
    results: 10,
  })
  for (const name of ['assay_commits_total', 'assay_writes_total', 'assay_write_wait_seconds_count'])
    expect([name, more(name) >= 4]).toEqual([name, true])
  expect(more('assay_failed_writes_total')).toBe(0)
  for (const direction of ['received', 'sent'])
    expect(more(`assay_network_bytes_total{direction="${direction}"}`)).toBeGreaterThan(1_000)
})

test('the metrics tell queues, streams, unsealed events and the age of the newest backup', async () => {
  await server.post('/auth/sign-in', { email: olga.email, password: olga.password })
  const QUEUES = ['writes', 'passwords', 'deliveries', 'reports']
  const lengthsIn = (read: Map<string, number>) =>
    QUEUES.map((queue) => read.get(`assay_queue_length{queue="${queue}"}`))
  await expect.poll(async () => lengthsIn(await metrics())).toEqual([0, 0, 0, 0])
  const young = await metrics()
  expect(young.get('assay_audit_unsealed_events')).toBeGreaterThan(0)
  expect(young.get('assay_backup_age_seconds')).toBe(Number.NaN)

  for (const [name, hours] of [
    ['assay-old.db', 50],
    ['assay-new.db', 25],
    ['.assay-draft-x', 0],
  ] as const) {
    writeFileSync(`${BACKUP_FOLDER}/${name}`, '')
    const at = Date.now() / 1000 - hours * 3600
    utimesSync(`${BACKUP_FOLDER}/${name}`, at, at)
  }
  const stream = new AbortController()
  const input = encodeURIComponent(JSON.stringify({}))
  await fetch(`${server.url}/trpc/live.projects?input=${input}`, {
    headers: { authorization: olga.authorization },
    signal: stream.signal,
  })
  await expect.poll(async () => (await metrics()).get('assay_live_streams')).toBe(1)
  const age = (await metrics()).get('assay_backup_age_seconds') as number
  expect(Math.round(age / 3600)).toBe(25)
  stream.abort()
  await expect.poll(async () => (await metrics()).get('assay_live_streams')).toBe(0)
  rmSync(BACKUP_FOLDER, { recursive: true })
  expect((await metrics()).get('assay_backup_age_seconds')).toBe(Number.NaN)
})

test('nothing but the metrics is served at METRICS_PORT, and no label has an id or a name', async () => {
  expect((await fetch(`http://127.0.0.1:${METRICS_PORT}/`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`, { method: 'POST' })).status).toBe(404)
  const text = [...(await metrics()).keys()].join('\n')
  expect(text).not.toMatch(new RegExp(`${olga.id}|Olga|example\\.com`))
})
