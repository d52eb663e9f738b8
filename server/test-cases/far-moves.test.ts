import { expect, test } from 'vitest'
import { reportOfBigSuite } from '../deletions/testing.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Suites of more than 2,000 cases are renumbered in several transactions. */

const CASES = 2_300
const server = await useTestServer()
const olga = await server.person('Olga')
const { db } = server.services

test('a case moves far in its suite, and back', async () => {
  const project = await server.project(olga)
  expect((await server.upload(olga, project.id, reportOfBigSuite(CASES))).status).toBe(201)
  const rows = db.selectFrom('test_cases').select(['id', 'number']).where('project_id', '=', project.id)
  const ids = (await rows.orderBy('number').execute()).map(({ id }) => id)
  const read = async () => {
    const now = await rows.orderBy('number').execute()
    expect(now.every(({ number }, index) => number === index + 1)).toBe(true)
    return now.map(({ id }) => id).join()
  }
  const [first = '', ...others] = ids
  const move = async (position: number) => (await server.patch(`/test-cases/${first}`, { position }, olga)).body.number
  expect(await move(99_999)).toBe(ids.length)
  expect((await read()) === [...others, first].join()).toBe(true)
  expect(await move(2)).toBe(2)
  expect((await read()) === [others[0], first, ...others.slice(1)].join()).toBe(true)
  expect(await move(1)).toBe(1)
  expect((await read()) === ids.join()).toBe(true)
  expect(await db.selectFrom('unnumbered_suites').selectAll().execute()).toEqual([])
})
