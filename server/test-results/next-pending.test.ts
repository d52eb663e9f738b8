import { expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')

/** The second run over two suites of two cases each, in which the first and the third result are recorded. */
async function runOfFour() {
  const project = await server.project(olga)
  for (const name of ['One', 'Two']) {
    const suite = await server.suite(olga, project.id, name)
    for (let number = 0; number < 2; number++) await server.testCase(olga, suite.id)
  }
  await server.run(olga, project.id)
  const { id, results } = await server.run(olga, project.id)
  const record = async (index: number) => await server.execute(olga, results[index].testCase.id, id)
  await record(0)
  await record(2)
  return { id: id as string, ids: results.map((result: any) => result.id as string) as string[], record }
}

const next = async (testRunId: string, after?: string) =>
  (await server.get(`/test-runs/${testRunId}/next-pending${after === undefined ? '' : `?after=${after}`}`, olga)).body

test('the next pending result is the first one after a result, with its place in its suite', async () => {
  const { id, ids } = await runOfFour()
  expect(await next(id)).toMatchObject({ position: 1, result: { id: ids[1], status: 'pending' } })
  expect(await next(id, ids[1])).toMatchObject({ position: 1, result: { id: ids[3] } })
  const { suiteId, result } = await next(id, ids[2])
  expect([result.id, suiteId]).toEqual([ids[3], result.testCase.testSuiteId])
})

test('after the last pending result the first one of the run is next', async () => {
  const { id, ids } = await runOfFour()
  expect((await next(id, ids[3])).result.id).toBe(ids[1])
})

test('a run without pending results has no next one', async () => {
  const { id, ids, record } = await runOfFour()
  await record(1)
  expect((await next(id, ids[3])).result.id).toBe(ids[3])
  await record(3)
  expect(await next(id, ids[0])).toBeNull()
})

test('a result of another run is not found', async () => {
  const [one, other] = [await runOfFour(), await runOfFour()]
  const { status } = await server.get(`/test-runs/${one.id}/next-pending?after=${other.ids[0]}`, olga)
  expect(status).toBe(404)
})
