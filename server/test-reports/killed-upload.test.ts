import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqlite } from '../database/sqlite.ts'
import { request, ServerProcess, temporaryFolder } from '../testing/process.ts'
import { largeReport } from './testing.ts'

/* Reports are recorded all or nothing: the server is killed at different times during uploads. */

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => void (folder = temporaryFolder()))
afterEach(() => folder.remove())

const TESTS = 6_000
const CASES = Array.from({ length: TESTS }, (_, index) => `<testcase name="test ${index}"/>`)
const REPORT = `<testsuites><testsuite name="suite">${CASES.join('')}</testsuite></testsuites>`

test(
  'a run has all of a report or nothing after the server was killed during the upload',
  { timeout: 240_000 },
  async () => {
    const environment = {
      DATABASE_URL: `file:${folder.path}/assay.db`,
      JWT_SECRET: 'a secret for tests only, 32 long',
      LOG_LEVEL: 'error',
    }
    let server = new ServerProcess(environment)
    let url = await server.ready()
    const { accessToken } = (
      await request(url, 'POST', '/auth/sign-up', { email: 'a@example.com', password: 'secret', name: 'Ada' })
    ).body
    const project = (await request(url, 'POST', '/projects', { name: 'P' }, accessToken)).body
    const upload = async (run: string) =>
      await fetch(`${url}/api/test-runs/project/${project.id}/report?run=${run}`, {
        method: 'PUT',
        body: REPORT,
        headers: { authorization: `Bearer ${accessToken}` },
      })
    const whole = await upload('whole')
    expect(whole.status).toBe(201)
    const seen = new Set<number>()
    for (const [index, delay] of [5, 40, 80, 120, 160, 200, 250].entries()) {
      const answered = upload(`killed ${index}`).then(
        (response) => response.status,
        () => 0,
      )
      await new Promise((resolve) => setTimeout(resolve, delay))
      await server.kill('SIGKILL')
      const status = await answered
      server = new ServerProcess(environment)
      url = await server.ready()
      const runs = (await request(url, 'GET', `/test-runs/project/${project.id}`, undefined, accessToken)).body as any[]
      const run = runs.find(({ key }) => key === `killed ${index}`)
      const { results, summary } = run
        ? (await request(url, 'GET', `/test-runs/${run.id}`, undefined, accessToken)).body
        : { results: [], summary: { total: 0 } }
      expect([0, TESTS]).toContain(results.length)
      expect(summary.total).toBe(results.length)
      if (status === 201) expect(results).toHaveLength(TESTS)
      seen.add(results.length)
      const again = await upload(`killed ${index}`)
      expect(again.status).toBe(results.length === 0 ? 201 : 200)
    }
    expect(seen).toContain(0)
    await server.kill('SIGKILL')
  },
)

/** Large enough that its recording takes a while. */
const LARGE = 20_000

type Stage = { parts: number; reports: number; results: number }

/** When to kill the server, from what it has stored in its file. */
const STAGES: [string, (stage: Stage) => boolean][] = [
  ['while its parts are stored', ({ parts, reports }) => parts > 0 && reports === 0],
  ['once it is accepted', ({ reports }) => reports > 0],
  ['while it is recorded', ({ results }) => results > 0],
  ['when half of it is recorded', ({ results }) => results >= LARGE / 2],
]

test.each(STAGES)('a large report is recorded whole or leaves nothing after kill -9 %s', async (_, isStage) => {
  const environment = {
    DATABASE_URL: `file:${folder.path}/assay.db`,
    JWT_SECRET: 'a secret for tests only, 32 long',
    LOG_LEVEL: 'fatal',
  }
  let server = new ServerProcess(environment)
  let url = await server.ready()
  const ada = { email: 'a@example.com', password: 'secret', name: 'Ada' }
  const { accessToken } = (await request(url, 'POST', '/auth/sign-up', ada)).body
  const project = (await request(url, 'POST', '/projects', { name: 'P' }, accessToken)).body
  const upload = async () =>
    await fetch(`${url}/api/test-runs/project/${project.id}/report?run=large`, {
      method: 'PUT',
      body: largeReport(LARGE),
      headers: { authorization: `Bearer ${accessToken}` },
    })
  const file = openSqlite(`${folder.path}/assay.db`, { queryOnly: true })
  const stage = file.prepare(`select (select count(*) from test_report_parts) as parts,
    (select count(*) from test_reports) as reports, (select count(*) from test_results) as results`)
  const answered = upload().catch(() => undefined)
  while (!isStage(stage.get() as Stage)) await new Promise((resolve) => setTimeout(resolve, 1))
  await server.kill('SIGKILL')
  expect(await answered).toBeUndefined()
  const isAccepted = (stage.get() as Stage).reports > 0
  server = new ServerProcess(environment)
  url = await server.ready()
  expect(stage.get()).toEqual({ parts: 0, reports: Number(isAccepted), results: isAccepted ? LARGE : 0 })
  const runs = (await request(url, 'GET', `/test-runs/project/${project.id}`, undefined, accessToken)).body as any[]
  expect(runs.map(({ summary }) => summary.total)).toEqual(isAccepted ? [LARGE] : [])
  expect(file.prepare('select count(*) from test_runs').pluck().get()).toBe(runs.length)
  const again = await upload()
  expect([again.status, (await again.json()).recorded]).toEqual([isAccepted ? 200 : 201, LARGE])
  expect(file.prepare('select max(attempts) from test_results').pluck().get()).toBe(1)
  file.close()
  await server.kill('SIGKILL')
})
