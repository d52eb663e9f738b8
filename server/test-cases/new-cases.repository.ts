import type { StoredFields } from '#shared/test-cases/test-case.ts'
import type { Authorized } from '../authorize.ts'
import { toCaseColumns } from '../database/case-columns.ts'
import { noteChange, noteEvent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { newId } from '../database/new-id.ts'
import { ranksAtEnds } from '../database/ranks.ts'
import { lastNumbers } from '../test-suites/bulk-suites.repository.ts'
import { type Author, firstRevision, insertCaseRows } from './case-writes.repository.ts'
import { claimRefs } from './refs.repository.ts'
import { freeHiddenKeys } from './test-cases.repository.ts'

/** `claim`: the number that the case brings with it. */
type NewCase = { testSuiteId: string; fields: StoredFields; claim: number | null }
type CreatedCase = { id: string; ref: string }

/**
 * Inserts cases of any suites of a project at the ends of their suites, in this order. A claimed number becomes the ref
 * if no case ever had it. The keys must be free.
 */
export async function insertNewCases(
  db: Db,
  { id: projectId }: Authorized<{ id: string }, 'case.write'>,
  cases: readonly NewCase[],
  author: Author,
): Promise<CreatedCase[]> {
  if (cases.length === 0) return []
  const refs = await claimRefs(
    db,
    projectId,
    cases.map(({ claim }) => claim),
  )
  for (const [column, field] of [
    ['automation_key', 'automationKey'],
    ['external_key', 'externalKey'],
  ] as const)
    await freeHiddenKeys(
      db,
      projectId,
      column,
      cases.flatMap(({ fields }) => fields[field] ?? []),
    )
  const places = await endsOf(db, projectId, cases)
  const first = firstRevision(new Date().toISOString(), author?.id ?? null)
  const rows = cases.map(({ testSuiteId, fields }, index) => ({
    id: newId(),
    test_suite_id: testSuiteId,
    project_id: projectId,
    ref: refs[index] as string,
    ...(places[index] as Place),
    ...first,
    ...toCaseColumns(fields),
  }))
  await insertCaseRows(db, rows)
  noteChange(db, { kind: 'project', projectId })
  noteEvent(db, { type: 'case.created', projectId, testCaseIds: rows.map(({ id }) => id) })
  return rows.map(({ id, ref }) => ({ id, ref }))
}

type Place = { rank: string; number: number }

/** A claimed number says nothing about the position, so the ranks do not derive from the refs. */
async function endsOf(db: Db, projectId: string, cases: readonly NewCase[]): Promise<Place[]> {
  const bySuite = Map.groupBy(cases.keys(), (index) => (cases[index] as NewCase).testSuiteId)
  const counts = new Map(Array.from(bySuite, ([id, indexes]) => [id, indexes.length]))
  const ranks = await ranksAtEnds(db, projectId, counts)
  const lasts = await lastNumbers(db, [...counts.keys()])
  const places: Place[] = []
  for (const [id, indexes] of bySuite)
    for (const [at, index] of indexes.entries())
      places[index] = { rank: ranks.get(id)?.[at] as string, number: (lasts.get(id) ?? 0) + at + 1 }
  return places
}
