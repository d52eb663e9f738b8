import { sql } from 'kysely'
import type { CaseStep } from '#shared/test-cases/test-case.ts'
import { searchText } from '#shared/test-cases/search-text.ts'
import { countRows } from '../count-rows.ts'
import { bulkInsert } from '../bulk.ts'
import { listFromText } from '../case-columns.ts'
import type { Db } from '../databases.ts'
import { inList, isPostgres } from '../dialect.ts'
import type { TestCaseTable } from '../case-tables.ts'
import { idRange } from './id-ranges.ts'

/* The search texts of cases. They change in the same transaction as the cases; a deleted case loses its text. */

const SEARCHED = [
  'id',
  'project_id',
  'test_suite_id',
  'ref',
  'name',
  'type',
  'description',
  'automation_key',
  'steps',
  'priority',
  'tags',
  'references',
] as const
type Searched = Pick<TestCaseTable, (typeof SEARCHED)[number]>

const STEP_ROWS = 200
const STEP_CHARACTERS = 150_000
const MERGED_PAGES = 8

/** Stores the search texts of these cases. Call it whenever cases are inserted, changed or moved to another suite. */
export async function keepSearchable(db: Db, cases: readonly Searched[]): Promise<void> {
  for (const [projectId, inProject] of Map.groupBy(cases, (row) => row.project_id)) {
    const { first } = await idRange(db, projectId)
    await upsert(
      db,
      inProject.map((row) => ({
        id: first + Number(row.ref.slice(1)),
        test_case_id: row.id,
        project_id: projectId,
        test_suite_id: row.test_suite_id,
        is_indexed: 0,
        text: textOf(row),
      })),
    )
  }
}

export async function keepSearchableById(db: Db, ids: readonly string[]): Promise<void> {
  for (const part of partsOf(ids))
    await keepSearchable(
      db,
      await db.selectFrom('test_cases').select(SEARCHED).where('id', 'in', inList(db, part)).execute(),
    )
}

function* partsOf(ids: readonly string[]): Iterable<string[]> {
  for (let from = 0; from < ids.length; from += STEP_ROWS) yield ids.slice(from, from + STEP_ROWS)
}

const upsert = bulkInsert(
  'test_case_search',
  ['id', 'test_case_id', 'project_id', 'test_suite_id', 'is_indexed', 'text'],
  (insert) =>
    insert.onConflict((conflict) =>
      conflict.column('test_case_id').doUpdateSet((eb) => ({
        test_suite_id: eb.ref('excluded.test_suite_id'),
        is_indexed: eb.ref('excluded.is_indexed'),
        text: eb.ref('excluded.text'),
      })),
    ),
)

function textOf({ automation_key: automationKey, steps, tags, references, ...row }: Searched): string {
  const lists = { steps: listFromText<CaseStep>(steps), tags: listFromText<string>(tags) }
  return searchText({ ...row, automationKey, ...lists, references: listFromText(references) })
}

/** Cases without a search text, after a case: from a database of an earlier version, or moved to PostgreSQL. */
export async function listUnsearchable(db: Db, after: string, limit: number): Promise<Searched[]> {
  return await db
    .selectFrom('test_cases')
    .select(SEARCHED)
    .where('id', '>', after)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('test_case_search').select('is_indexed').whereRef('test_case_id', '=', 'test_cases.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function hasUnsearchable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ cases: number; texts: number }>`select
    (select count(*) from test_cases) as cases, (select count(*) from test_case_search) as texts`.execute(db)
  return rows[0]?.cases !== rows[0]?.texts
}

export async function countWaiting(db: Db): Promise<number> {
  return await countRows(db.selectFrom('test_case_search').where('is_indexed', '=', sql.lit(0)))
}

/**
 * Merges a part of the trigram index, removes some texts of deleted cases from it, or adds some waiting texts. Returns 0
 * when nothing is left to do. Merging comes first: an index of many parts is slow, and SQLite allows 2,000.
 */
export async function indexSome(db: Db): Promise<number> {
  return (await mergeSome(db)) || (await forgetSome(db)) || (await indexWaiting(db))
}

/** SQLite would merge hundreds of pages at once (migration 0046). PostgreSQL's index needs no merge. */
async function mergeSome(db: Db): Promise<number> {
  if (isPostgres(db)) return 0
  const before = await totalChanges(db)
  await sql`insert into test_case_trigrams (test_case_trigrams, rank) values ('merge', ${sql.lit(MERGED_PAGES)})`.execute(
    db,
  )
  // The statement itself counts as one change.
  return (await totalChanges(db)) - before > 1 ? 1 : 0
}

/** Rows written by this connection. */
export async function totalChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** PostgreSQL's index needs no removal. */
async function forgetSome(db: Db): Promise<number> {
  if (isPostgres(db)) return 0
  const { rows } = await sql<{ id: number }>`
    select id from test_case_search_removed limit ${sql.lit(STEP_ROWS)}`.execute(db)
  const ids = sql`(select value from json_each(${JSON.stringify(rows.map(({ id }) => id))}))`
  if (rows.length > 0)
    for (const [table, column] of [
      ['test_case_trigrams', 'rowid'],
      ['test_case_search_removed', 'id'],
    ] as const)
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in ${ids}`.execute(db)
  return rows.length
}

async function indexWaiting(db: Db): Promise<number> {
  // Another server may be indexing, or a write may be changing a text.
  const lock = isPostgres(db) ? sql`for update skip locked` : sql``
  const { rows } = await sql<{ id: string; length: number }>`
    select test_case_id as id, length(text) as length from test_case_search
    where is_indexed = ${sql.lit(0)} limit ${sql.lit(STEP_ROWS)} ${lock}`.execute(db)
  let characters = 0
  const ids: string[] = []
  for (const { id, length } of rows) {
    if (characters > STEP_CHARACTERS) break
    ids.push(id)
    characters += length
  }
  if (ids.length === 0) return 0
  await db.updateTable('test_case_search').set({ is_indexed: 1 }).where('test_case_id', 'in', inList(db, ids)).execute()
  return ids.length
}
