import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../database/new-id.ts'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let suite: { id: string }
let testCase: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  suite = await server.suite(olga, project.id)
  testCase = await server.testCase(olga, suite.id)
})

const put = (id: string, body: unknown = {}, as: Caller = olga) =>
  server.call('PUT', `/test-cases/${id}/quarantine`, { as, body })
const release = (id: string) => server.delete(`/test-cases/${id}/quarantine`, olga)
const list = async (query = '') => await server.get(`/projects/${project.id}/quarantine${query}`, olga)

describe('quarantining a case', () => {
  test('quarantining a case says which case, why, when and who', async () => {
    const { status, body } = await put(testCase.id, { reason: '  Times out ' })
    expect([status, body]).toEqual([
      200,
      {
        testCase: { id: testCase.id, ref: 'C1', name: 'Pays by card', testSuite: { id: suite.id, name: 'Payments' } },
        reason: 'Times out',
        quarantinedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        quarantinedBy: { id: olga.id, name: 'Olga' },
      },
    ])
    expect((await list()).body).toEqual([body])
  })

  test('quarantining a case again replaces the reason and keeps who did it first', async () => {
    const { body: first } = await put(testCase.id, { reason: 'Times out' })
    const { body } = await put(testCase.id, { reason: null }, machine(project))
    expect(body).toEqual({ ...first, reason: null })
    expect((await list()).body).toHaveLength(1)
  })

  test('quarantining a case needs no body, and is done by the project credential too', async () => {
    const answer = await server.call('PUT', `/test-cases/${testCase.id}/quarantine`, { as: machine(project) })
    expect([answer.status, answer.body.quarantinedBy, answer.body.reason]).toEqual([200, null, null])
  })

  test.each([
    [{ reason: 5 }, 400],
    [{ reason: 'x'.repeat(10_001) }, 400],
  ])('quarantining a case with %o is refused and names the field', async (body, status) => {
    const answer = await put(testCase.id, body)
    expect([answer.status, answer.body.issues[0].path]).toEqual([status, ['reason']])
    expect((await list()).body).toEqual([])
  })

  test('quarantining an unknown case answers 404', async () => {
    expect((await put(newId())).status).toBe(404)
    expect((await release(newId())).status).toBe(404)
  })

  test('quarantining a case leaves the case and its results as they are', async () => {
    const before = (await server.get(`/test-cases/${testCase.id}`, olga)).body
    await put(testCase.id)
    expect((await server.get(`/test-cases/${testCase.id}`, olga)).body).toEqual(before)
  })
})

test('a released case leaves the list, which keeps the others, and releasing it again is harmless', async () => {
  const other = await server.testCase(olga, suite.id)
  for (const { id } of [testCase, other]) await put(id)
  for (const _ of [1, 2]) expect((await release(testCase.id)).body).toEqual({ message: 'Test case is not quarantined' })
  expect((await list()).body).toMatchObject([{ testCase: { id: other.id } }])
})

test('the list is read in pages, newest first', async () => {
  const ids = [testCase.id]
  for (const name of ['B', 'C']) ids.push((await server.testCase(olga, suite.id, { name })).id)
  for (const id of ids) await put(id)
  const pages = await server.parts(`/projects/${project.id}/quarantine?limit=2`, olga)
  expect(pages.map((page) => page.map((entry) => entry.testCase.id))).toEqual([[ids[2], ids[1]], [ids[0]]])
  expect((await list('?limit=1')).headers.get('x-total-count')).toBe('3')
})

test('a deleted case leaves the list, and comes back quarantined', async () => {
  await put(testCase.id)
  const { body } = await server.delete(`/test-suites/${suite.id}`, olga)
  expect((await list()).body).toEqual([])
  await server.post(`/projects/${project.id}/deletions/${body.deletionId}/restore`, undefined, olga)
  expect((await list()).body).toHaveLength(1)
})

test('a case that is purged leaves nothing behind', async () => {
  await put(testCase.id)
  const { deletionId } = (await server.delete(`/test-cases/${testCase.id}`, olga)).body
  await server.post(`/projects/${project.id}/deletions/${deletionId}/purge`, undefined, olga)
  const rows = server.services.db.selectFrom('quarantined_test_cases').select('test_case_id')
  await expect.poll(() => rows.where('test_case_id', '=', testCase.id).execute()).toEqual([])
})

test('a copy of a quarantined case is not quarantined', async () => {
  await put(testCase.id)
  await server.post(`/projects/${project.id}/test-cases/copy`, { ids: [testCase.id], testSuiteId: suite.id }, olga)
  expect((await list()).body).toHaveLength(1)
})

test('the end of a project ends its quarantine', async () => {
  await put(testCase.id)
  expect((await server.delete(`/projects/${project.id}`, olga)).status).toBe(200)
  const ofProject = async () => {
    const rows = await server.services.db.selectFrom('quarantined_test_cases').selectAll().execute()
    return rows.filter(({ project_id }) => project_id === project.id)
  }
  await expect.poll(ofProject).toEqual([])
})

test('a deleted person keeps the cases that they quarantined', async () => {
  const tess = await server.person('Tess')
  await server.member(olga, project.id, tess)
  await put(testCase.id, {}, tess)
  expect((await server.delete(`/admin/users/${tess.id}`, olga)).status).toBe(200)
  expect((await list()).body[0].quarantinedBy).toMatchObject({ id: tess.id })
})
