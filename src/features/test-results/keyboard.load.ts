import type { Person } from '#src/testing/fixtures.ts'
import { expect, signIn, test } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { freePort, request, ServerProcess, temporaryFolder } from '../../../server/testing/process.ts'

/*
 * A person presses a key every 600 ms, so that 100 keys are a minute. The test presses the same keys faster, so that
 * more of them fall into the time without a server.
 */

const SUITES = 5
const CASES = 20
const PACE_MS = 100
/** The server is killed after the first and started again after the second of these keys. */
const [KILLED, STARTED] = [35, 65]

/** One key judges a case and goes on to the next. */
const KEYS = Array.from({ length: SUITES * CASES }, (_, index) => (index % 9 === 4 ? 's' : 'p'))

async function startRun(url: string) {
  const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' }
  const { accessToken, user } = (await request(url, 'POST', '/auth/sign-up', person)).body
  const post = async (path: string, body: object) => (await request(url, 'POST', path, body, accessToken)).body
  const project = await post('/projects', { name: 'Shop' })
  for (let suite = 1; suite <= SUITES; suite += 1) {
    const { id: testSuiteId } = await post('/test-suites', { name: `Suite ${suite}`, projectId: project.id })
    for (let number = 1; number <= CASES; number += 1)
      await post('/test-cases', {
        name: `Case ${number}`,
        testSuiteId,
        expectedValueType: 'string',
        expectedValue: 'ok',
      })
  }
  const run = await post(`/test-runs/project/${project.id}`, {})
  const ada: Person = { ...person, id: user.id, authorization: `Bearer ${accessToken}` }
  const results = async () => (await request(url, 'GET', `/test-runs/${run.id}`, undefined, accessToken)).body.results
  return { ada, results, path: `/projects/${project.id}?tab=runs&run=${run.id}` }
}

test('100 cases judged by 100 keys are all stored once, while the server is killed and started again', async ({
  browser,
}) => {
  const folder = temporaryFolder()
  const environment = {
    DATABASE_URL: `file:${folder.path}/assay.db`,
    JWT_SECRET: 'a secret for tests only, 32 long',
    LOG_LEVEL: 'fatal',
    PORT: String(await freePort()),
  }
  let server = new ServerProcess(environment)
  try {
    const url = await server.ready()
    const { ada, results, path } = await startRun(url)
    const context = await browser.newContext({ baseURL: url })
    const page = await context.newPage()
    await signIn(page, ada)
    await page.goto(path)
    await row(page, '1.1').focus()
    for (const [index, key] of KEYS.entries()) {
      if (index === KILLED) await server.kill('SIGKILL')
      if (index === STARTED) server = new ServerProcess(environment)
      await page.keyboard.press(key)
      await page.waitForTimeout(PACE_MS)
    }
    await server.ready()
    const outcomes = async () =>
      (await results()).map(({ status, attempts }: { status: string; attempts: number }) => `${status} ${attempts}`)
    const judged = KEYS.map((key) => (key === 's' ? 'skipped 1' : 'passed 1'))
    await expect.poll(outcomes, { timeout: 60_000 }).toEqual(judged)
    await page.reload()
    const counts = page.getByRole('group', { name: 'Show results' })
    await expect(counts.getByRole('button', { name: '0 pending' })).toBeVisible()
    await expect(page.getByText('Not saved yet')).toHaveCount(0)
    expect(await outcomes()).toEqual(judged)
    await context.close()
  } finally {
    await server.kill('SIGKILL')
    folder.remove()
  }
})
