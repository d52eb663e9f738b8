import { afterEach, beforeEach, expect, test } from 'vitest'
import { request, ServerProcess, temporaryFolder } from '../testing/process.ts'

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
