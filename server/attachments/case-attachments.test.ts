import { beforeEach, describe, expect, test } from 'vitest'
import { countStored, PNG } from './testing.ts'
import { expectEntities, expectEntity } from '../testing/entities.ts'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer({ ATTACHMENT_MAX_MB: 2 })
const olga = await server.person('Olga')
const tess = await server.person('Tess')

let project: { id: string; clientSecret: string }
let testCase: any
beforeEach(async () => {
  await server.services.write(null, (db) => db.deleteFrom('attachments').execute())
  project = await server.project(olga)
  await server.member(olga, project.id, tess)
  testCase = await server.testCase(tess, (await server.suite(tess, project.id)).id)
})

const read = async () => (await server.get(`/test-cases/${testCase.id}`, tess)).body
const statusOf = async (id: string) =>
  (await fetch(`${server.url}/api/attachments/${id}`, { headers: { authorization: tess.authorization } })).status
const rows = async () => await countStored(server.services.db)

test('a file attached to a case is answered with its type, listed in the case, and read as it was sent', async () => {
  const { status, body } = await server.attachToCase(tess, testCase.id, PNG, 'Screen 1.png')
  expect(status).toBe(201)
  expectEntity('Attachment', body)
  const item = { id: body.id, name: 'Screen 1.png', type: 'image/png', size: PNG.length }
  expect(body).toMatchObject({ ...item, createdBy: { id: tess.id, name: tess.name } })
  expectEntities('AttachmentItem', (await read()).attachments)
  expect((await read()).attachments).toEqual([item])
  const answer = await fetch(`${server.url}/api/attachments/${body.id}`, {
    headers: { authorization: tess.authorization },
  })
  expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true)
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;/)
})

test('the attachments of a case are in every list of cases', async () => {
  const { id } = (await server.attachToCase(tess, testCase.id, PNG, 'a.png')).body
  const idsOf = (cases: any[]) => cases.flatMap(({ attachments }) => attachments.map((item: any) => item.id))
  const { body: whole } = await server.get(`/projects/${project.id}`, tess)
  expect(idsOf(whole.testSuites[0].testCases)).toEqual([id])
  expect(idsOf((await server.get('/test-cases', tess)).body)).toContain(id)
  expect(idsOf((await server.get(`/test-cases/test-suite/${testCase.testSuiteId}`, tess)).body)).toEqual([id])
})

test('attachments are no part of the revisions of a case', async () => {
  const { id } = (await server.attachToCase(machine(project), testCase.id, PNG)).body
  const { revision, updatedAt, updatedBy } = await read()
  expect([revision, updatedAt, updatedBy]).toEqual([1, testCase.updatedAt, testCase.updatedBy])
  await server.patch(`/test-cases/${testCase.id}`, { name: 'New' }, tess)
  expect((await read()).attachments.map((item: any) => item.id)).toEqual([id])
  await server.delete(`/attachments/${id}`, tess)
  expect(await read()).toMatchObject({ revision: 2, attachments: [] })
})

test('attachments are listed in the order in which they came, also when they come at once', async () => {
  for (const name of ['1', '2']) await server.attachToCase(tess, testCase.id, name, name)
  await Promise.all(['3', '4', '5'].map((name) => server.attachToCase(tess, testCase.id, name, name)))
  const names = (await read()).attachments.map(({ name }: any) => name)
  expect([names.slice(0, 2), names.slice(2).toSorted()]).toEqual([
    ['1', '2'],
    ['3', '4', '5'],
  ])
})

test('an If-Match with the tag of a case before its attachment is refused', async () => {
  const tag = (await server.get(`/test-cases/${testCase.id}`, tess)).headers.get('etag') as string
  await server.attachToCase(tess, testCase.id, PNG)
  const change = { as: tess, body: { name: 'New' }, headers: { 'If-Match': tag } }
  expect((await server.call('PATCH', `/test-cases/${testCase.id}`, change)).status).toBe(412)
})

test('a case takes 100 attachments and no more', async () => {
  const items = Array.from({ length: 99 }, () => ({ id: testCase.id, name: 'a', type: 'text/plain', size: 1 }))
  await server.services.write(null, (db) =>
    db
      .updateTable('test_cases')
      .set({ attachments: JSON.stringify(items) })
      .where('id', '=', testCase.id)
      .execute(),
  )
  expect((await server.attachToCase(tess, testCase.id, PNG)).status).toBe(201)
  const { status, body } = await server.attachToCase(tess, testCase.id, PNG)
  expect([status, body.message]).toEqual([409, 'A test case takes at most 100 attachments'])
  expect(await rows()).toEqual([1, 1])
})

test.each<[string, string | Uint8Array, string, number]>([
  ['an empty file', '', 'a.png', 400],
  ['a file that is too large', Buffer.alloc(2 * 1024 * 1024 + 1), 'a.png', 413],
  ['a file without a name', 'x', ' ', 400],
])('%s is refused, and nothing of it stays', async (_, bytes, name, status) => {
  expect((await server.attachToCase(tess, testCase.id, bytes, name)).status).toBe(status)
  expect(await rows()).toEqual([0, 0])
  expect((await read()).attachments).toEqual([])
})

describe('the attachments of a deleted case', () => {
  let id: string
  let path: string
  beforeEach(async () => {
    ;({ id } = (await server.attachToCase(tess, testCase.id, PNG)).body)
    ;({ path } = (await server.get(`/attachments/${id}/address`, tess)).body)
    await server.delete(`/test-cases/${testCase.id}`, tess)
  })

  test('attachments of a deleted case are kept, but cannot be read, not even by an earlier address', async () => {
    expect(await statusOf(id)).toBe(404)
    expect((await fetch(`${server.url}/api${path}`)).status).toBe(404)
    expect((await server.delete(`/attachments/${id}`, tess)).status).toBe(404)
    expect(await rows()).toEqual([1, 1])
  })

  test('the attachments of a deleted case are deleted when the case is purged, with their bytes', async () => {
    const address = `/projects/${project.id}/deletions`
    const [deletion] = (await server.get(address, olga)).body
    expect((await server.post(`${address}/${deletion.id}/purge`, undefined, olga)).status).toBe(200)
    await expect.poll(rows).toEqual([0, 0])
  })

  test('the attachments of a deleted case are deleted with the project', async () => {
    await server.delete(`/projects/${project.id}`, olga)
    await expect.poll(rows).toEqual([0, 0])
  })
})
