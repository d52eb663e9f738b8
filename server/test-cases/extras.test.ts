import { beforeEach, expect, test } from 'vitest'
import { findProject } from '../projects/projects.repository.ts'
import { newFields } from '#shared/test-cases/test-case.ts'
import type { Actor } from '../authorize.ts'
import { expectEntity } from '../testing/entities.ts'
import { useTestServer } from '../testing/use-server.ts'
import { insertNewCases } from './new-cases.repository.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let suite: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  suite = await server.suite(olga, project.id)
})

const AUTO = { name: 'Case', type: 'auto' }
const EXTRAS = { refs: 'PAY-1', custom_risk: { level: 3, reasons: ['money'] }, estimate: null }
const foreign = { externalKey: 'testrail:7', extras: EXTRAS }
const create = async (body: Record<string, unknown>) => await server.testCase(olga, suite.id, body)
const read = async (id: string) => (await server.get(`/test-cases/${id}`, olga)).body
const revisionsOf = async (id: string) => (await server.get(`/test-cases/${id}/revisions`, olga)).body

test('a case keeps extras and an external key, which its reads answer and lists leave out', async () => {
  const made = await create(foreign)
  expectEntity('CaseDetail', made)
  expect(made).toMatchObject(foreign)
  expect(await read(made.id)).toEqual(made)
  const { externalKey: _externalKey, extras: _extras, ...shown } = made
  expect((await server.get(`/test-cases/test-suite/${suite.id}`, olga)).body).toEqual([shown])
})

test('an edit of other fields keeps extras and external key', async () => {
  const { id } = await create(foreign)
  const { body } = await server.patch(`/test-cases/${id}`, { name: 'Another name' }, olga)
  expect(body).toMatchObject({ ...foreign, name: 'Another name', revision: 2 })
})

test('changed extras make a revision, and a restore brings back those of the revision', async () => {
  const { id } = await create(foreign)
  await server.patch(`/test-cases/${id}`, { extras: { refs: 'PAY-2' } }, olga)
  await server.patch(`/test-cases/${id}`, { extras: null, externalKey: 'testrail:8' }, olga)
  expect((await revisionsOf(id)).map((revision: any) => revision.extras)).toEqual([{}, { refs: 'PAY-2' }, EXTRAS])
  const { body } = await server.post(`/test-cases/${id}/revisions/1/restore`, {}, olga)
  expect(body).toMatchObject({ extras: EXTRAS, externalKey: 'testrail:8', revision: 4 })
})

test('a copy of a case has its extras and no external key', async () => {
  const { id } = await create(foreign)
  const copies = await server.post(
    `/projects/${project.id}/test-cases/copy`,
    { ids: [id], testSuiteId: suite.id },
    olga,
  )
  expect(await read(copies.body[0].id)).toMatchObject({ externalKey: null, extras: EXTRAS })
})

test('a case that returns from the trash has its extras, and its external key if no other case has it', async () => {
  const [first, second] = [await create(foreign), await create({ externalKey: 'testrail:8', extras: EXTRAS })]
  const ids = [first.id, second.id]
  const deleted = (await server.post(`/projects/${project.id}/test-cases/delete`, { ids }, olga)).body
  await create({ externalKey: 'testrail:8' })
  await server.post(`/projects/${project.id}/deletions/${deleted.deletionId}/restore`, {}, olga)
  expect(await read(first.id)).toMatchObject(foreign)
  expect(await read(second.id)).toMatchObject({ externalKey: null, extras: EXTRAS })
})

test('a second case with an external key answers 409, on creation and on an edit', async () => {
  await create(foreign)
  const { id } = await create({})
  const answers = [
    await server.post('/test-cases', { ...AUTO, testSuiteId: suite.id, externalKey: 'testrail:7' }, olga),
    await server.patch(`/test-cases/${id}`, { externalKey: 'testrail:7' }, olga),
  ]
  for (const { status, body } of answers)
    expect([status, body.message]).toEqual([409, 'Another test case of this project has this external key'])
})

test.each([
  ['text', 'extras must be an object'],
  [['a list'], 'extras must be an object'],
  [{ a: 'ü'.repeat(10_001) }, 'extras must be at most 20 kB of JSON'],
])('extras of %.20j answer 400', async (extras, message) => {
  const { status, body } = await server.post('/test-cases', { ...AUTO, testSuiteId: suite.id, extras }, olga)
  expect([status, body.message]).toEqual([400, message])
})

test('a run keeps extras, which its single read answers and edits leave', async () => {
  const run = (await server.post(`/test-runs/project/${project.id}`, { extras: EXTRAS }, olga)).body
  expectEntity('Run', run)
  await server.patch(`/test-runs/${run.id}`, { milestone: 'Release 2' }, olga)
  expect((await server.get(`/test-runs/${run.id}`, olga)).body).toMatchObject({
    extras: EXTRAS,
    milestone: 'Release 2',
  })
  const { body } = await server.patch(`/test-runs/${run.id}`, { extras: { refs: 'PAY-3' } }, olga)
  expect(body.extras).toEqual({ refs: 'PAY-3' })
})

test('each attempt keeps its own extras', async () => {
  const testCase = await create({})
  const run = await server.run(olga, project.id)
  const results = [{ extras: { version: '1.2' } }, {}].map((more) => ({
    testCaseId: testCase.id,
    actualValue: 'ok',
    ...more,
  }))
  const { body } = await server.post(`/test-runs/${run.id}/results`, { results }, olga)
  await server.patch(`/test-runs/result/${body.results[0].resultId}`, { notes: 'Seen' }, olga)
  const attempts = (await server.get(`/test-runs/result/${body.results[0].resultId}/attempts`, olga)).body
  expect(attempts.map((attempt: any) => attempt.extras)).toEqual([{ version: '1.2' }, {}, {}])
})

const insert = async (claims: (number | null)[]) =>
  await server.services.write({ project: project.id }, async (db) => {
    const actor = { kind: 'user', user: olga } as unknown as Actor
    const found = await findProject(db, actor, project.id, 'case.write')
    const cases = claims.map((claim, index) => ({
      testSuiteId: suite.id,
      fields: newFields({ name: `Case ${index}`, type: 'manual' }),
      claim,
    }))
    return (await insertNewCases(db, found, cases, null)).map(({ ref }) => ref)
  })

test('a claimed number becomes the ref unless a case had it, and stands where the claims stand', async () => {
  const { id } = await create({})
  await server.delete(`/test-cases/${id}`, olga)
  expect(await insert([22_475, 1, 7, null, 7, 100_000_000])).toEqual([
    'C22475',
    'C22476',
    'C7',
    'C22477',
    'C22478',
    'C22479',
  ])
  expect(await insert([12])).toEqual(['C12'])
  expect((await create({})).ref).toBe('C22480')
  const listed = (await server.get(`/test-cases/test-suite/${suite.id}`, olga)).body
  expect(listed.map(({ ref, number }: any) => `${number} ${ref}`)).toEqual([
    '1 C22475',
    '2 C22476',
    '3 C7',
    '4 C22477',
    '5 C22478',
    '6 C22479',
    '7 C12',
    '8 C22480',
  ])
})

test('a number that no case had is unknown, not deleted', async () => {
  await insert([100])
  const { status, body } = await server.get(`/projects/${project.id}/test-cases/C50`, olga)
  expect([status, body.message]).toEqual([404, 'Test case not found'])
})
