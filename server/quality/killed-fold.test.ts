import { afterEach, expect, test } from 'vitest'
import { killedAt, type ServerToKill } from '../testing/kill.ts'
import { largeReport } from '../test-reports/testing.ts'
import { answersAndNaive } from './testing.ts'

/* A fold is done in steps. Whatever was done when the server was killed, the rest follows after its restart. */

/** A fold of a run takes many steps. */
const CASES = 4_000
const RESULTS_PER_CALL = 1_000

let server: ServerToKill
afterEach(() => server.remove())

/** Asks for the quality of a project of two runs of which nothing, or only the first, is folded. */
async function beginToFold(to: ServerToKill) {
  const project = (await to.call('POST', '/projects', { name: 'P' })).body
  const report = await to.upload(project.id, largeReport(CASES))
  expect(report?.status).toBe(201)
  const cases = await to.db.selectFrom('test_cases').select('id').orderBy('id').execute()
  const run = (await to.call('POST', `/test-runs/project/${project.id}`, {})).body
  for (let from = 0; from < CASES; from += RESULTS_PER_CALL) {
    const results = cases
      .slice(from, from + RESULTS_PER_CALL)
      .map(({ id }, index) => ({ testCaseId: id, status: index % 4 === 0 ? 'failed' : 'passed', executionTimeMs: 7 }))
    expect((await to.call('POST', `/test-runs/${run.id}/results`, { results })).status).toBe(201)
  }
  await to.call('POST', `/test-runs/${run.id}/complete`, {})
  const path = `/projects/${project.id}/quality`
  const answered = to.call('GET', path).catch(() => undefined)
  return { project, runId: run.id as string, answered }
}

/** Some cases of a run are folded, others are not. */
async function isPartlyFolded({ db }: ServerToKill): Promise<boolean> {
  const rows = await db.selectFrom('folded_runs').select('version').execute()
  return rows.some(({ version }) => version.startsWith('unfinished'))
}

test.each<[string, (server: ServerToKill) => Promise<boolean>]>([
  ['between two steps', isPartlyFolded],
  ['within a step', async (to) => (await isPartlyFolded(to)) && (await to.isWriting())],
])('the quality is whole after kill -9 in the middle of a fold, %s', async (_, isStage) => {
  const killed = await killedAt(isStage, beginToFold, {}, isPartlyFolded)
  server = killed.server
  await server.restart()
  const get = async (path: string) => (await server.call('GET', path)).body
  const { answers, naive } = await answersAndNaive(server.db, killed.project.id, get)
  expect(answers).toEqual(naive)
  expect(answers.newFailures.at(-1)).toEqual([killed.runId, CASES / 4])
})
