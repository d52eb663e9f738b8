import { afterEach, expect, test } from 'vitest'
import { request, ServerProcess, startFirstRun, temporaryFolder } from '../testing/process.ts'

/* Rule 10: an acknowledged write is durable, even if the process is killed right after it. */

const folder = temporaryFolder()
const servers: ServerProcess[] = []
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGKILL')))
  folder.remove()
})

test('every acknowledged result is stored after kill -9 under load', async () => {
  const environment = { DATABASE_URL: `file:${folder.path}/assay.db`, LOG_LEVEL: 'fatal' }
  const first = new ServerProcess(environment)
  servers.push(first)
  const url = await first.ready()
  const { token, testCase, run } = await startFirstRun(url)

  const acknowledged: string[] = []
  let sent = 0
  const write = async (): Promise<void> => {
    for (;;) {
      const actualValue = `value ${sent++}`
      const answer = await request(
        url,
        'POST',
        `/test-cases/${testCase.id}/execute`,
        { testRunId: run.id, actualValue },
        token,
      ).catch(() => null)
      if (answer === null) return
      expect(answer.status).toBe(201)
      acknowledged.push(actualValue)
      if (acknowledged.length === 150) first.child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: 10 }, write))
  await first.exited
  expect(acknowledged.length).toBeGreaterThanOrEqual(150)

  const second = new ServerProcess(environment)
  servers.push(second)
  const again = await second.ready()
  const { body: after } = await request(again, 'GET', `/test-runs/${run.id}`, undefined, token)
  const [result] = after.results
  const { body: attempts } = await request(again, 'GET', `/test-runs/result/${result.id}/attempts`, undefined, token)
  const stored = new Set(attempts.map(({ actualValue }: { actualValue: string }) => actualValue))
  expect(acknowledged.filter((value) => !stored.has(value))).toEqual([])
  expect(result.attempts).toBe(attempts.length)
  expect(after.summary).toEqual({ total: 1, passed: 1, failed: 0, error: 0, pending: 0, skipped: 0, flaky: 0 })
})
