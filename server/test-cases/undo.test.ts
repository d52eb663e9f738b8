import { beforeEach, describe, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

/* Undo of a bulk change of cases. */

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')
let project: { id: string }
let payments: { id: string }
let refunds: { id: string }
let ids: string[]
beforeEach(async () => {
  project = await server.project(olga)
  await server.member(olga, project.id, tess)
  payments = await server.suite(olga, project.id, 'Payments')
  refunds = await server.suite(olga, project.id, 'Refunds')
  ids = []
  for (const name of 'ABCDE') ids.push((await server.testCase(olga, payments.id, { name, preconditions: 'p' })).id)
  ids.push((await server.testCase(olga, refunds.id, { name: 'X' })).id)
})

const idsOf = (names: string) => Array.from(names, (name) => ids['ABCDEX'.indexOf(name)] as string)
const change = async (body: object) => (await server.patch(`/projects/${project.id}/test-cases`, body, olga)).body
const undo = (changeId: string, as = tess) => server.post(`/projects/${project.id}/test-cases/undo`, { changeId }, as)
const current = async (name: string) => (await server.get(`/test-cases/${idsOf(name)[0]}`, olga)).body
async function order(): Promise<string[]> {
  const suites = (await server.get(`/test-suites/project/${project.id}`, olga)).body as any[]
  for (const { testCases } of suites)
    expect(testCases.map(({ number }: any) => number)).toEqual(testCases.map((_: unknown, index: number) => index + 1))
  return suites.map(({ testCases }) => testCases.map(({ name }: any) => name).join(''))
}
const all = {
  set: { priority: 'high', type: 'auto', preconditions: '' },
  addTags: ['t'],
}

describe('undo of a change of many cases', () => {
  test('undo of a change restores fields and places, as a new revision of another member', async () => {
    await server.patch(`/test-cases/${idsOf('B')[0]}`, { tags: ['Own'], priority: 'low' }, olga)
    const before = await current('B')
    const { changeId } = await change({ ids: idsOf('BDX'), ...all, moveTo: { testSuiteId: refunds.id, position: 1 } })
    expect([await order(), (await current('B')).tags]).toEqual([
      ['ACE', 'BDX'],
      ['Own', 't'],
    ])
    expect((await undo(changeId)).body).toEqual({ changed: 3 })
    expect(await order()).toEqual(['ABCDE', 'X'])
    const after = await current('B')
    expect(after).toEqual({
      ...before,
      revision: 4,
      updatedAt: after.updatedAt,
      updatedBy: { id: tess.id, name: 'Tess' },
    })
    const [latest] = (await server.get(`/test-cases/${idsOf('B')[0]}/revisions`, olga)).body
    expect(latest).toMatchObject({ revision: 4, testSuiteId: payments.id, priority: 'low', preconditions: 'p' })
  })

  test('undo of a change of many cases leaves cases that were changed, moved or deleted since', async () => {
    const { changeId } = await change({ ids: idsOf('ABCD'), ...all, moveTo: { testSuiteId: refunds.id } })
    await server.patch(`/test-cases/${idsOf('A')[0]}`, { name: 'A2' }, olga)
    await server.delete(`/test-cases/${idsOf('B')[0]}`, olga)
    await server.patch(`/test-cases/${idsOf('C')[0]}`, { position: 1 }, olga)
    expect((await undo(changeId)).body).toEqual({ changed: 1 })
    expect(await order()).toEqual(['DE', 'CXA2'])
    expect([(await current('A')).priority, (await current('D')).priority]).toEqual(['high', 'medium'])
  })

  test('undo of a change of many cases keeps the order of cases that came or went since', async () => {
    const { changeId } = await change({ ids: idsOf('BD'), moveTo: { testSuiteId: refunds.id } })
    await server.delete(`/test-cases/${idsOf('A')[0]}`, olga)
    await server.testCase(olga, payments.id, { name: 'N' })
    await server.patch(`/test-cases/${idsOf('E')[0]}`, { position: 1 }, olga)
    expect(await order()).toEqual(['ECN', 'XBD'])
    await undo(changeId)
    expect(await order()).toEqual(['EBCDN', 'X'])
    expect((await current('B')).revision).toBe(3)
  })

  test('undo of changed fields leaves a case where it was moved before', async () => {
    await change({ ids: idsOf('A'), moveTo: { testSuiteId: refunds.id } })
    const { changeId } = await change({ ids: idsOf('A'), set: { priority: 'low' } })
    await server.testCase(olga, refunds.id, { name: 'N' })
    expect((await undo(changeId)).body).toEqual({ changed: 1 })
    expect(await order()).toEqual(['BCDE', 'XAN'])
    expect((await current('A')).priority).toBe('medium')
  })

  test('undo of a change of many cases leaves cases of a suite that is deleted', async () => {
    const { changeId } = await change({ ids: idsOf('X'), ...all, moveTo: { testSuiteId: payments.id } })
    await server.delete(`/test-suites/${refunds.id}`, olga)
    expect((await undo(changeId)).body).toEqual({ changed: 0 })
    expect([await order(), (await current('X')).priority]).toEqual([['ABCDEX'], 'high'])
  })

  test('undo of a change of many cases is refused a second time', async () => {
    const { changeId } = await change({ ids: idsOf('A'), ...all })
    await undo(changeId)
    const { status, body } = await undo(changeId)
    expect([status, body.message]).toEqual([409, 'This change is already undone'])
    expect((await current('A')).revision).toBe(3)
  })

  test('undo answers 404 for an unknown change, one of another project and one older than a day', async () => {
    const other = await server.project(olga)
    const { changeId } = await change({ ids: idsOf('A'), ...all })
    for (const [projectId, id] of [
      [project.id, 'unknown'],
      [project.id, '\0'],
      [other.id, changeId],
    ]) {
      const { status, body } = await server.post(`/projects/${projectId}/test-cases/undo`, { changeId: id }, olga)
      expect([status, body.message]).toEqual([404, 'Change not found'])
    }
    await age(changeId, 24.01)
    expect((await undo(changeId)).status).toBe(404)
  })

  test('undo of a change of many cases is possible for a day; the next change then deletes what was kept', async () => {
    const { changeId } = await change({ ids: idsOf('A'), set: { priority: 'low' } })
    const old = await change({ ids: idsOf('B'), set: { priority: 'low' } })
    await age(changeId, 23.9)
    await age(old.changeId, 25)
    await change({ ids: idsOf('C'), set: { priority: 'low' } })
    const { db } = server.services
    const kept = await db.selectFrom('case_changes').select('id').where('project_id', '=', project.id).execute()
    expect(kept.map(({ id }) => id)).not.toContain(old.changeId)
    const rows = await db.selectFrom('changed_cases').selectAll().where('change_id', '=', old.changeId).execute()
    expect(rows).toEqual([])
    expect((await undo(changeId)).body).toEqual({ changed: 1 })
  })

  test('a small change deletes a part of a large expired one', async () => {
    const suite = await server.suite(olga, project.id)
    const ids: string[] = []
    for (let count = 0; count < 30; count++) ids.push((await server.testCase(olga, suite.id)).id)
    const { changeId } = await change({ ids, set: { priority: 'low' } })
    await age(changeId, 25)
    const { db } = server.services
    const left = async () =>
      (await db.selectFrom('changed_cases').selectAll().where('change_id', '=', changeId).execute()).length
    await change({ ids: ids.slice(0, 1), set: { priority: 'high' } })
    const kept = await left()
    expect([kept > 0, kept < ids.length]).toEqual([true, true])
    await change({ ids: ids.slice(0, 1), set: { priority: 'low' } })
    expect(await left()).toBe(0)
    expect(await db.selectFrom('case_changes').select('id').where('id', '=', changeId).execute()).toEqual([])
  })
})

async function age(changeId: string, hours: number): Promise<void> {
  const created_at = new Date(Date.now() - hours * 3_600_000).toISOString()
  await server.services.write(null, async (db) => {
    await db.updateTable('case_changes').set({ created_at }).where('id', '=', changeId).execute()
  })
}
