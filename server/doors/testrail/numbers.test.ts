import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { machine, startTestServer, startTestServerOn } from '../../testing/server.ts'
import { projectAtDoor, TestRailCaller } from './testing.ts'

const readNumbers = async (door: TestRailCaller, projectId: number) => {
  const { sections } = (await door.get(`get_sections/${projectId}`)).body
  const { tests } = (await door.get('get_tests/1')).body
  const { results } = (await door.get('get_results_for_run/1')).body
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
  return { sections: idsOf(sections), tests: idsOf(tests), results: idsOf(results) }
}

test('numbers stay with their records over a restart, and are never given again', async () => {
  const database = await testDatabase({ isMigrated: true })
  const first = await startTestServerOn(database.url)
  const { door, project, projectId } = await projectAtDoor(first, 'Ada', 2)
  await door.post(`add_run/${projectId}`, { name: 'Run' })
  await door.post('add_results_for_cases/1', { results: [{ case_id: 1, status_id: 1 }] })
  const before = await readNumbers(door, projectId)
  const dropped = (await door.post(`add_section/${projectId}`, { name: 'Dropped' })).body.id
  await door.post(`delete_section/${dropped}`)
  await first.close()

  const second = await startTestServerOn(database.url)
  const again = new TestRailCaller(second, machine(project))
  expect(await readNumbers(again, projectId)).toEqual(before)
  expect((await again.post(`add_section/${projectId}`, { name: 'Next' })).body.id).toBeGreaterThan(dropped)
  await second.close()
  await database.remove()
})

test('callers that read the same records at once, for the first time, read the same numbers', async () => {
  const server = await startTestServer()
  const { door, owner, project, projectId } = await projectAtDoor(server, 'Bob')
  const suite = (await server.get(`/test-suites/project/${project.id}`, owner)).body[0]
  await server.testCases(
    owner,
    suite.id,
    Array.from({ length: 100 }, () => ({})),
  )
  const { id } = (await door.post(`add_run/${projectId}`, { name: 'Run' })).body
  const answers = await Promise.all(Array.from({ length: 9 }, () => door.get(`get_tests/${id}`)))
  const numbers = answers.map(({ body }) => body.tests.map((one: { id: number }) => one.id))
  for (const other of numbers) expect(other).toEqual(numbers[0])
  expect(new Set(numbers[0]).size).toBe(100)
  await server.close()
})
