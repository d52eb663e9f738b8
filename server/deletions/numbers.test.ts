import { expect, test } from 'vitest'
import { StrangeValues } from '../testing/strange-values.ts'
import { useTestServer } from '../testing/use-server.ts'
import { Trash } from './testing.ts'

/*
 * Random deletions, restores, new cases and moves. Positions are always 1 to n, no case is lost, and a restore right
 * after a deletion changes nothing.
 */

const STEPS = 60
const server = await useTestServer()
const olga = await server.person('Olga')

type Suite = { id: string; number: number; testCases: { id: string; number: number }[] }

test.each([1, 2, 3, 4])('positions have no gaps and nothing is lost (seed %i)', async (seed) => {
  const values = new StrangeValues(seed)
  const random = () => values.below(1_000) / 1_000
  const trash = await Trash.open(server, olga)
  const read = async (): Promise<Suite[]> => (await server.get(`/projects/${trash.projectId}`, olga)).body.testSuites
  const oneOf = <T>(list: T[]): T | undefined => list[Math.floor(random() * list.length)]
  const made = new Set<string>()
  const deletions: string[] = []

  const addCases = async (suites: Suite[]) => {
    const suite = oneOf(suites)
    if (suite && random() < 0.8) made.add(await trash.testCase(suite.id, `N${made.size}`))
    else for (const id of (await trash.suite(`S${made.size % 3}`, 'A', 'B', 'C')).cases) made.add(id)
  }
  const remove = async (suites: Suite[]) => {
    const ids = suites.flatMap(({ testCases }) => testCases.map(({ id }) => id)).filter(() => random() < 0.3)
    const suite = oneOf(suites)
    if (ids.length > 0 && random() < 0.7) return (await trash.delete(ids)).body.deletionId
    return suite && (await server.delete(`/test-suites/${suite.id}`, olga)).body.deletionId
  }
  const step = async () => {
    const suites = await read()
    const dice = random()
    if (dice < 0.35) return await addCases(suites)
    if (dice < 0.5) {
      const testCase = oneOf(suites.flatMap(({ testCases }) => testCases))
      const target = oneOf(suites)
      if (testCase && target)
        await server.patch(`/test-cases/${testCase.id}`, { testSuiteId: target.id, position: 1 }, olga)
      return
    }
    if (dice < 0.75) {
      const deletionId: string | undefined = await remove(suites)
      if (!deletionId) return
      if (random() < 0.7) return void deletions.push(deletionId)
      expect((await trash.restore(deletionId)).status).toBe(200)
      return expect(await read()).toEqual(suites)
    }
    const [deletionId] = deletions.splice(Math.floor(random() * deletions.length), 1)
    if (deletionId) expect((await trash.restore(deletionId)).status).toBe(200)
  }

  for (let count = 0; count < STEPS; count += 1) {
    await step()
    const suites = await read()
    expect(suites.map(({ number }) => number)).toEqual(suites.map((_, index) => index + 1))
    for (const { testCases } of suites)
      expect(testCases.map(({ number }) => number)).toEqual(testCases.map((_, index) => index + 1))
  }
  for (const deletionId of deletions) expect((await trash.restore(deletionId)).status).toBe(200)
  const ids = (await read()).flatMap(({ testCases }) => testCases.map(({ id }) => id))
  expect(new Set(ids)).toEqual(made)
  expect(ids).toHaveLength(made.size)
})
