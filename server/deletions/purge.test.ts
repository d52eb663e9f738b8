import { expect, test } from 'vitest'
import { deleteExpiredShares } from '../shares/shares.repository.ts'
import { newId } from '../database/new-id.ts'
import { useTestServer } from '../testing/use-server.ts'
import { TrashPurge } from './trash-purge.ts'
import { caseChanges } from '../test-cases/case-changes.ts'
import { Trash } from './testing.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
const { db, write, writeLater, log } = server.services

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

async function deletedDaysAgo(trash: Trash, ids: string[], days: number): Promise<string> {
  const { deletionId } = (await trash.delete(ids)).body
  await write(null, async (trx) => {
    await trx
      .updateTable('deletions')
      .set({ deleted_at: daysAgo(days) })
      .where('id', '=', deletionId)
      .execute()
  })
  return deletionId
}

async function purge(): Promise<void> {
  const running = new TrashPurge(
    { db, write, writeLater, log },
    {
      deleteExpired: deleteExpiredShares,
      changes: caseChanges,
      imports: async () => undefined,
      trims: async () => undefined,
      erasures: async () => undefined,
    },
  )
  running.start()
  await expect
    .poll(async () => await db.selectFrom('deletions').select('id').where('deleted_at', '<', daysAgo(30)).execute())
    .toEqual([])
  await running.close()
}

const inTrash = async (ids: string[]) =>
  (await db.selectFrom('deleted_test_cases').select('id').where('id', 'in', ids).execute()).map(({ id }) => id)

test('a deletion of more than 30 days ago is not listed and cannot be restored', async () => {
  const trash = await Trash.open(server, olga)
  const { cases } = await trash.suite('Cart', 'A', 'B')
  const [old, recent] = [
    await deletedDaysAgo(trash, cases.slice(0, 1), 30.01),
    await deletedDaysAgo(trash, cases.slice(1), 29.9),
  ]
  expect((await trash.list()).map(({ id }) => id)).toEqual([recent])
  expect((await trash.restore(old)).status).toBe(404)
  expect((await trash.restore(recent)).status).toBe(200)
})

test('what was deleted more than 30 days ago is purged, and runs still show it', async () => {
  const trash = await Trash.open(server, olga)
  const { cases } = await trash.suite('Cart', 'A', 'B')
  const run = await server.run(olga, trash.projectId)
  await deletedDaysAgo(trash, cases.slice(0, 1), 31)
  await deletedDaysAgo(trash, cases.slice(1), 29)
  await purge()
  expect(await inTrash(cases)).toEqual(cases.slice(1))
  const { results } = (await server.get(`/test-runs/${run.id}`, olga)).body
  expect(results.map(({ testCase }: any) => testCase.name)).toEqual(['A', 'B'])
})

test('the attachments of deleted cases come back with them, and end when they are purged', async () => {
  const trash = await Trash.open(server, olga)
  const { cases } = await trash.suite('Cart', ...Array.from({ length: 12 }, (_, index) => `N${index}`))
  const files: string[] = []
  for (const id of cases) files.push((await attach(id)).id)
  const { deletionId } = (await trash.delete(cases)).body
  expect(await stored(files)).toBe(12)
  expect((await server.get(`/attachments/${files[0]}/address`, olga)).status).toBe(404)
  await trash.restore(deletionId)
  const { body } = await server.get(`/test-cases/${cases[0]}`, olga)
  expect(body.attachments.map(({ id }: any) => id)).toEqual(files.slice(0, 1))
  await deletedDaysAgo(trash, cases, 31)
  await purge()
  expect(await stored(files)).toBe(0)
})

const attach = async (caseId: string) =>
  (
    await fetch(`${server.url}/api/test-cases/${caseId}/attachments?name=a.txt`, {
      method: 'POST',
      body: 'some text',
      headers: { authorization: olga.authorization },
    })
  ).json() as Promise<{ id: string }>

async function stored(files: string[]): Promise<number> {
  const rows = await db
    .selectFrom('attachment_chunks')
    .select('attachment_id')
    .where('attachment_id', 'in', files)
    .execute()
  return rows.length
}

test('the ref of a purged case is not given again', async () => {
  const trash = await Trash.open(server, olga)
  const { id, cases } = await trash.suite('Cart', 'A', 'B')
  await deletedDaysAgo(trash, cases, 31)
  await purge()
  const next = await trash.testCase(id, 'C')
  expect((await server.get(`/test-cases/${next}`, olga)).body.ref).toBe('C3')
})

test('an unknown deletion answers 404', async () => {
  const trash = await Trash.open(server, olga)
  expect((await trash.restore(newId())).status).toBe(404)
  expect((await trash.restore('nothing')).status).toBe(404)
})

test('an expired link to a run is deleted, and one that works stays', async () => {
  const project = await server.project(olga)
  const [expired, working] = [await server.run(olga, project.id), await server.run(olga, project.id)]
  for (const { id } of [expired, working]) await server.post(`/test-runs/${id}/share`, {}, olga)
  await write(null, async (trx) => {
    await trx
      .updateTable('run_shares')
      .set({ expires_at: daysAgo(1) })
      .where('test_run_id', '=', expired.id)
      .execute()
  })
  await purge()
  const rows = await db.selectFrom('run_shares').select('test_run_id').execute()
  expect(rows.map((row) => row.test_run_id)).toEqual([working.id])
})
