import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { request, ServerProcess } from '../testing/process.ts'
import { startTestServerOn } from '../testing/server.ts'
import { largeReport, stateOf, untilState } from './testing.ts'

const LARGE = 6_000
const SECRET = 'a secret for tests only, 32 characters'

test('another server records the rest of a report whose server was killed', async () => {
  const database = await testDatabase({ isMigrated: true })
  const killed = new ServerProcess({ DATABASE_URL: database.url, JWT_SECRET: SECRET, LOG_LEVEL: 'fatal' })
  const url = await killed.ready()
  const other = await startTestServerOn(database.url, { JWT_SECRET: SECRET })
  const { db } = other.services
  const ada = { email: 'a@example.com', password: 'secret', name: 'Ada' }
  const { accessToken } = (await request(url, 'POST', '/auth/sign-up', ada)).body
  const project = (await request(url, 'POST', '/projects', { name: 'P' }, accessToken)).body
  const answered = fetch(`${url}/api/test-runs/project/${project.id}/report?run=large`, {
    method: 'PUT',
    body: largeReport(LARGE),
    headers: { authorization: `Bearer ${accessToken}` },
  }).catch(() => undefined)
  await untilState(db, ({ results }) => results > 0)
  await killed.kill('SIGKILL')
  expect(await answered).toBeUndefined()
  expect(await stateOf(db)).toMatchObject({ unfinished: 1 })
  // As if the time of silence had passed.
  await db.updateTable('test_reports').set({ touched_at: '2000-01-01T00:00:00.000Z' }).execute()
  const runs = async () =>
    (await request(other.url, 'GET', `/test-runs/project/${project.id}`, undefined, accessToken)).body
  await expect.poll(runs, { timeout: 120_000 }).toMatchObject([{ summary: { total: LARGE, passed: LARGE } }])
  expect(await stateOf(db)).toEqual({ parts: 0, reports: 1, results: LARGE, runs: 1, unfinished: 0 })
  await other.close()
  await database.remove()
})
