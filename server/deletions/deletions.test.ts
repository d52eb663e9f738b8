import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../database/new-id.ts'
import { type Caller, machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { CASES_AT_ONCE } from './cases-at-once.ts'
import { Trash } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const tess: Person = await server.person('Tess')
let trash: Trash
beforeEach(async () => {
  trash = await Trash.open(server, olga)
  await server.member(olga, trash.projectId, tess)
})

describe('deleting many cases', () => {
  test('cases of several suites are deleted at once, and the others are renumbered', async () => {
    const [a, b] = [await trash.suite('Cart', 'A', 'B', 'C', 'D'), await trash.suite('Login', 'E', 'F')]
    const { status, body } = await trash.delete([a.cases[0], a.cases[2], b.cases[0]])
    expect([status, body]).toEqual([200, { deleted: 3, deletionId: expect.any(String) }])
    expect(await trash.shown()).toEqual(['1 Cart: 1 B, 2 D', '2 Login: 1 F'])
    expect((await server.get(`/test-cases/${a.cases[0]}`, olga)).status).toBe(404)
  })

  test('an id that is named twice is deleted and counted once', async () => {
    const { cases } = await trash.suite('Cart', 'A', 'B')
    expect((await trash.delete([cases[0], cases[0]])).body.deleted).toBe(1)
    expect(await trash.shown()).toEqual(['1 Cart: 1 B'])
  })

  test('many cases of two projects are deleted at once, in each its own', async () => {
    const other = await Trash.open(server, olga)
    const all = []
    for (const { projectId } of [trash, other]) {
      const { id } = await server.suite(olga, projectId, 'Cart')
      const names = Array.from({ length: 2 * CASES_AT_ONCE }, (_, index) => ({ name: `N${index}` }))
      all.push((await server.testCases(olga, id, names)).map((testCase) => testCase.id))
    }
    const answers = await Promise.all([trash.delete(all[0] ?? []), other.delete(all[1] ?? [])])
    expect(answers.map(({ body }) => body.deleted)).toEqual([2 * CASES_AT_ONCE, 2 * CASES_AT_ONCE])
    for (const { projectId } of [trash, other])
      expect((await server.get(`/projects/${projectId}/test-cases`, olga)).body).toEqual([])
    expect(await trash.list()).toMatchObject([{ testCaseCount: 2 * CASES_AT_ONCE }])
    expect(await other.list()).toMatchObject([{ testCaseCount: 2 * CASES_AT_ONCE }])
  })

  test.each([
    ['an unknown id', async () => newId()],
    ['an id of another project', async () => (await (await Trash.open(server, olga)).suite('Cart', 'A')).cases[0]],
    ['a malformed id', async () => 'nothing'],
  ])('%s refuses all of them with 404 and names its position', async (_, other) => {
    const { cases } = await trash.suite('Cart', 'A', 'B')
    const { status, body } = await trash.delete([cases[0], await other()])
    expect([status, body.issues[0].path]).toEqual([404, ['ids', 1]])
    expect(await trash.shown()).toEqual(['1 Cart: 1 A, 2 B'])
    expect(await trash.list()).toEqual([])
  })

  test.each([
    [{}, 'ids must be a list of ids'],
    [{ ids: [] }, 'ids must not be empty'],
    [{ ids: Array.from({ length: 5_001 }, () => 'x') }, 'ids may have at most 5000 entries'],
    [{ ids: [1] }, 'ids must be text'],
  ])('%j is refused', async (body, message) => {
    const answer = await server.post(`/projects/${trash.projectId}/test-cases/delete`, body, olga)
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })
})

describe('deleting one', () => {
  test('a deletion that names an outdated version in If-Match deletes nothing', async () => {
    const { id, cases } = await trash.suite('Cart', 'A')
    for (const path of [`/test-cases/${cases[0]}`, `/test-suites/${id}`]) {
      const tag = (await server.get(path, olga)).headers.get('etag') as string
      await server.patch(path, { name: 'New' }, olga)
      const { status } = await server.call('DELETE', path, { as: olga, headers: { 'if-match': tag } })
      expect(status).toBe(412)
      const current = (await server.get(path, olga)).headers.get('etag') as string
      expect((await server.call('DELETE', path, { as: olga, headers: { 'if-match': current } })).status).toBe(200)
    }
    expect(await trash.list()).toHaveLength(2)
  })
})

describe('the list of deletions', () => {
  test('the list of deletions says who deleted what and when, newest first', async () => {
    const cart = await trash.suite('Cart', 'A', 'B')
    const first = await server.delete(`/test-cases/${cart.cases[1]}`, tess)
    await server.delete(`/test-suites/${cart.id}`, machine(trash.project))
    const [suite, testCase] = await trash.list()
    expect(first.body).toEqual({ message: 'Test case deleted', deletionId: testCase.id })
    expect(testCase).toEqual({
      id: expect.any(String),
      deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      deletedBy: { id: tess.id, name: 'Tess' },
      testSuites: [],
      testCases: [{ id: cart.cases[1], ref: 'C2', name: 'B', testSuiteId: cart.id, suiteName: 'Cart' }],
      testCaseCount: 1,
    })
    expect(suite).toMatchObject({
      deletedBy: null,
      testSuites: [{ id: cart.id, name: 'Cart', testCaseCount: 1 }],
      testCases: [{ ref: 'C1', name: 'A' }],
    })
  })

  test('the list of deletions is read in pages, by cursor or offset', async () => {
    const { cases } = await trash.suite('Cart', 'A', 'B', 'C')
    for (const id of cases) await server.delete(`/test-cases/${id}`, olga)
    const path = `/projects/${trash.projectId}/deletions?limit=2`
    const pages = await server.parts(path, olga)
    expect(pages.map((page) => page.map(({ testCases }: any) => testCases[0].name))).toEqual([['C', 'B'], ['A']])
    const { body, headers } = await server.get(`${path}&offset=1`, olga)
    expect(body.map(({ testCases }: any) => testCases[0].name)).toEqual(['B', 'A'])
    expect(headers.get('x-total-count')).toBe('3')
  })

  test('the list of deletions shows the first 100 cases of a large deletion and counts all', async () => {
    const { id } = await trash.suite('Cart', ...Array.from({ length: 130 }, (_, index) => `N${index + 1}`))
    await server.delete(`/test-suites/${id}`, olga)
    const [deletion] = await trash.list()
    expect(deletion.testCaseCount).toBe(130)
    expect(deletion.testCases.map(({ name }: any) => name)).toEqual(
      Array.from({ length: 100 }, (_, index) => `N${index + 1}`),
    )
    const [found] = await trash.list('?q=n130')
    expect(found.testCases.map(({ name }: any) => name)).toEqual(['N130'])
  })

  test.each([
    ['pays', ['Pays with Ü']],
    ['WITH Ü', ['Pays with Ü']],
    ['c2', ['100% sure']],
    ['% sure', ['100% sure']],
    ['cart', ['100% sure', 'Pays with Ü']],
    ['pays nothing', []],
    ['_', []],
  ])('a search for "%s" finds the deletions of %j', async (q, names) => {
    const { cases } = await trash.suite('Cart', 'Pays with Ü', '100% sure')
    for (const id of cases) await server.delete(`/test-cases/${id}`, olga)
    const found = await trash.list(`?q=${encodeURIComponent(q)}`)
    expect(found.map(({ testCases }: any) => testCases[0].name)).toEqual(names)
  })

  test('a search finds a deleted suite without cases by its name', async () => {
    const { id } = await trash.suite('Empty suite')
    await server.delete(`/test-suites/${id}`, olga)
    expect(await trash.list('?q=empty')).toHaveLength(1)
    expect(await trash.list('?q=full')).toHaveLength(0)
  })

  test('a deletion of another project cannot be restored through this one', async () => {
    const other = await Trash.open(server, olga)
    const { cases } = await other.suite('Cart', 'A')
    const { body } = await other.delete(cases)
    expect((await trash.restore(body.deletionId)).status).toBe(404)
    expect((await other.restore(body.deletionId)).status).toBe(200)
  })
})

test('the project credential may delete and restore', async () => {
  const credential: Caller = machine(trash.project)
  const { cases } = await trash.suite('Cart', 'A', 'B')
  const { body } = await trash.delete(cases, credential)
  expect((await trash.restore(body.deletionId, credential)).body).toEqual({ restored: 2 })
  expect(await trash.shown()).toEqual(['1 Cart: 1 A, 2 B'])
})

test('a deleted project takes its trash with it', async () => {
  const { id, cases } = await trash.suite('Cart', 'A', 'B')
  await trash.delete([cases[0]])
  await server.delete(`/test-suites/${id}`, olga)
  await server.delete(`/projects/${trash.projectId}`, olga)
  const { db } = server.services
  for (const table of ['deleted_test_cases', 'deleted_test_suites'] as const) {
    const left = db
      .selectFrom(table)
      .select('id')
      .where('id', 'in', [id, ...cases])
    await expect.poll(async () => await left.execute(), { message: table }).toEqual([])
  }
})
