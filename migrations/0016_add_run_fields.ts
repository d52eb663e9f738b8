import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

const TEXTS = ['branch', 'commit', 'environment', 'build_url', 'milestone']
/**
 * For lists of runs with one value of a field, newest first, and for counts per status, from the index alone. Not
 * partial: without statistics PostgreSQL would use a partial index to find a run by id.
 */
const LISTS = [
  ['test_runs_by_branch', 'project_id, branch, id, environment, is_receiving, status'],
  ['test_runs_by_environment', 'project_id, environment, id, is_receiving, status'],
  ['test_runs_by_milestone', 'project_id, milestone, id, is_receiving, status'],
  ['test_runs_by_status', 'project_id, status, id, is_receiving'],
  ['test_runs_by_starter', 'project_id, created_by, id, is_receiving, status'],
] as const

/** The number of rows per update statement. */
const BATCH = 500

/** All columns have constant defaults, so no table is copied. Old runs get refs in the order of their ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('projects')
    .addColumn('last_run_number', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  for (const name of ['ref', 'search_text'])
    await db.schema
      .alterTable('test_runs')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  for (const name of TEXTS) await db.schema.alterTable('test_runs').addColumn(name, 'text').execute()
  await db.schema.alterTable('test_runs').addColumn('duration_ms', 'bigint').execute()
  await giveRefs(db)
  await giveDurations(db)
  await giveSearchTexts(db)
  await completeAnswers(db)
  await sql`create unique index test_runs_by_ref on test_runs (project_id, ref)`.execute(db)
  // With `is_receiving`, the runs of a project are counted from the index alone.
  await db.schema.dropIndex('test_runs_in_order').execute()
  await sql`create index test_runs_in_order on test_runs (project_id, id, is_receiving)`.execute(db)
  for (const [name, columns] of LISTS)
    await sql`create index ${sql.ref(name)} on test_runs (${sql.raw(columns)})`.execute(db)
  // SQLite reads the search texts from the index alone. PostgreSQL cannot index texts of this length.
  if (!isPostgres(db))
    await sql`create index test_runs_searched on test_runs
      (project_id, id, search_text, is_receiving)`.execute(db)
  await sql`create index test_results_waiting on test_results (assignee_id, test_run_id)
    where assignee_id is not null and status = 'pending'`.execute(db)
}

async function giveRefs(db: Kysely<unknown>): Promise<void> {
  await sql`update test_runs set ref = 'R' || nth
    from (select id as run_id, row_number() over (partition by project_id order by id) as nth from test_runs) as numbered
    where run_id = test_runs.id`.execute(db)
  await sql`update projects set last_run_number =
    (select count(*) from test_runs where test_runs.project_id = projects.id)`.execute(db)
}

/** From start to end. For runs with reports: the time that the tests took according to the reports. */
async function giveDurations(db: Kysely<unknown>): Promise<void> {
  await sql`update test_runs set duration_ms = ${milliseconds(db, 'completed_at')} - ${milliseconds(db, 'created_at')}
    where completed_at is not null`.execute(db)
  await sql`update test_runs set duration_ms = (
      select case when sum(case when started_at is null and took > 0 then 1 else 0 end) > 0 or min(started_at) is null
        then round(sum(took)) else round(max(started + coalesce(took, 0)) - min(started)) end
      from (select started_at, ${milliseconds(db, 'started_at')} as started, sum(execution_time_ms) as took
        from test_results where test_run_id = test_runs.id group by started_at) as starts
      having sum(took) is not null)
    where completed_at is not null
    and exists (select 1 from test_reports where test_run_id = test_runs.id)`.execute(db)
}

function milliseconds(db: Kysely<unknown>, column: string): RawBuilder<number> {
  const time = sql.ref(column)
  return isPostgres(db)
    ? sql`round(extract(epoch from ${time}::timestamptz) * 1000)::bigint`
    : sql`cast(round(unixepoch(${time}, 'subsec') * 1000) as integer)`
}

type Run = { id: string; ref: string; description: string | null; key: string | null }

async function giveSearchTexts(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<Run>`select id, ref, description, key from test_runs
      where id > ${after} order by id limit ${BATCH}`.execute(db)
    if (rows.length === 0) return
    const texts = JSON.stringify(rows.map((row) => ({ id: row.id, text: searchText(row) })))
    const given = isPostgres(db)
      ? sql`json_to_recordset(${texts}::json) as given (id text, text text)`
      : sql`(select value ->> 'id' as id, value ->> 'text' as text from json_each(${texts})) as given`
    await sql`update test_runs set search_text = given.text from ${given} where given.id = test_runs.id`.execute(db)
    after = rows.at(-1)?.id ?? ''
  }
}

/** Updates stored idempotent responses, for callers that repeat a start after the upgrade. */
async function completeAnswers(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ caller: string; key: string; answer: string }>`select caller, key, answer
    from idempotency_keys where answer like '{"id":"%' and answer like '%"summary":{%'`.execute(db)
  for (const { caller, key, answer } of rows) {
    const run = JSON.parse(answer) as { id: string }
    const { rows: known } = await sql<{ ref: string }>`select ref from test_runs where id = ${run.id}`.execute(db)
    const added = { branch: null, commit: null, environment: null, buildUrl: null, milestone: null, durationMs: null }
    const whole = JSON.stringify({ ref: known[0]?.ref ?? '', ...added, ...run })
    await sql`update idempotency_keys set answer = ${whole} where caller = ${caller} and key = ${key}`.execute(db)
  }
}

/** `searchTextOfRun` of this version. */
function searchText({ ref, description, key }: Run): string {
  return [ref, description, key].flatMap((text) => (text === null ? [] : fold(text))).join('\n')
}

function fold(text: string): string {
  const lower = text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
  // oxlint-disable-next-line no-control-regex
  return lower.replaceAll(/[\s\u0000-\u001f]+/g, ' ').trim()
}

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter
