import { expect, test } from 'vitest'
import { fold, searchText } from '#shared/test-cases/search-text.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { indexSome } from '../../database/search/texts.ts'

/* A search finds exactly the cases that a scan finds, whatever wrote them. */

const server = await useTestServer()
const olga = await server.person('Olga')
const WORDS = ['alpha', 'beta', 'gämma', 'дельта', 'epsilon', 'zeta/1']

function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

test('after random writes of every kind, a search finds what a scan of all cases finds', async () => {
  const random = randomOf(7)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const words = () => `${pick(WORDS)} ${pick(WORDS)}`
  const project = await server.project(olga)
  const suites = [await server.suite(olga, project.id), await server.suite(olga, project.id)]
  const ofProject = `/projects/${project.id}/test-cases`
  const all = async (): Promise<TestCase[]> =>
    (await server.get(`/projects/${project.id}`, olga)).body.testSuites.flatMap((suite: any) => suite.testCases)
  const some = async () => (await all()).filter(() => random(3) === 0).map(({ id }) => id)
  const deletions: string[] = []
  const done = async (answer: Promise<{ status: number; body: any }>) => {
    const { status, body } = await answer
    expect([status, body.message]).toEqual([expect.toBeOneOf([200, 201, 202]), body.message])
    return body
  }
  const one = async (): Promise<TestCase> => pick(await all())
  const create = () =>
    done(
      server.post(
        '/test-cases',
        { name: words(), tags: [pick(WORDS)], type: 'auto', testSuiteId: pick(suites).id, description: words() },
        olga,
      ),
    )
  const acts = [
    create,
    create,
    async () =>
      done(server.patch(`/test-cases/${(await one()).id}`, { name: words(), steps: [{ action: words() }] }, olga)),
    async () =>
      done(server.patch(`/test-cases/${(await one()).id}`, { automationKey: `${words()} ${random(1e9)}` }, olga)),
    async () => done(server.patch(`/test-cases/${(await one()).id}`, { testSuiteId: pick(suites).id }, olga)),
    async () => deletions.push((await done(server.delete(`/test-cases/${(await one()).id}`, olga))).deletionId),
    async () =>
      done(server.patch(ofProject, { ids: [(await one()).id, ...(await some())], addTags: [pick(WORDS)] }, olga)),
    async () => {
      const change = { ids: [(await one()).id], set: { priority: 'high' }, moveTo: { testSuiteId: pick(suites).id } }
      const { changeId } = await done(server.patch(ofProject, change, olga))
      if (random(2) === 0) await done(server.post(`${ofProject}/undo`, { changeId }, olga))
    },
    async () => done(server.post(`${ofProject}/copy`, { ids: [(await one()).id], testSuiteId: pick(suites).id }, olga)),
    async () => {
      const id = deletions.pop()
      if (id !== undefined) await done(server.post(`/projects/${project.id}/deletions/${id}/restore`, {}, olga))
    },
    async () => done(server.post(`/test-cases/${(await one()).id}/revisions/1/restore`, {}, olga).then(allowAutomated)),
    async () => server.services.write(null, indexSome),
  ]
  for (let count = 0; count < 6; count++) await create()
  for (let round = 0; round < 60; round++) {
    await pick(acts)()
    const cases = await all()
    if (cases.length === 0) await create()
    for (const word of [pick(WORDS), pick(WORDS).slice(0, 2), 'c1']) {
      const scanned = cases.filter((testCase) => searchText(testCase).includes(fold(word)))
      const found = (await server.get(`${ofProject}?q=${encodeURIComponent(word)}`, olga)).body
      expect(found, `${word} in round ${round}`).toEqual(scanned)
    }
  }
})

/** Automated cases refuse changes of their content. */
const allowAutomated = (answer: { status: number; body: any }) =>
  answer.status === 409 ? { status: 200, body: {} } : answer
