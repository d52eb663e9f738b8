import { CompiledQuery, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { newId } from '../database/new-id.ts'
import { useTestServer } from '../testing/use-server.ts'
import { findResultsBy } from './run-results.repository.ts'

const CASES = 3_000

const server = await useTestServer()

test('results of some cases are found by their index, also in a run that statistics do not know', async () => {
  const ada = await server.person('Ada')
  const { id } = await server.project(ada)
  const cases = Array.from({ length: CASES }, (_, index) => `<testcase name="case ${index}"/>`)
  for (const run of ['first', 'second'])
    await server.upload(ada, id, `<testsuite name="Large">${cases.join('')}</testsuite>`, { run })
  const { db } = server.services
  await sql`analyze test_results`.execute(db)
  const sent = vi.spyOn(db, 'executeQuery')
  await findResultsBy(db, newId(), 'test_case_id', Array.from({ length: 50 }, newId))
  const query = sent.mock.calls[0]?.[0] as CompiledQuery
  sent.mockRestore()
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]),
  )
  const plan = rows.map((row) => row['QUERY PLAN'])
  expect(plan).toContainEqual(expect.stringMatching(/Index Cond: .*test_run_id.*test_case_id/))
})
