import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { indexSome, totalChanges } from '../../database/search/texts.ts'
import { useTestServer } from '../../testing/use-server.ts'

/* What the indexer does with the trigram index of SQLite. */

const server = await useTestServer()
const olga = await server.person('Olga')
const { db, write } = server.services

const indexAll = async () => {
  while ((await write(null, indexSome)) > 0);
}

async function trigramsWith(word: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from test_case_trigrams where test_case_trigrams match ${`"${word}"`}`.execute(db)
  return rows[0]?.count ?? 0
}

test('a deleted case is not found at once, and its text leaves the index later', async () => {
  const project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  const { id } = await server.testCase(olga, suite.id, { name: 'Zyx' })
  const found = async () => (await server.get(`/projects/${project.id}/test-cases?q=zyx`, olga)).body.length
  await indexAll()
  expect([await trigramsWith('zyx'), await found()]).toEqual([1, 1])
  const { deletionId } = (await server.delete(`/test-cases/${id}`, olga)).body
  expect(await found()).toBe(0)
  await indexAll()
  expect(await trigramsWith('zyx')).toBe(0)
  await server.post(`/projects/${project.id}/deletions/${deletionId}/restore`, {}, olga)
  expect(await found()).toBe(1)
  await indexAll()
  expect([await trigramsWith('zyx'), await found()]).toEqual([1, 1])
})

test('a case that is deleted and comes back before the index forgets it stays in the index', async () => {
  const project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  const { id } = await server.testCase(olga, suite.id, { name: 'Wvu' })
  await indexAll()
  const { deletionId } = (await server.delete(`/test-cases/${id}`, olga)).body
  await server.post(`/projects/${project.id}/deletions/${deletionId}/restore`, {}, olga)
  await indexAll()
  expect(await trigramsWith('wvu')).toBe(1)
  expect((await server.get(`/projects/${project.id}/test-cases?q=wvu`, olga)).body).toHaveLength(1)
})

test('each write of the indexer merges a small part of the index, until it has few parts', async () => {
  const project = await server.project(olga)
  const suite = await server.suite(olga, project.id)
  const names = Array.from({ length: 6_000 }, (_, index) => ({ name: `Order ${index * 7_919} of ${index}` }))
  await server.testCases(olga, suite.id, names)
  const changes: number[] = []
  const step = async (trx: Parameters<typeof indexSome>[0]) => {
    const start = await totalChanges(trx)
    const count = await indexSome(trx)
    // As the commit does, after which the server's own indexer may take a step.
    await sql`insert into test_case_trigrams (test_case_trigrams) values ('flush')`.execute(trx)
    changes.push((await totalChanges(trx)) - start)
    return count
  }
  while ((await write(null, step)) > 0);
  // Three rows for each of 200 texts, and pages.
  expect(Math.max(...changes)).toBeLessThan(750)
  const { rows } = await sql`select distinct segid from test_case_trigrams_idx`.execute(db)
  expect(rows.length).toBeLessThan(12)
})
