import { beforeEach, describe, expect, test } from 'vitest'
import { machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let suite: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  suite = await server.suite(olga, project.id)
})

const create = (fields: object) =>
  server.post('/test-cases', { name: 'Case', type: 'auto', testSuiteId: suite.id, ...fields }, olga)
const made = async (fields: object = {}) => (await create(fields)).body
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `tag ${n}`)

const READ: [object, object][] = [
  [{}, { priority: 'medium', tags: [] }],
  [
    { priority: null, tags: null },
    { priority: 'medium', tags: [] },
  ],
  [{ priority: 'critical' }, { priority: 'critical' }],
  [{ tags: [' Smoke ', 'api', 'SMOKE', 'a,b "c"'] }, { tags: ['Smoke', 'api', 'a,b "c"'] }],
  [{ tags: [...numbered(20), 'Tag 0'] }, { tags: numbered(20) }],
]

const REFUSED: [object, (string | number)[], string][] = [
  [{ priority: 'urgent' }, ['priority'], 'priority must be one of low, medium, high, critical'],
  [{ priority: 'High' }, ['priority'], 'priority must be one of low, medium, high, critical'],
  [{ priority: '' }, ['priority'], 'priority must be one of low, medium, high, critical'],
  [{ priority: 1 }, ['priority'], 'priority must be one of low, medium, high, critical'],
  [{ tags: 'smoke' }, ['tags'], 'tags must be a list'],
  [{ tags: ['a', ''] }, ['tags', 1], 'A tag must not be empty'],
  [{ tags: ['a', '👨‍👩‍👧‍👦'.repeat(51)] }, ['tags', 1], 'A tag must be at most 50 characters long'],
  [{ tags: ['x'.repeat(51)] }, ['tags', 0], 'A tag must be at most 50 characters long'],
  [{ tags: numbered(21) }, ['tags'], 'A test case may have at most 20 tags'],
]

describe('a new case', () => {
  test.each(READ)('a new case with %j has %j', async (given, fields) => {
    const { status, body } = await create(given)
    expect(status).toBe(201)
    expect(body).toMatchObject(fields)
    expect((await server.get(`/test-cases/${body.id}`, olga)).body).toEqual(body)
  })

  test.each(REFUSED)('a new case with %j is refused, and the field %j is named', async (given, path, message) => {
    const { status, body } = await create(given)
    expect([status, body.message, body.issues[0]]).toEqual([400, message, { path, message }])
  })
})

describe('PATCH', () => {
  test('PATCH of an automated case sets its priority and tags, and replaces the list', async () => {
    const { id } = await made({ tags: ['old'] })
    const { status, body } = await server.patch(`/test-cases/${id}`, { priority: 'high', tags: ['New'] }, olga)
    expect([status, body.priority, body.tags, body.revision]).toEqual([200, 'high', ['New'], 2])
  })

  test.each([null, []])('PATCH with the tags %j clears them, and leaves the priority', async (tags) => {
    const { id } = await made({ tags: ['a'], priority: 'low' })
    expect((await server.patch(`/test-cases/${id}`, { tags }, olga)).body).toMatchObject({ tags: [], priority: 'low' })
  })

  test('PATCH with the tags and priority it has adds no revision, and another spelling does', async () => {
    const before = await made({ tags: ['Smoke'], priority: 'low' })
    const change = async (fields: object) => (await server.patch(`/test-cases/${before.id}`, fields, olga)).body
    expect(await change({ tags: [' Smoke ', 'SMOKE'], priority: 'low' })).toEqual(before)
    expect(await change({ tags: ['smoke'] })).toMatchObject({ tags: ['smoke'], revision: 2 })
  })

  test.each(REFUSED)('PATCH with %j is refused and changes nothing', async (given, path) => {
    const before = await made({ tags: ['a'] })
    const { status, body } = await server.patch(`/test-cases/${before.id}`, { name: 'New', ...given }, olga)
    expect([status, body.issues[0].path]).toEqual([400, path])
    expect((await server.get(`/test-cases/${before.id}`, olga)).body).toEqual(before)
  })
})

describe('who changed a case and when', () => {
  test('a new case names who made it', async () => {
    const { createdAt, updatedAt, updatedBy } = await made()
    expect([updatedAt, updatedBy]).toEqual([createdAt, { id: olga.id, name: 'Olga' }])
  })

  test('a case names who changed a field last, null for the credential of the project', async () => {
    const before = await made()
    const { body: byMachine } = await server.patch(`/test-cases/${before.id}`, { tags: ['a'] }, machine(project))
    expect([byMachine.updatedBy, byMachine.createdAt]).toEqual([null, before.createdAt])
    expect(byMachine.updatedAt >= before.updatedAt).toBe(true)
    const { body } = await server.patch(`/test-cases/${before.id}`, { automationKey: 'K' }, olga)
    expect([body.updatedBy.name, body.revision]).toEqual(['Olga', 2])
    expect(body.updatedAt >= byMachine.updatedAt).toBe(true)
    expect((await server.get(`/test-cases/${before.id}`, olga)).body).toEqual(body)
  })

  test('a case of a report names the sender of the report', async () => {
    const report = '<testsuites><testsuite name="S"><testcase name="t"/></testsuite></testsuites>'
    await server.upload(olga, project.id, report)
    await server.upload(machine(project), project.id, report.replace('"t"', '"u"'))
    const { testCases } = (await server.get(`/test-suites/project/${project.id}`, olga)).body[1]
    expect(testCases.map(({ updatedBy }: any) => updatedBy?.name)).toEqual(['Olga', undefined])
    const { body } = await server.get(`/test-cases/${testCases[0].id}/revisions`, olga)
    expect(body).toMatchObject([{ revision: 1, changedBy: { name: 'Olga' }, changedAt: testCases[0].createdAt }])
  })

  test('a case keeps the name of its last author after the account was deleted', async () => {
    const admin = (await server.get('/auth/profile', olga)).body.isAdmin
    expect(admin).toBe(true)
    const lena = await server.person(`Lena${project.id}`)
    await server.member(olga, project.id, lena)
    const { id } = await made()
    const { body } = await server.patch(`/test-cases/${id}`, { tags: ['a'] }, lena)
    await server.delete(`/admin/users/${lena.id}`, olga)
    expect((await server.get(`/test-cases/${id}`, olga)).body).toEqual(body)
    expect((await server.get(`/test-cases/${id}/revisions`, olga)).body[0].changedBy).toEqual(body.updatedBy)
  })

  test('the author is part of the tag of a case: an outdated If-Match is refused', async () => {
    const { id } = await made()
    const path = `/test-cases/${id}`
    const tag = (await server.get(path, olga)).headers.get('etag') as string
    const change = (tags: string[], ifMatch: string) =>
      server.call('PATCH', path, { as: olga, body: { tags }, headers: { 'If-Match': ifMatch } })
    const first = await change(['a'], tag)
    expect(first.status).toBe(200)
    expect((await change(['b'], tag)).status).toBe(412)
    expect((await change(['b'], first.headers.get('etag') as string)).body.tags).toEqual(['b'])
  })
})
