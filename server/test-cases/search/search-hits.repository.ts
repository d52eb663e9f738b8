import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../database/databases.ts'
import { inShownSuite, isShownSuite } from '../../database/hidden-suites.ts'
import { inList, isPostgres } from '../../database/dialect.ts'
import { ftsQuery, fulfils, isIndexable, type TextCondition } from '../../database/search/trigrams.ts'

/* The cases of a project that fulfil conditions, by the trigram index or by reading a part of the list. */

/** The conditions of a search. `conditions` are on texts; `suites` are the suites to search or to skip. */
export type CaseConditions = {
  projectId: string
  /** The ids of the project's search texts. */
  ids: { first: number; last: number }
  conditions: TextCondition[]
  suites: string[] | undefined
  notSuites: string[]
}

export type Hit = { id: string; suiteId: string }
export type Slice = { suiteId: string; first: number; last: number }

/** Includes cases of hidden suites. */
export async function listHits(db: Db, wanted: CaseConditions, limit: number): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select test_case_id as id, test_suite_id as "suiteId" from (${hits(db, wanted)}) as hits limit ${limit}`.execute(db)
  return rows
}

/** By suite, hidden suites included: to look for them at each hit would take a third of the time. */
export async function countHits(db: Db, wanted: CaseConditions): Promise<Map<string, number>> {
  const { rows } = await sql<{ suiteId: string; count: number }>`
    select test_suite_id as "suiteId", count(*) as count from (${hits(db, wanted)}) as hits
    group by test_suite_id`.execute(db)
  return new Map(rows.map(({ suiteId, count }) => [suiteId, count]))
}

/** Texts in the index, and those that wait for it. */
function hits(db: Db, wanted: CaseConditions): RawBuilder<unknown> {
  const inRange = sql`between cast(${wanted.ids.first} as integer) and cast(${wanted.ids.last} as integer)`
  const inProject = sql<SqlBool>`searched.project_id = ${wanted.projectId}`
  const columns = sql`searched.test_case_id, searched.test_suite_id`
  if (!wanted.conditions.some(isIndexable)) {
    // SQLite reads a range of the table more quickly than rows of an index.
    const ofProject = isPostgres(db) ? inProject : sql<SqlBool>`searched.id ${inRange}`
    return sql`select ${columns} from test_case_search as searched where ${searched(db, ofProject, wanted)}`
  }
  const condition = searched(db, inProject, wanted)
  const waiting = sql`select ${columns} from test_case_search as searched
    where searched.is_indexed = 0 and ${condition}`
  if (isPostgres(db))
    return sql`select ${columns} from test_case_search as searched
      where searched.is_indexed = 1 and ${condition} union all ${waiting}`
  // A cross join reads the index first.
  return sql`select ${columns} from test_case_trigrams
    cross join test_case_search as searched on searched.id = test_case_trigrams.rowid
    where test_case_trigrams match ${ftsQuery(wanted.conditions)}
    and test_case_trigrams.rowid ${inRange}
    and searched.is_indexed = 1 and ${condition} union all ${waiting}`
}

function searched(
  db: Db,
  inProject: RawBuilder<SqlBool>,
  { conditions, suites, notSuites }: CaseConditions,
): RawBuilder<SqlBool> {
  return sql.join(
    [
      inProject,
      ...(suites === undefined ? [] : [sql`searched.test_suite_id in ${inList(db, suites)}`]),
      ...(notSuites.length === 0 ? [] : [sql`searched.test_suite_id not in ${inList(db, notSuites)}`]),
      ...conditions.map((condition) => fulfils(db, 'searched.text', condition)),
    ],
    sql` and `,
  )
}

export type Placed = { id: string; suiteId: string; number: number }

/** The positions of these cases. A condition on the project would make SQLite read all of its cases. */
export async function listPlaces(db: Db, ids: string[]): Promise<(Placed & { projectId: string })[]> {
  return await db
    .selectFrom('test_cases')
    .select(['id', 'test_suite_id as suiteId', 'number', 'project_id as projectId'])
    .where('id', 'in', inList(db, ids))
    .where(inShownSuite('test_cases.test_suite_id'))
    .execute()
}

/** Where a deleted case stood: the position of the last case before it that is still there, or the start of its suite. */
export async function findFormerPlace(db: Db, projectId: string, id: string): Promise<Placed | undefined> {
  return await db
    .selectFrom('deleted_test_cases as deleted')
    .innerJoin('test_suites', 'test_suites.id', 'deleted.test_suite_id')
    .select((eb) => {
      const before = eb
        .selectFrom('test_cases')
        .select('test_cases.number')
        .whereRef('test_cases.test_suite_id', '=', 'deleted.test_suite_id')
        .whereRef('test_cases.rank', '<', 'deleted.rank')
        .orderBy('test_cases.rank', 'desc')
        .limit(1)
      return ['deleted.id', 'deleted.test_suite_id as suiteId', eb.fn.coalesce(before, eb.lit(0)).as('number')]
    })
    .where('deleted.id', '=', id)
    .where('test_suites.project_id', '=', projectId)
    .where(isShownSuite)
    .executeTakeFirst()
}

/** The matching cases in some parts of the list, in any order. */
export async function listInSlices(db: Db, { conditions }: CaseConditions, slices: Slice[]): Promise<Placed[]> {
  const text = sql`cross join test_case_search as searched`
  const matched =
    conditions.length === 0
      ? sql``
      : sql`${text} where searched.test_case_id = test_cases.id and ${sql.join(
          conditions.map((condition) => fulfils(db, 'searched.text', condition)),
          sql` and `,
        )}`
  const { rows } = await sql<Placed>`
    select test_cases.id, test_cases.test_suite_id as "suiteId", test_cases.number
    from ${sliceRows(db, slices)} as slice
    inner join test_cases on test_cases.test_suite_id = slice.suite_id
      and test_cases.number >= slice.first and test_cases.number <= slice.last
    ${matched}`.execute(db)
  return rows
}

function sliceRows(db: Db, slices: Slice[]): RawBuilder<unknown> {
  if (!isPostgres(db))
    return sql`(select value ->> 'suiteId' as suite_id, value ->> 'first' as first, value ->> 'last' as last
      from json_each(${JSON.stringify(slices)}))`
  return sql`(select * from unnest(${slices.map(({ suiteId }) => suiteId)}::text[],
    ${slices.map(({ first }) => first)}::int[], ${slices.map(({ last }) => last)}::int[]) as part (suite_id, first, last))`
}

export async function listSuiteSlices(db: Db, projectId: string): Promise<Slice[]> {
  const { rows } = await sql<{ id: string; size: number | null }>`
    select id, (select test_cases.number from test_cases where test_cases.test_suite_id = test_suites.id
      order by test_cases.number desc limit 1) as size
    from test_suites where project_id = ${projectId} and ${isShownSuite} order by number, id`.execute(db)
  return rows.map(({ id, size }) => ({ suiteId: id, first: 1, last: size ?? 0 }))
}
