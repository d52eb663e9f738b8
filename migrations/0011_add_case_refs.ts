import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

/**
 * All columns have constant defaults, so no table is copied. Cases get refs in the order of their ids, which is their
 * order of creation. This includes deleted cases of which only revisions exist.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('projects').addColumn('last_case_number', 'integer', notNull(0)).execute()
  for (const table of ['test_cases', 'test_case_revisions']) {
    await db.schema.alterTable(table).addColumn('ref', 'text', notNull('')).execute()
    await db.schema.alterTable(table).addColumn('priority', 'text', notNull('medium')).execute()
    await db.schema.alterTable(table).addColumn('tags', 'text').execute()
  }
  await db.schema.alterTable('test_cases').addColumn('updated_at', 'text', notNull('')).execute()
  for (const column of ['updated_by', 'reported_suite', 'attachments'])
    await db.schema.alterTable('test_cases').addColumn(column, 'text').execute()
  for (const column of ['changed_at', 'changed_by'])
    await db.schema.alterTable('test_case_revisions').addColumn(column, 'text').execute()
  await giveRefs(db)
  await sql`create unique index test_cases_by_ref on test_cases (project_id, ref)`.execute(db)
}

const notNull = (value: string | number) => (column: ColumnDefinitionBuilder) =>
  column.notNull().defaultTo(sql.lit(value))

/** A first revision has the time of its case. The times of later ones are unknown. */
async function giveRefs(db: Kysely<unknown>): Promise<void> {
  await sql`create temporary table given (case_id text primary key, project_id text, nth integer, made_at text)`.execute(
    db,
  )
  await sql`insert into given
    select case_id, known.project_id, row_number() over (partition by known.project_id order by case_id), created_at
    from (select distinct test_case_id as case_id, project_id from test_case_revisions) as known
    left join test_cases on test_cases.id = case_id`.execute(db)
  await sql`update test_cases set ref = 'C' || nth, updated_at = created_at
    from given where case_id = test_cases.id`.execute(db)
  await sql`update test_case_revisions
    set ref = 'C' || nth, changed_at = case when test_case_revisions.revision = 1 then made_at end
    from given where case_id = test_case_id`.execute(db)
  await sql`update projects set last_case_number =
    coalesce((select max(nth) from given where given.project_id = projects.id), 0)`.execute(db)
  await sql`drop table given`.execute(db)
}
