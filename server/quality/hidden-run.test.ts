import { expect, test } from 'vitest'
import { heldWhileRecording, largeReport } from '../test-reports/testing.ts'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { untilFolded } from './testing.ts'

const server = await useTestServer()

/** More than one transaction takes. */
const TESTS = 12_000

test('a run counts once the large report that started it is recorded, not before', async () => {
  const olga = await server.person('Olga')
  const project = await server.project(olga)
  const suite = await server.suite(olga, project.id, 'suite 0')
  const testCase = await server.testCase(olga, suite.id, { name: 'test 0' })
  const first = await server.run(olga, project.id)
  await server.execute(olga, testCase.id, first.id)
  await server.post(`/test-runs/${first.id}/complete`, {}, olga)

  const get = async (path: string) => (await server.get(path, olga)).body
  const read = async () => {
    const path = `/projects/${project.id}`
    const [health] = await get(`${path}/test-case-health?testCaseIds=${testCase.id}`)
    const [card] = await get(`/project-health?projectIds=${project.id}`)
    const { runsToCount, numbers, runs, waiting, newFailures } = await get(`${path}/quality`)
    return {
      runsToCount,
      statuses: health.recent.map(({ status }: any) => status),
      trend: (await get(`${path}/trend`)).map((point: any) => [point.summary.total, point.newFailures]),
      runs: runs.length,
      failures: [numbers.newFailures, newFailures.length],
      passRate: numbers.passRate,
      waiting: waiting.pending,
      card: [card.passRate, card.newFailures],
    }
  }
  await untilFolded(server.services.db, project.id, get)
  const before = await read()
  expect(before).toEqual({
    runsToCount: 0,
    statuses: ['passed'],
    trend: [[1, 0]],
    runs: 1,
    failures: [0, 0],
    passRate: 1,
    waiting: 0,
    card: [1, 0],
  })

  const uploaded = server.upload(machine(project), project.id, largeReport(TESTS, '', '<failure/>'), { run: 'b1' })
  const { release } = await heldWhileRecording(server, project.id)
  expect(await read()).toEqual(before)
  await release()
  const { status, body } = await uploaded
  expect(status).toBe(201)
  await server.post(`/test-runs/${body.testRun.id}/complete`, {}, olga)

  await untilFolded(server.services.db, project.id, get)
  const after = { statuses: ['failed', 'passed'], trend: [[1, 0], [TESTS, TESTS]], runs: 2, failures: [TESTS, 10] } // prettier-ignore
  expect(await read()).toEqual({ ...before, ...after, passRate: 0, card: [0, TESTS] })
})
