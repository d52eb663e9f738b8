import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { searchTextOfRun } from '#shared/test-runs/find-runs.ts'
import { NO_FACTS } from '#shared/test-runs/run-facts.ts'
import { connect, type Db, migrator } from '#server/database/databases.ts'
import { openSqlite } from '#server/database/sqlite.ts'

let db: Db
beforeEach(() => void (db = connect(openSqlite(':memory:'))))
afterEach(() => db.destroy())

const at = (second: number) => new Date(Date.UTC(2026, 0, 31, 12, 0, second)).toISOString()

type OldRun = {
  project: string
  description?: string
  ended?: number
  times?: [start: number | null, took: number | null][]
}

async function insertRun(id: string, { project, description, ended, times }: OldRun): Promise<void> {
  await sql`insert into test_runs (id, project_id, key, description, status, created_at, completed_at, total, passed, failed,
    error, pending, skipped) values (${id}, ${project}, ${id === '2' ? 'Build 7' : null}, ${description ?? null}, 'running',
    ${at(0)}, ${ended === undefined ? null : at(ended)}, 0, 0, 0, 0, 0, 0)`.execute(db)
  if (!times) return
  await sql`insert into test_reports (id, test_run_id, digest, completes, answer, created_at)
    values (${`report ${id}`}, ${id}, 'x', 0, '{}', ${at(0)})`.execute(db)
  for (const [index, [start, took]] of times.entries())
    await sql`insert into test_results (id, test_run_id, test_case_id, case_revision, test_suite_id, suite_number, number,
      status, attempts, started_at, execution_time_ms) values (${`${id} ${index}`}, ${id}, ${`c${index}`}, 1, 's', 1, 1,
      'passed', 1, ${start === null ? null : at(start)}, ${took})`.execute(db)
}

test('runs of before get refs in the order of their ids, durations, and texts to be found by', async () => {
  await migrator(db).migrateTo('0015_index_case_texts')
  for (const id of ['p', 'q', 'empty'])
    await sql`insert into projects (id, name, client_secret, created_at) values (${id}, 'P', 's', 'now')`.execute(db)
  await insertRun('1', { project: 'p', description: ' Große  NIGHTLY\n', ended: 90 })
  await insertRun('3', { project: 'p' })
  await insertRun('2', {
    project: 'p',
    ended: 1,
    times: [
      [null, 1_000.4],
      [5, 2_000],
    ],
  })
  await insertRun('4', {
    project: 'q',
    ended: 1,
    times: [
      [10, 5_000],
      [10, 1_000],
      [12, 500],
      [null, null],
    ],
  })
  await insertRun('5', { project: 'q', ended: 1, times: [[10, null]] })
  const answer = { id: '1', projectId: 'p', summary: { total: 0 }, results: [] }
  for (const [key, kept] of [
    ['run', answer],
    ['case', { id: '1', name: 'Case' }],
  ] as const)
    await sql`insert into idempotency_keys (caller, key, request, answer, created_at)
      values ('olga', ${key}, 'x', ${JSON.stringify(kept)}, ${at(0)})`.execute(db)
  expect((await migrator(db).migrateTo('0016_add_run_fields')).error).toBeUndefined()

  const runs = await db.selectFrom('test_runs').selectAll().orderBy('id').execute()
  expect(runs.map(({ id, ref, duration_ms }) => [id, ref, duration_ms])).toEqual([
    ['1', 'R1', 90_000],
    ['2', 'R2', 3_000],
    ['3', 'R3', null],
    ['4', 'R1', 6_000],
    ['5', 'R2', null],
  ])
  for (const { search_text, ...run } of runs) expect(search_text).toBe(searchTextOfRun({ ...NO_FACTS, ...run }))
  const projects = await sql`select id, last_run_number from projects order by id`.execute(db)
  expect(projects.rows.map((row) => Object.values(row as object))).toEqual([
    ['empty', 0],
    ['p', 3],
    ['q', 2],
  ])
  const answers = await db.selectFrom('idempotency_keys').select(['key', 'answer']).orderBy('key').execute()
  expect(answers.map((kept) => JSON.parse(kept.answer))).toEqual([
    { id: '1', name: 'Case' },
    { ...answer, ref: 'R1', ...NO_FACTS, durationMs: null },
  ])
})
