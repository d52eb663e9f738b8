import { beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

/* Numbers of cases and suites while several writers insert, move, copy, undo and delete. */

const WRITERS = 4
const STEPS = 14

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
beforeEach(async () => void (project = await server.project(olga)))

type Random = (max: number) => number

/** A seeded sequence of numbers below `max` (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed
  return (max) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % max
  }
}

const read = async () => (await server.get(`/test-suites/project/${project.id}`, olga)).body as any[]

test.each([1, 2, 3])('numbers have no gaps and no duplicates after writes of several writers (%i)', async (seed) => {
  for (const name of ['A', 'B', 'C']) {
    const suite = await server.suite(olga, project.id, name)
    for (let count = 0; count < 5; count++) await server.testCase(olga, suite.id, { name: `${name}${count}` })
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(randomOf(seed * 100 + writer))))
  const suites = await read()
  expect(suites.map(({ number }) => number)).toEqual(countTo(suites))
  for (const { testCases, testCaseCount } of suites) {
    expect(testCases.map(({ number }: any) => number)).toEqual(countTo(testCases))
    expect(testCaseCount).toBe(testCases.length)
  }
  expect(suites.flatMap(({ testCases }) => testCases).length).toBeGreaterThan(0)
  await expectRevisionsOfPlaces()
})

const countTo = ({ length }: unknown[]) => Array.from({ length }, (_, index) => index + 1)

/** One writer. It works on what it read before, which others change meanwhile. */
async function write(random: Random): Promise<void> {
  const changeIds: string[] = []
  const path = `/projects/${project.id}/test-cases`
  for (let step = 0; step < STEPS; step++) {
    const suites = await read()
    const cases = suites.flatMap(({ testCases }) => testCases)
    const suite = () => suites[random(suites.length)].id
    const some = () => Array.from({ length: 1 + random(4) }, () => cases[random(cases.length)].id)
    const position = 1 + random(8)
    const acts: (() => Promise<{ status: number; body: any }>)[] = [
      () => server.post('/test-cases', { name: 'N', type: 'auto', testSuiteId: suite() }, olga),
      () => server.patch(`/test-cases/${some()[0]}`, { position }, olga),
      () => server.patch(`/test-cases/${some()[0]}`, { testSuiteId: suite(), position }, olga),
      () => server.patch(path, { ids: some(), moveTo: { testSuiteId: suite(), position } }, olga),
      () => server.patch(path, { ids: some(), addTags: [`t${step}`], moveTo: { testSuiteId: suite() } }, olga),
      () => server.post(`${path}/undo`, { changeId: changeIds[random(changeIds.length)] ?? 'none' }, olga),
      () => server.post(`${path}/copy`, { ids: some(), testSuiteId: suite() }, olga),
      () => server.delete(`/test-cases/${some()[0]}`, olga),
      () => server.patch(`/test-suites/${suite()}`, { position: 1 + random(4) }, olga),
      () => server.post('/test-suites', { name: 'S', projectId: project.id }, olga),
    ]
    const { status, body } = await (acts[random(acts.length)] as (typeof acts)[number])()
    expect([200, 201, 404, 409]).toContain(status)
    if (body.changeId) changeIds.push(body.changeId)
  }
}

/** The latest revision of each case has its suite: results are found by it. */
async function expectRevisionsOfPlaces(): Promise<void> {
  const rows = await server.services.db
    .selectFrom('test_cases')
    .innerJoin('test_case_revisions', (join) =>
      join
        .onRef('test_case_revisions.test_case_id', '=', 'test_cases.id')
        .onRef('test_case_revisions.revision', '=', 'test_cases.revision'),
    )
    .select(['test_cases.test_suite_id as suite', 'test_case_revisions.test_suite_id as revised'])
    .where('test_cases.project_id', '=', project.id)
    .execute()
  expect(rows.filter(({ suite, revised }) => suite !== revised)).toEqual([])
}
