import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isOneOf, likeAnyOther } from '../database/dialect.ts'
import { newId } from '../database/new-id.ts'
import { useTestServer } from '../testing/use-server.ts'

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
  const ids = Array.from({ length: 50 }, () => newId())
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from test_results
    where test_run_id = ${likeAnyOther(db, newId())} and ${isOneOf(db, 'test_case_id', ids)}`.execute(db)
  const condition = rows.map((row) => row['QUERY PLAN']).find((line) => line.includes('Index Cond'))
  expect(condition).toContain('test_run_id')
  expect(condition).toContain('test_case_id')
})
