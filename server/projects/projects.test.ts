import { beforeAll, describe, expect, test } from 'vitest'
import { expectEntities, expectEntity } from '../testing/entities.ts'
import { machine, type Person, startTestServer, type TestServer } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')

describe('creating a project', () => {
  test('creating a project answers 201 with the project, owned by its creator', async () => {
    const { status, body } = await server.post('/projects', { name: '  Checkout ', description: ' Pays. ' }, olga)
    expect(status).toBe(201)
    expectEntity('Project', body)
    expect(body).toMatchObject({
      name: 'Checkout',
      description: 'Pays.',
      userRole: 'owner',
      memberCount: 1,
      testSuites: [],
    })
    expect(body.clientSecret).toMatch(/^[\w-]{43}$/)
    expect((await server.get(`/projects/${body.id}`, olga)).body).toEqual(body)
  })

  test.each([undefined, null, '', '   '])(
    'a project created with the description %j has the description null',
    async (description) => {
      expect((await server.post('/projects', { name: 'Plain', description }, olga)).body.description).toBeNull()
    },
  )

  test('creating a project ignores unknown fields', async () => {
    const { body } = await server.post(
      '/projects',
      { name: 'Mine', id: 'x', clientSecret: 'x', userRole: 'x', createdAt: 'x' },
      olga,
    )
    expectEntity('Project', body)
    expect(body.clientSecret).not.toBe('x')
  })

  test.each([
    [{}, 'Project name is required'],
    [{ name: null }, 'Project name is required'],
    [{ name: ' ' }, 'Project name is required'],
    [{ name: 'x'.repeat(256) }, 'Project name must be at most 255 characters long'],
    [{ name: 'a\0b' }, 'Project name must not contain NUL characters'],
    [{ name: 'x', description: 'x'.repeat(10_001) }, 'Description must be at most 10,000 characters long'],
    [{ name: 'x', description: 5 }, 'Description must be text'],
  ])('creating a project from %o answers 400: %j', async (input, message) => {
    const { status, body } = await server.post('/projects', input, olga)
    expect([status, body.message]).toEqual([400, message])
  })

  test('names and descriptions are accepted up to their limits after trimming', async () => {
    const { status, body } = await server.post(
      '/projects',
      { name: ` ${'x'.repeat(255)} `, description: `${'y'.repeat(10_000)}\n` },
      olga,
    )
    expect([status, body.name?.length, body.description?.length]).toEqual([201, 255, 10_000])
  })
})

describe('reading a project', () => {
  test('a project contains its suites and cases in order', async () => {
    const project = await server.project(olga)
    for (const name of ['B', 'A']) {
      const suite = await server.suite(olga, project.id, name)
      for (const caseName of ['Z', 'Y', 'X']) await server.testCase(olga, suite.id, { name: caseName })
    }
    const { body } = await server.get(`/projects/${project.id}`, olga)
    expectEntities('Suite', body.testSuites)
    expect(body.testSuites.map((suite: any) => [suite.number, suite.name, suite.testCaseCount])).toEqual([
      [1, 'B', 3],
      [2, 'A', 3],
    ])
    for (const { testCases } of body.testSuites) {
      expectEntities('Case', testCases)
      expect(testCases.map((testCase: any) => [testCase.number, testCase.name])).toEqual([
        [1, 'Z'],
        [2, 'Y'],
        [3, 'X'],
      ])
    }
  })

  test('only the owner reads the client secret', async () => {
    const project = await server.project(olga)
    await server.member(olga, project.id, tess)
    const seenBy = async (as: Parameters<TestServer['get']>[1]) =>
      (await server.get(`/projects/${project.id}`, as)).body
    expect(await seenBy(olga)).toMatchObject({ clientSecret: project.clientSecret, userRole: 'owner', memberCount: 2 })
    expect(await seenBy(tess)).toMatchObject({ clientSecret: null, userRole: 'qa_tester', memberCount: 2 })
    expect(await seenBy(machine(project))).toMatchObject({ clientSecret: null, userRole: null })
    expect((await server.get('/projects', tess)).body[0]).toMatchObject({ clientSecret: null, userRole: 'qa_tester' })
  })

  test.each(['unknown', '019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a', '%00', "'", '%F0%9F%8E%89'])(
    'the id %s answers 404, like a project of another user',
    async (id) => {
      const { status, body } = await server.get(`/projects/${id}`, olga)
      const foreign = await server.get(`/projects/${(await server.project(tess)).id}`, olga)
      expect([status, body]).toEqual([404, { message: 'Project not found', code: 'NOT_FOUND' }])
      expect([foreign.status, foreign.body]).toEqual([status, body])
    },
  )
})

describe('the list of projects', () => {
  let lena: Person
  const names = ['one', 'two', 'three', 'four', 'five']
  beforeAll(async () => {
    lena = await server.person('Lena')
    for (const name of names) {
      const { id } = await server.project(lena, name)
      await server.testCase(lena, (await server.suite(lena, id)).id)
    }
  })

  test('the list of projects has mine, newest first, with suites and counts but no cases', async () => {
    const { body, headers } = await server.get('/projects', lena)
    expectEntities('Project', body)
    expect(body.map(({ name }: any) => name)).toEqual(names.toReversed())
    for (const { testSuites } of body) {
      expectEntities('SuiteListItem', testSuites)
      expect(testSuites[0].testCaseCount).toBe(1)
    }
    expect([headers.get('x-total-count'), headers.get('link')]).toEqual(['5', null])
  })

  test.each([
    ['?limit=2', ['five', 'four'], '?limit=2&offset=2'],
    ['?limit=2&offset=3', ['two', 'one'], null],
    ['?offset=3', ['two', 'one'], null],
    ['?limit=5', names.toReversed(), null],
    ['?offset=5', [], null],
  ])('the list of projects with %s has %j', async (query, expected, next) => {
    const { body, headers } = await server.get(`/projects${query}`, lena)
    expect(body.map(({ name }: any) => name)).toEqual(expected)
    expect(headers.get('x-total-count')).toBe('5')
    expect(headers.get('link')).toBe(next && `<${server.url}/api/projects${next}>; rel="next"`)
  })

  test('the Link headers of the list of projects lead through all pages', async () => {
    const parts = await server.parts('/projects?limit=2', lena)
    expect(parts.map((part) => part.length)).toEqual([2, 2, 1])
    expect(parts.flat().map(({ name }) => name)).toEqual(names.toReversed())
  })

  test('the list of projects is empty for a user without projects', async () => {
    const { status, body, headers } = await server.get('/projects', await server.person('Nora'))
    expect([status, body, headers.get('x-total-count')]).toEqual([200, [], '0'])
  })
})

describe('editing a project', () => {
  test.each([
    [{ name: ' New ' }, { name: 'New', description: 'Old' }],
    [{ description: 'New' }, { name: 'Old', description: 'New' }],
    [{ description: null }, { name: 'Old', description: null }],
    [{ description: ' ' }, { name: 'Old', description: null }],
    [{}, { name: 'Old', description: 'Old' }],
  ])('editing a project with %j results in %j', async (change, after) => {
    const { body: project } = await server.post('/projects', { name: 'Old', description: 'Old' }, olga)
    const { status, body } = await server.patch(`/projects/${project.id}`, change, olga)
    expect([status, body]).toEqual([200, { ...project, ...after }])
    expect((await server.get(`/projects/${project.id}`, olga)).body).toEqual(body)
  })

  test.each([
    [{}, 200],
    [{ name: 'Old', description: null, issueUrl: '' }, 200],
    [{ name: 'Older' }, 409],
    [{ description: 'Old' }, 409],
  ])('editing a project of which the caller has seen %j answers %i', async (base, expected) => {
    const { body: before } = await server.post('/projects', { name: 'Old' }, olga)
    const { status } = await server.patch(`/projects/${before.id}`, { name: 'New', base }, olga)
    const { body } = await server.get(`/projects/${before.id}`, olga)
    expect([status, body.name]).toEqual([expected, expected === 200 ? 'New' : 'Old'])
  })

  test('of concurrent edits from the same base, one is made', async () => {
    const { id } = await server.project(olga, 'Old')
    const edit = (name: string) => server.patch(`/projects/${id}`, { name, base: { name: 'Old' } }, olga)
    const answers = await Promise.all(['one', 'two', 'three', 'four'].map(edit))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test.each([{ name: '' }, { name: null }, { name: 5 }])(
    'editing a project with %j is refused and changes nothing',
    async (change) => {
      const project = await server.project(olga)
      expect((await server.patch(`/projects/${project.id}`, change, olga)).status).toBe(400)
      expect((await server.get(`/projects/${project.id}`, olga)).body).toEqual(project)
    },
  )
})

test('deleting a project deletes all its records', async () => {
  const empty = await startTestServer()
  const owner = await empty.person('Olga')
  const project = await empty.project(owner)
  const suite = await empty.suite(owner, project.id)
  const testCase = await empty.testCase(owner, suite.id)
  const run = await empty.run(owner, project.id)
  await empty.execute(owner, testCase.id, run.id)
  await empty.post(`/invite/create/${project.id}`, { email: 'x@example.com' }, owner)
  const { status, body } = await empty.delete(`/projects/${project.id}`, owner)
  expect([status, body]).toEqual([200, { message: 'Project deleted' }])
  for (const path of [
    `projects/${project.id}`,
    `test-suites/${suite.id}`,
    `test-cases/${testCase.id}`,
    `test-runs/${run.id}`,
  ])
    expect((await empty.get(`/${path}`, owner)).status).toBe(404)
  expect((await empty.get(`/projects/${project.id}`, machine(project))).status).toBe(401)
  const left = [
    'project_members',
    'invites',
    'test_suites',
    'test_cases',
    'test_case_revisions',
    'test_runs',
    'test_run_suites',
    'test_results',
    'test_result_attempts',
  ] as const
  for (const table of left)
    await expect.poll(() => empty.services.db.selectFrom(table).selectAll().execute(), { message: table }).toEqual([])
  await empty.close()
})

describe("a project's own credential", () => {
  test('a regenerated client secret works at once, and the old one fails', async () => {
    const project = await server.project(olga)
    const { status, body } = await server.post(`/projects/${project.id}/regenerate-secret`, undefined, olga)
    expect([status, Object.keys(body)]).toEqual([200, ['clientSecret']])
    expect(body.clientSecret).not.toBe(project.clientSecret)
    expect((await server.get(`/projects/${project.id}`, machine(project))).status).toBe(401)
    expect((await server.get(`/projects/${project.id}`, machine({ ...project, ...body }))).status).toBe(200)
    expect((await server.get(`/projects/${project.id}`, olga)).body.clientSecret).toBe(body.clientSecret)
  })

  test.each([
    ['the secret of another project', (a: any, b: any) => machine({ id: a.id, clientSecret: b.clientSecret })],
    ['no secret', (a: any) => machine({ id: a.id, clientSecret: '' })],
    ['an unknown project', (a: any) => machine({ id: 'unknown', clientSecret: a.clientSecret })],
    ['no colon', (a: any) => ({ authorization: `Basic ${Buffer.from(a.id).toString('base64')}` })],
    ['no base64', () => ({ authorization: 'Basic \u00e9\u00e9' })],
  ])('a credential with %s answers 401', async (_, credential) => {
    const [project, other] = [await server.project(olga), await server.project(olga)]
    const { status, body } = await server.get(`/projects/${project.id}`, credential(project, other))
    expect([status, body.message]).toEqual([401, 'Invalid project credentials'])
  })
})
