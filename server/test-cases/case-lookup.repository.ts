import type { Extras } from '#shared/extras.ts'
import { extrasFromText, type SnapshotColumns } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { inShownSuite, isShownSuite } from '../database/hidden-suites.ts'
import { type Pairs, inList, listLength, pairList, pairsOf, unindexed } from '../database/dialect.ts'
import { type Param, prepared } from '../database/prepared.ts'

/** A case with the fields that a run copies when the case joins it. */
export type KnownCase = Pick<
  SnapshotColumns,
  'snapshot_expected_value' | 'snapshot_expected_value_type' | 'snapshot_type'
> & {
  id: string
  name: string
  revision: number
  number: number
  step_count: number
  automationKey: string | null
  /** The name of its suite in reports, for a case that was moved to another suite. */
  reportedSuite: string | null
  suite: { id: string; name: string; number: number }
}

export async function findCasesById(db: Db, projectId: string, ids: string[]): Promise<KnownCase[]> {
  const rows = await selectKnownCases(db)
    .where('test_cases.id', 'in', inList(db, ids))
    .where(unindexed(db, 'test_cases.project_id'), '=', projectId)
    .execute()
  return rows.map(toKnownCase)
}

export async function findCaseIds(db: Db, projectId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('test_cases')
    .select('id')
    .where('id', 'in', inList(db, ids))
    .where(unindexed(db, 'project_id'), '=', projectId)
    .where(inShownSuite('test_cases.test_suite_id'))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function findCasesByKey(db: Db, projectId: string, keys: string[]): Promise<KnownCase[]> {
  return (await casesByKey(db, { projectId, keys })).map(toKnownCase)
}

const casesByKey = prepared((db, param: Param<{ projectId: string; keys: string[] }>) =>
  selectKnownCases(db)
    .where('test_cases.project_id', '=', param('projectId'))
    .where('test_cases.automation_key', 'in', inList(db, param('keys'))),
)

/** The cases of a project by their ids in other tools. */
export async function findCasesByExternalKey(
  db: Db,
  projectId: string,
  keys: string[],
): Promise<Map<string, KnownCase>> {
  const rows = await casesByExternalKey(db, { projectId, keys })
  return new Map(rows.map(({ external_key, ...row }) => [external_key as string, toKnownCase(row)]))
}

const casesByExternalKey = prepared((db, param: Param<{ projectId: string; keys: string[] }>) =>
  selectKnownCases(db)
    .select('test_cases.external_key')
    .where('test_cases.project_id', '=', param('projectId'))
    .where('test_cases.external_key', 'in', inList(db, param('keys'))),
)

/** The cases of a project by their refs. */
export async function findCasesByRef(db: Db, projectId: string, refs: string[]): Promise<Map<string, KnownCase>> {
  return new Map((await casesByRef(db, { projectId, refs })).map(({ ref, ...row }) => [ref, toKnownCase(row)]))
}

const casesByRef = prepared((db, param: Param<{ projectId: string; refs: string[] }>) =>
  selectKnownCases(db)
    .select('test_cases.ref')
    .where('test_cases.project_id', '=', param('projectId'))
    .where('test_cases.ref', 'in', inList(db, param('refs'))),
)

/** What other tools know about cases, for callers already authorized for them. */
export async function findExtras(db: Db, ids: string[]): Promise<Map<string, Extras>> {
  if (ids.length === 0) return new Map()
  const rows = await extrasOf(db, { ids })
  return new Map(rows.map(({ id, extras }) => [id, extrasFromText(extras)]))
}

const extrasOf = prepared((db, param: Param<{ ids: string[] }>) =>
  db
    .selectFrom('test_cases')
    .select(['id', 'extras'])
    .where('id', 'in', inList(db, param('ids'))),
)

/** The extras of the cases of a project after one of them, for callers already authorized for it. */
export async function listExtras(
  db: Db,
  { projectId, after, limit }: { projectId: string; after: string; limit: number },
): Promise<{ id: string; extras: Extras }[]> {
  const rows = await db
    .selectFrom('test_cases')
    .select(['id', 'extras'])
    .where(unindexed(db, 'project_id'), '=', projectId)
    .where('id', '>', after)
    .where('extras', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, extras }) => ({ id, extras: extrasFromText(extras) }))
}

/** The cases with these suite ids and names, by number. Names are not unique. */
export async function findCasesByName(
  db: Db,
  names: (readonly [testSuiteId: string, name: string])[],
): Promise<KnownCase[]> {
  return (await casesByName(db, pairsOf(names))).map(toKnownCase)
}

const casesByName = prepared((db, param: Param<Pairs>) =>
  selectKnownCases(db)
    .innerJoin(
      pairList(db, { pairs: param('pairs'), firsts: param('firsts'), seconds: param('seconds') }).as('wanted'),
      (join) =>
        join.onRef('wanted.first', '=', 'test_cases.test_suite_id').onRef('wanted.second', '=', 'test_cases.name'),
    )
    .orderBy('test_cases.number'),
)

/** The cases that were moved away from these suites in reports, by the names of suite and case. */
export async function findMovedCases(
  db: Db,
  projectId: string,
  names: (readonly [reportedSuite: string, name: string])[],
): Promise<KnownCase[]> {
  return (await movedCases(db, { projectId, ...pairsOf(names) })).map(toKnownCase)
}

const movedCases = prepared((db, param: Param<Pairs & { projectId: string }>) =>
  selectKnownCases(db)
    .innerJoin(
      pairList(db, { pairs: param('pairs'), firsts: param('firsts'), seconds: param('seconds') }).as('wanted'),
      (join) =>
        join.onRef('wanted.first', '=', 'test_cases.reported_suite').onRef('wanted.second', '=', 'test_cases.name'),
    )
    .where('test_cases.project_id', '=', param('projectId'))
    .orderBy('test_cases.id'),
)

/** Whether a case of the project was moved away from its suite in reports. */
export async function hasMovedCases(db: Db, projectId: string): Promise<boolean> {
  return (await anyMovedCase(db, { projectId })).length > 0
}

const anyMovedCase = prepared((db, param: Param<{ projectId: string }>) =>
  db
    .selectFrom('test_cases')
    .select('id')
    .where('project_id', '=', param('projectId'))
    .where('reported_suite', 'is not', null)
    .limit(1),
)

/** The suites of a project with these names, by number. Names are not unique. */
export const findSuitesByName = prepared((db, param: Param<{ projectId: string; names: string[] }>) =>
  db
    .selectFrom('test_suites')
    .select(['id', 'name', 'number'])
    .where('project_id', '=', param('projectId'))
    .where('name', 'in', inList(db, param('names')))
    .where(isShownSuite)
    .orderBy('number'),
)

type KnownCaseRow = Awaited<ReturnType<typeof casesByName>>[number]

function toKnownCase({
  suite_id,
  suite_name,
  suite_number,
  automation_key: automationKey,
  reported_suite: reportedSuite,
  ...testCase
}: KnownCaseRow): KnownCase {
  return { ...testCase, automationKey, reportedSuite, suite: { id: suite_id, name: suite_name, number: suite_number } }
}

function selectKnownCases(db: Db) {
  return db
    .selectFrom('test_cases')
    .innerJoin('test_suites', 'test_suites.id', 'test_cases.test_suite_id')
    .select([
      'test_cases.id',
      'test_cases.name',
      'test_cases.revision',
      'test_cases.number',
      'test_cases.automation_key',
      'test_cases.reported_suite',
      'test_cases.type as snapshot_type',
      'test_cases.expected_value as snapshot_expected_value',
      'test_cases.expected_value_type as snapshot_expected_value_type',
      'test_suites.id as suite_id',
      'test_suites.name as suite_name',
      'test_suites.number as suite_number',
    ])
    .select(listLength(db, 'test_cases.steps').as('step_count'))
    .where(isShownSuite)
}
