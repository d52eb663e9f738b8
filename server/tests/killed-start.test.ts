import { afterEach, expect, test } from 'vitest'
import { countRows } from '../database/count-rows.ts'
import { largeReport } from '../test-reports/testing.ts'
import { killedAt, type ServerToKill } from '../testing/kill.ts'

/* A run starts completely or not at all, even if the server is killed meanwhile. */

const CASES = 10_000

let server: ServerToKill
afterEach(() => server.remove())

type Stage = [name: string, isStage: (server: ServerToKill) => Promise<boolean>]

const STAGES: Stage[] = [
  ['while it is written', async (server) => await server.isWriting()],
  ['once it is written, before or after the answer', async (server) => (await runs(server)).length > 1],
]

/** The visible runs. One that is being written is hidden. */
const runs = async (server: ServerToKill) =>
  await server.db.selectFrom('test_runs').select(['id', 'total']).where('is_receiving', '=', 0).execute()
const countResults = async (testRunId: string) =>
  await countRows(server.db.selectFrom('test_results').where('test_run_id', '=', testRunId))

const start = async (server: ServerToKill, projectId: string) =>
  await server.call('POST', `/test-runs/project/${projectId}`, {})

test.each(STAGES)('a start over 10,000 cases leaves a whole run or none after kill -9 %s', async (name, isStage) => {
  const killed = await killedAt(isStage, async (server) => {
    const project = (await server.call('POST', '/projects', { name: 'P' })).body
    expect((await server.upload(project.id, largeReport(CASES)))?.status).toBe(201)
    return { project, answered: start(server, project.id).catch(() => undefined) }
  })
  const { project, answered } = killed
  server = killed.server
  const answer = await answered
  await server.restart()
  const left = await runs(server)
  if (answer || name.startsWith('once')) expect(left).toHaveLength(2)
  for (const { id, total } of left) expect([total, await countResults(id)]).toEqual([CASES, CASES])
  expect((await start(server, project.id)).body).toMatchObject({ summary: { total: CASES, pending: CASES } })
  expect((await server.call('GET', `/test-runs/project/${project.id}`)).body).toHaveLength(left.length + 1)
})
