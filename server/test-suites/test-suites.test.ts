import { beforeEach, describe, expect, test } from 'vitest'
import { expectEntities, expectEntity } from '../testing/entities.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
beforeEach(async () => void (project = await server.project(olga)))

const suites = async () => (await server.get(`/test-suites/project/${project.id}`, olga)).body
const numbered = (items: any[]) => items.map(({ number, name }) => [number, name])

async function makeSuites(names: string[]): Promise<{ id: string }[]> {
  const made: { id: string }[] = []
  for (const name of names) made.push(await server.suite(olga, project.id, name))
  return made
}

describe('creating a suite', () => {
  test('creating a suite answers 201 with the suite at the end of the project', async () => {
    await makeSuites(['First'])
    const { status, body } = await server.post(
      '/test-suites',
      { name: ' Second ', description: ' d ', projectId: project.id },
      olga,
    )
    expect(status).toBe(201)
    expectEntity('Suite', body)
    expect(body).toMatchObject({
      name: 'Second',
      description: 'd',
      projectId: project.id,
      number: 2,
      testCaseCount: 0,
      testCases: [],
    })
    expect((await server.get(`/test-suites/${body.id}`, olga)).body).toEqual(body)
  })

  test('a name of 255 emoji is kept whole, one of 256 answers 400', async () => {
    const [made] = await makeSuites(['😀'.repeat(255)])
    expect((await suites())[0]).toMatchObject({ id: made?.id, name: '😀'.repeat(255) })
    const { status } = await server.post('/test-suites', { name: '😀'.repeat(256), projectId: project.id }, olga)
    expect(status).toBe(400)
  })

  test('concurrently created suites get numbers without gaps', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => server.suite(olga, project.id, `S${index}`)),
    )
    expect(made.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })

  test.each([
    [{ name: '' }, 400, 'Suite name is required'],
    [{ name: undefined }, 400, 'Suite name is required'],
    [{ name: 'x'.repeat(256) }, 400, 'Suite name must be at most 255 characters long'],
    [{ description: 'x'.repeat(10_001) }, 400, 'Description must be at most 10,000 characters long'],
    [{ projectId: undefined }, 400, 'projectId is required'],
    [{ projectId: 'unknown' }, 404, 'Project not found'],
  ])('creating a suite with %o is refused', async (change, status, message) => {
    const answer = await server.post('/test-suites', { name: 'Suite', projectId: project.id, ...change }, olga)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })
})

describe('reading suites', () => {
  test('suites and their cases are listed in order', async () => {
    const [b] = await makeSuites(['B', 'A'])
    for (const name of ['Z', 'Y']) await server.testCase(olga, b?.id as string, { name })
    const all = await suites()
    expectEntities('Suite', all)
    expect(numbered(all)).toEqual([
      [1, 'B'],
      [2, 'A'],
    ])
    expectEntities('Case', all[0].testCases)
    expect([numbered(all[0].testCases), all[0].testCaseCount]).toEqual([
      [
        [1, 'Z'],
        [2, 'Y'],
      ],
      2,
    ])
    expect([all[1].testCases, all[1].testCaseCount]).toEqual([[], 0])
    expect((await server.get(`/test-suites/${b?.id}`, olga)).body).toEqual(all[0])
  })

  test('suites can be read page by page', async () => {
    await makeSuites(['1', '2', '3', '4', '5'])
    const parts = await server.parts(`/test-suites/project/${project.id}?limit=2`, olga)
    expect(parts.map((part) => part.length)).toEqual([2, 2, 1])
    expect(parts.flat()).toEqual(await suites())
    const { headers, body } = await server.get(`/test-suites/project/${project.id}?limit=1&offset=4`, olga)
    expect([headers.get('x-total-count'), headers.get('link'), numbered(body)]).toEqual(['5', null, [[5, '5']]])
  })

  test('the list of all suites contains only suites of my projects', async () => {
    const lena = await server.person(`Lena${project.id}`)
    const [mine, other] = [await server.project(lena, 'Mine'), await server.project(lena, 'Other')]
    for (const { id } of [mine, other])
      for (const name of ['A', 'B', 'C']) await server.testCase(lena, (await server.suite(lena, id, name)).id)
    await makeSuites(['Foreign'])
    const { status, body, headers } = await server.get('/test-suites', lena)
    expect([status, headers.get('x-total-count')]).toEqual([200, '6'])
    expectEntities('Suite', body)
    expect(body.map((suite: any) => [suite.projectId, suite.number, suite.testCases.length])).toEqual(
      [other, mine].flatMap(({ id }) => [1, 2, 3].map((number) => [id, number, 1])),
    )
    expect((await server.parts('/test-suites?limit=4', lena)).flat()).toEqual(body)
  })

  test.each(['unknown', "'", '%00'])('reading a suite with the id %s answers 404', async (id) => {
    const { status, body } = await server.get(`/test-suites/${id}`, olga)
    expect([status, body.message]).toEqual([404, 'Test suite not found'])
    expect((await server.get(`/test-suites/project/${id}`, olga)).body.message).toBe('Project not found')
  })
})

describe('editing a suite', () => {
  test.each([
    [{ name: 'New' }, { name: 'New', description: 'Old' }],
    [{ description: null }, { name: 'Old', description: null }],
    [{ description: '' }, { name: 'Old', description: null }],
    [{}, { name: 'Old', description: 'Old' }],
    [
      { number: 7, projectId: 'x' },
      { name: 'Old', description: 'Old' },
    ],
  ])('editing a suite with %j results in %j', async (change, after) => {
    const { body: suite } = await server.post(
      '/test-suites',
      { name: 'Old', description: 'Old', projectId: project.id },
      olga,
    )
    const { status, body } = await server.patch(`/test-suites/${suite.id}`, change, olga)
    expect([status, body]).toEqual([200, { ...suite, ...after }])
  })

  test('editing a suite with an empty name is refused', async () => {
    const [suite] = await makeSuites(['Old'])
    expect((await server.patch(`/test-suites/${suite?.id}`, { name: ' ' }, olga)).body.message).toBe(
      'Suite name is required',
    )
    expect(numbered(await suites())).toEqual([[1, 'Old']])
  })
})

describe('moving a suite', () => {
  test.each([
    [3, 1, ['C', 'A', 'B', 'D']],
    [1, 3, ['B', 'C', 'A', 'D']],
    [2, 2, ['A', 'B', 'C', 'D']],
    [1, 4, ['B', 'C', 'D', 'A']],
    [2, 1_000_000_000_000, ['A', 'C', 'D', 'B']],
  ])('suite %i goes to position %i and the others move up', async (number, position, names) => {
    const made = await makeSuites(['A', 'B', 'C', 'D'])
    const { status, body } = await server.patch(`/test-suites/${made[number - 1]?.id}`, { position }, olga)
    expect([status, body.number]).toEqual([200, Math.min(position, 4)])
    expect(numbered(await suites())).toEqual(names.map((name, index) => [index + 1, name]))
  })

  test('a suite can get a name and a position at once', async () => {
    const [, b] = await makeSuites(['A', 'B'])
    const { body } = await server.patch(`/test-suites/${b?.id}`, { name: 'First', position: 1 }, olga)
    expect([body.name, body.number]).toEqual(['First', 1])
    expect((await server.patch(`/test-suites/${b?.id}`, { position: null }, olga)).body.number).toBe(1)
  })

  test.each([0, -1, 1.5, '2', true])('position %j is refused and names the field', async (position) => {
    const [a] = await makeSuites(['A', 'B'])
    const { status, body } = await server.patch(`/test-suites/${a?.id}`, { name: 'New', position }, olga)
    expect([status, body.issues]).toEqual([
      400,
      [{ path: ['position'], message: 'position must be a whole number, 1 or more' }],
    ])
    expect(numbered(await suites())).toEqual([
      [1, 'A'],
      [2, 'B'],
    ])
  })
})

describe('deleting a suite', () => {
  test('deleting a suite deletes its cases and renumbers the later suites', async () => {
    const [, b] = await makeSuites(['A', 'B', 'C', 'D'])
    const testCase = await server.testCase(olga, b?.id as string)
    const { status, body } = await server.delete(`/test-suites/${b?.id}`, olga)
    expect([status, body]).toEqual([200, { message: 'Test suite deleted', deletionId: expect.any(String) }])
    expect(numbered(await suites())).toEqual([
      [1, 'A'],
      [2, 'C'],
      [3, 'D'],
    ])
    expect((await server.get(`/test-cases/${testCase.id}`, olga)).status).toBe(404)
    expect((await server.delete(`/test-suites/${b?.id}`, olga)).status).toBe(404)
    await makeSuites(['E'])
    expect(numbered(await suites())).toEqual([
      [1, 'A'],
      [2, 'C'],
      [3, 'D'],
      [4, 'E'],
    ])
  })

  test('concurrent deletions of suites leave numbers without gaps', async () => {
    const made = await makeSuites(Array.from({ length: 12 }, (_, index) => `S${index}`))
    await Promise.all(
      made.filter((_, index) => index % 2 === 0).map(({ id }) => server.delete(`/test-suites/${id}`, olga)),
    )
    expect(numbered(await suites())).toEqual([1, 3, 5, 7, 9, 11].map((index, position) => [position + 1, `S${index}`]))
  })
})
