import { beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

/* References of cases: keys or addresses of requirements and defects. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let suite: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  suite = await server.suite(olga, project.id)
})

const makeCase = async (name: string, references: string[]) =>
  await server.testCase(olga, suite.id, { name, references })
const found = async (query: string): Promise<string[]> =>
  (await server.get(`/projects/${project.id}/test-cases?${query}`, olga)).body.map(({ name }: any) => name)
const change = (body: object) => server.patch(`/projects/${project.id}/test-cases`, body, olga)

test('the references of a case are kept in its revisions, and each is stored once', async () => {
  const { id, references } = await makeCase('Pays', ['PAY-1', 'pay-1', 'https://tracker.example.com/PAY-2'])
  expect(references).toEqual(['PAY-1', 'https://tracker.example.com/PAY-2'])
  expect((await server.patch(`/test-cases/${id}`, { references: null }, olga)).body.references).toEqual([])
  const revisions = (await server.get(`/test-cases/${id}/revisions`, olga)).body
  expect(revisions.map((revision: any) => revision.references)).toEqual([[], references])
  const restored = await server.post(`/test-cases/${id}/revisions/1/restore`, {}, olga)
  expect(restored.body.references).toEqual(references)
})

test('a run keeps the references that its cases had when it started', async () => {
  const { id } = await makeCase('Pays', ['PAY-1'])
  const run = await server.run(olga, project.id)
  await server.patch(`/test-cases/${id}`, { references: ['PAY-2'] }, olga)
  const { results } = (await server.get(`/test-runs/${run.id}`, olga)).body
  expect(results[0].testCase.references).toEqual(['PAY-1'])
})

test('cases are found by a whole reference in any case of letters, by its absence, and by a part as a word', async () => {
  await makeCase('A', ['PAY-1'])
  await makeCase('B', ['PAY-12', 'https://tracker.example.com/browse/SHOP-7'])
  await makeCase('C', [])
  expect(await found('issue=pay-1')).toEqual(['A'])
  expect(await found('issue=PAY-1&issue=PAY-12')).toEqual(['A', 'B'])
  expect(await found('notIssue=PAY-1')).toEqual(['B', 'C'])
  expect(await found('q=shop-7')).toEqual(['B'])
})

test('many cases get the same references, and the change can be undone', async () => {
  const cases = [await makeCase('A', ['PAY-1']), await makeCase('B', [])]
  const ids = cases.map(({ id }) => id)
  const { status, body } = await change({ ids, set: { references: ['PAY-9'] } })
  expect([status, body.changed]).toEqual([200, 2])
  expect(await found('issue=PAY-9')).toEqual(['A', 'B'])
  await server.post(`/projects/${project.id}/test-cases/undo`, { changeId: body.changeId }, olga)
  expect(await found('issue=PAY-9')).toEqual([])
  expect(await found('issue=PAY-1')).toEqual(['A'])
})

test('a reference that is no key and no address of the web is refused, and names its field', async () => {
  const given = { name: 'A', testSuiteId: suite.id, expectedValueType: 'string', expectedValue: 'x' }
  const { status, body } = await server.post('/test-cases', { ...given, references: ['two words'] }, olga)
  expect([status, body.issues[0].path]).toEqual([400, ['references', 0]])
})

test('the references of a case that was deleted come back with it, and a copy has them too', async () => {
  const { id } = await makeCase('A', ['PAY-1'])
  const { deletionId } = (await server.delete(`/test-cases/${id}`, olga)).body
  await server.post(`/projects/${project.id}/deletions/${deletionId}/restore`, {}, olga)
  await server.post(`/projects/${project.id}/test-cases/copy`, { ids: [id], testSuiteId: suite.id }, olga)
  expect((await found('issue=PAY-1')).length).toBe(2)
})

test('the owner gives a project an address pattern, and takes it away', async () => {
  const issueUrl = 'https://tracker.example.com/browse/{key}'
  const path = `/projects/${project.id}`
  expect((await server.patch(path, { issueUrl }, olga)).body.issueUrl).toBe(issueUrl)
  expect((await server.get(`${path}/overview`, olga)).body.issueUrl).toBe(issueUrl)
  expect((await server.patch(path, { name: 'Shop' }, olga)).body.issueUrl).toBe(issueUrl)
  expect((await server.patch(path, { issueUrl: 'https://tracker.example.com' }, olga)).status).toBe(400)
  expect((await server.patch(path, { issueUrl: '' }, olga)).body.issueUrl).toBe(null)
})
