import { expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()

/**
 * A table by hand: 30 runs of 200 cases, 20 cases for each row. P passed, F failed, S skipped, R passed on retry; oldest
 * run first. The newest 20 executed results count: [runs, executions, flips, passedOnRetry, score, volume].
 */
const TABLE: [pattern: string, flaky: number[] | null][] = [
  ['P'.repeat(30), null],
  ['F'.repeat(30), null],
  ['PF'.repeat(15), [20, 20, 19, 0, 0.95, 19]],
  [`${'P'.repeat(29)}F`, [20, 20, 1, 0, 0.05, 1]],
  ['F'.repeat(15) + 'P'.repeat(15), [20, 20, 1, 0, 0.05, 1]],
  ['F'.repeat(10) + 'P'.repeat(20), null],
  ['R'.repeat(30), [20, 40, 0, 20, 1, 20]],
  ['PSF'.repeat(10), [20, 20, 19, 0, 0.95, 19]],
  ['RPPPPPPPPP'.repeat(3), [20, 22, 0, 2, 0.2, 4]],
  ['PPPPPPPPFF'.repeat(3), [20, 20, 3, 0, 0.15, 3]],
]
const STATUSES: Record<string, string> = { P: 'passed', F: 'failed', S: 'skipped', R: 'failed' }

test('the flaky list of 30 runs of 200 cases is the table by hand', async () => {
  const olga = await server.person('Olga')
  const project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  const cases: string[] = []
  for (let index = 0; index < 200; index++) cases.push((await server.testCase(olga, suite.id)).id)
  const patternOf = (index: number) => TABLE[index % TABLE.length]?.[0] as string
  for (let run = 0; run < 30; run++) {
    const { id } = await server.run(olga, project.id)
    const first = cases.map((testCaseId, index) => ({ testCaseId, status: STATUSES[patternOf(index)[run] ?? ''] }))
    await server.post(`/test-runs/${id}/results`, { results: first }, olga)
    const again = cases.filter((_, index) => patternOf(index)[run] === 'R')
    const results = again.map((testCaseId) => ({ testCaseId, status: 'passed' }))
    if (results.length > 0) await server.post(`/test-runs/${id}/results`, { results }, olga)
  }
  await expect
    .poll(async () => (await server.get(`/projects/${project.id}/quality`, olga)).body.runsToCount, { timeout: 30_000 })
    .toBe(0)
  const { body } = await server.get(`/projects/${project.id}/flaky`, olga)
  const rows = body.map((one: any) => [
    cases.indexOf(one.testCase.id) % TABLE.length,
    one.runs,
    one.executions,
    one.flips,
    one.passedOnRetry,
    one.score,
    one.volume,
  ])
  const expected = TABLE.flatMap(([, flaky], row) => (flaky ? Array.from({ length: 20 }, () => [row, ...flaky]) : []))
  expect(rows.map(String).toSorted()).toEqual(expected.map(String).toSorted())
  expect(body.map((one: any) => one.volume)).toEqual(expected.map((row) => row[6] as number).toSorted((a, b) => b - a))
})
