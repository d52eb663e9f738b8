import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callEverything } from '../testing/calls.ts'
import { isOnPostgres } from '../testing/database.ts'
import { startWatchedServer, type WatchedServer } from '../testing/plans.ts'

/* No query of the API scans or sorts a table that grows. Exceptions are listed with their reasons. */

type Exception = [query: RegExp, reason: string]

const ON_POSTGRES: Exception[] = [
  [
    /where (test_suites.number .* and )?"(test_suites"."project_id|(test_cases".")?test_suite_id)" in list order by/,
    'the suites or cases of several parents: SQLite reads them in index order, PostgreSQL sorts the rows it found',
  ],
  [
    /from "test_case_search" where "is_indexed" = 0/,
    'reads all of a partial index, which has only the texts that wait',
  ],
  [/hidden.number = 0/, 'reads all of a partial index, which has only the suites that are hidden'],
  [/"hidden"."is_receiving" = 1/, 'reads all of a partial index, which has only the runs that are hidden'],
]

const ON_SQLITE: Exception[] = [
  [/^update test_cases set number = placed.place/, 'numbers the cases of a suite from a rank on'],
  [/^delete from "test_case_trigrams" where "rowid" in/, 'an index of texts: finds each by its number'],
  [/sum\(execution_time_ms\) as took/, 'how long the tests of a run took: reads its results once, at its end'],
  [
    /where "test_run_id" = \? group by "test_suite_id", "status"/,
    'counts of the suites of one run: found by index; all of them are read',
  ],
]

const EXCEPTIONS: Exception[] = [
  [
    /from "projects" where "secret_hash" is null/,
    'reads all of a partial index, which has only secrets of an earlier version',
  ],
  [/from "users" where search_text like/, 'a substring search: no standard index of SQLite or PostgreSQL supports it'],
  [
    /from "(users|projects)" where \(lower\("name"\) like/,
    'names with a word of a search of the audit log: a substring search, once for each word',
  ],
  [/\(select count\(\*\) from test_cases\) as cases/, 'whether a start must store searched texts: counts them once'],
  [/count\(\*\) as "totalUsers"/, 'counts all users, for administrators'],
  [
    /^select count\(\*\) as "count" from "projects" where "deleted_at" is null$/,
    'counts all projects, for administrators',
  ],
  [
    /from "users" where "deleted_at" is null order by "id"/,
    'the list of all users, for administrators: in the order of the table',
  ],
  [/select "id" from "users" limit/, 'checks for any user: reads one row'],
  [
    /where .*"project_members"."user_id" = \? (and .*)?order by "test_(suites|cases)"."project_id" desc/,
    'over all my projects: found by index; the order has two directions, which no index supports',
  ],
  [
    /"test_case_revisions"."name" = \? and "test_results"."test_run_id" = \? order by "test_results"."number"/,
    'the results of one name in one suite of a run: found by index; mostly one',
  ],
  [
    /"name" in list order by "number"|"wanted"."second" = "test_cases"."name" (where .*)?order by/,
    'suites or cases of some names: found by index; mostly one of each',
  ],
  [
    /order by case when "project_members"."role"/,
    'the members of one project: found by index, then sorted; they are few',
  ],
  [
    /with "late"|"test_suites"."project_id" = \? (and .*)?order by "test_suites"."number", "test_cases"."number"/,
    'the snapshot of a run: reads and orders all cases of the project once',
  ],
  [/^select "id" from "projects" where "deleted_at" is null order by "id"$/, 'all projects, once when a server starts'],
  [
    /from "deleted_test_(cases|suites)"/,
    'what some deletions have deleted: found by index; all of it is read, sorted or put back once',
  ],
  [
    /"test_cases"."id" in list order by "test_suites"."number", "test_cases"."number"/,
    'the snapshot of a run over selected cases: finds them by id and orders them once',
  ],
  [
    /^with recursive step/,
    'the values of a field in the runs of a project: seeks each value in an index, then sorts the values',
  ],
  [/^with trash as/, 'places in the trash: reads and orders what is deleted of the suites that change, once'],
  [/^update test_suites set number = placed.place/, 'numbers the suites of a project once'],
  [
    /"test_suites" inner join "deleted_test_suites" .* limit/,
    'looks for suites whose cases are moved: an index has only them',
  ],
  [/from "unnumbered_suites" inner join "test_suites" .* limit/, 'looks for large suites that get new numbers: few'],
  [
    /from "(case_changes|deletions|imports)" where "pending" is not null (and "pending" <> \? )?limit/,
    'reads a partial index of acts that go on: few',
  ],
  [
    /delete from "invites" where "email" in/,
    'the invites to a deleted person: reads the whole table, which is short because invites expire',
  ],
  [/from "projects" where .*"keep_runs_days" is not null/, 'the projects with a retention: reads all of them, hourly'],
  [
    /"trims_attachments" = 1 or|from "users" where "erasing" is not null/,
    'reads a partial index of what retention and erasures go on with: few',
  ],
  [/from "quarantined_test_cases" where/, 'the quarantined cases of a project: few, read by index, then sorted'],
  [/from "test_run_suites" where "test_run_id" = \? order by/, 'the suites of one run: found by index, then sorted'],
  [/with "executed" as/, 'a page of the history of a case: orders its executed and its pending results together'],
  [/from "test_report_parts" where not exists/, 'looks for parts left by a crash: there are only those being recorded'],
  [
    /order by "run_shares"."created_at" desc/,
    'the links to runs of one project: found by index, then sorted; people make them one by one',
  ],
  ...(isOnPostgres ? ON_POSTGRES : ON_SQLITE),
]

let watched: WatchedServer
let queries: string[]
beforeAll(async () => {
  watched = await startWatchedServer()
  await callEverything(watched.server, await watched.server.person('Olga'))
  // Texts of deleted cases leave the index in the background.
  const forget = 'delete from "test_case_trigrams"'
  if (!isOnPostgres) await vi.waitUntil(() => watched.queries().some((text) => text.includes(forget)), 60_000)
  queries = watched
    .queries()
    .filter(
      (text) =>
        /^(\/\*.*\*\/ )?(select|with|insert|update|delete)/i.test(text) &&
        !/kysely_|sqlite_master|pragma|pg_catalog/.test(text),
    )
})
afterAll(() => watched.close())

test('the calls run many different queries', () => {
  expect(queries.length).toBeGreaterThan(40)
})

test('no query except the listed ones scans or sorts a table', async () => {
  const others = queries.filter((text) => !EXCEPTIONS.some(([query]) => query.test(comparable(text))))
  expect(await slowOf(others)).toEqual([])
})

test.each(EXCEPTIONS)('the exception %s is still needed: %s', async (query) => {
  const matching = queries.filter((text) => query.test(comparable(text)))
  expect((await slowOf(matching)).length).toBeGreaterThan(0)
})

test('a page of the history of a case is found without a scan or a sort of results or runs', async () => {
  const query = queries.find((text) => text.includes('with "executed" as')) ?? ''
  const parts = /with "executed" as \((.*)\), "pending" as \((.*)\) select "id" from "executed"/.exec(query)?.slice(1)
  expect(parts?.length).toBe(2)
  const alone = (part: string) => numbered(part.replace(/\(select case .* from executed\)/, "''"))
  const slow = await slowOf((parts ?? []).map(alone))
  expect(slow.filter((steps) => !steps.startsWith('Index Scan of all of test_runs_receiving in'))).toEqual([])
})

test('the check reports a scan and a sort', async () => {
  const scan = 'select * from test_results'
  const sort = "select * from test_runs where project_id = '' order by description"
  const neither = "select * from test_runs where project_id = '' order by id desc"
  expect(await slowOf([scan, sort, neither])).toEqual([
    expect.stringMatching(/scan.*test_results/i),
    expect.stringContaining(sort),
  ])
})

async function slowOf(texts: string[]): Promise<string[]> {
  const slow: string[] = []
  for (const text of texts) {
    const steps = await watched.slowSteps(text)
    if (steps.length > 0) slow.push(`${steps.join('; ')} in: ${text}`)
  }
  return slow
}

/** A part of a PostgreSQL query, with parameters numbered from $1. */
function numbered(text: string): string {
  let number = 0
  return text.replaceAll(/\$\d+/g, () => `$${(number += 1)}`)
}

/** The text of a query in a form that is equal for both engines. */
function comparable(text: string): string {
  return text
    .replaceAll(/\$\d+|\+\?/g, '?')
    .replaceAll(/\(select (value from json_each\(\?\)|unnest\(\?::text\[\]\))\)/g, 'list')
}
