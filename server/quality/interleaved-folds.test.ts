import { expect, test } from 'vitest'
import { largeReport } from '../test-reports/testing.ts'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { folding } from './fold.ts'
import { answersAndNaive } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')

/** Several steps of 500. */
const CASES = 1_600

test('a fold that falls behind another one of the same run takes nothing of it back', async () => {
  const project = await server.project(olga)
  const { body } = await server.upload(machine(project), project.id, largeReport(CASES), { run: 'b1' })
  const testRunId = body.testRun.id
  const { db, write } = server.services
  const [slow, fast] = [folding({ db, write }, project.id), folding({ db, write }, project.id)]
  // Adds the run, then computes some of its cases.
  for (let step = 0; step < 2; step++) await slow.next()
  for (let step = 0; step < 2; step++) await fast.next()
  for (let step = 0; step < 2; step++) await slow.next()

  const results = await db.selectFrom('test_results').select('id').where('test_run_id', '=', testRunId).execute()
  expect(results).toHaveLength(CASES)
  // Those that only the fast one has folded are among them.
  const pending = results.map(({ id }) => ({ resultId: id, actualValue: null }))
  for (let from = 0; from < CASES; from += 800) {
    const part = { results: pending.slice(from, from + 800) }
    expect((await server.patch(`/test-runs/${testRunId}/results`, part, machine(project))).status).toBe(200)
  }
  const get = async (path: string) => (await server.get(path, olga)).body
  const { answers, naive } = await answersAndNaive(db, project.id, get)
  expect(answers).toEqual(naive)
  expect(answers.health.flatMap(({ recent }) => recent)).toEqual([])
})

test.each(['taken back', 'deleted', 'moved to another branch'])(
  'a run that is %s after its results were read, but not yet folded, is counted as it is then',
  async (what) => {
    const project = await server.project(olga)
    const outcomes = ['', '<failure/>', '']
    const runs: string[] = []
    for (const [index, outcome] of outcomes.entries()) {
      const { body } = await server.upload(machine(project), project.id, largeReport(CASES, '', outcome), {
        run: `b${index}`,
        branch: 'main',
      })
      runs.push(body.testRun.id)
    }
    const { db, write } = server.services
    const fold = folding({ db, write }, project.id)
    // Some of the cases are computed with the results of all three runs.
    for (let step = 0; step < 2; step++) await fold.next()
    const [, second = ''] = runs
    if (what === 'deleted') await server.delete(`/test-runs/${second}`, olga)
    else if (what === 'taken back') {
      const results = await db.selectFrom('test_results').select('id').where('test_run_id', '=', second).execute()
      const pending = results.map(({ id }) => ({ resultId: id, actualValue: null }))
      for (let from = 0; from < CASES; from += 800) {
        const part = { results: pending.slice(from, from + 800) }
        expect((await server.patch(`/test-runs/${second}/results`, part, machine(project))).status).toBe(200)
      }
    } else expect((await server.patch(`/test-runs/${second}`, { branch: 'next' }, olga)).status).toBe(200)
    while (!(await fold.next()).done);
    const get = async (path: string) => (await server.get(path, olga)).body
    const { answers, naive } = await answersAndNaive(db, project.id, get)
    expect(answers).toEqual(naive)
    expect(answers.health).toHaveLength(CASES)
  },
)
