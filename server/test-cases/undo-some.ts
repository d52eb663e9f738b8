import { noteChange, noteEvent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { ranksAfter } from '../database/ranks.ts'
import { keepSearchableById } from '../database/search/texts.ts'
import { CASES_AT_ONCE } from '../deletions/cases-at-once.ts'
import { keepRevisions, restoreContent, reviseCases } from './bulk.repository.ts'
import {
  findUnchangedSince,
  forgetChanged,
  forgetPlaces,
  keepPending,
  listChanged,
  type Pending,
  type PendingChange,
} from './case-changes.repository.ts'
import { placeCases, takenPlaces } from './places.repository.ts'

/* One transaction of an undo of a bulk change. */

type Restorable = Awaited<ReturnType<typeof findUnchangedSince>>[number]

export async function undoSome(
  db: Db,
  { id: changeId, project_id: projectId }: PendingChange,
  pending: Extract<Pending, { kind: 'undo' }>,
): Promise<void> {
  const ids = await listChanged(db, changeId, CASES_AT_ONCE)
  const cases = await findUnchangedSince(db, changeId, ids)
  const revised = cases.filter(isRevised).map((testCase) => testCase.id)
  await restoreContent(db, changeId, revised)
  const moved = await restorePlaces(db, projectId, cases)
  await reviseCases(db, revised, pending.author)
  await keepRevisions(db, revised)
  await keepSearchableById(
    db,
    cases.filter(({ hasOtherText }) => hasOtherText).map((testCase) => testCase.id),
  )
  await forgetChanged(db, changeId, ids)
  const changed = cases.filter((testCase) => isRevised(testCase) || moved.has(testCase.id))
  await keepPending(db, changeId, changed.length, ids.length < CASES_AT_ONCE ? null : pending)
  if (changed.length === 0) return
  noteChange(db, { kind: 'project', projectId })
  noteEvent(db, { type: 'case.updated', projectId, testCaseIds: changed.map((testCase) => testCase.id) })
}

const isRevised = ({ revision, revisionBefore }: Restorable) => revision !== revisionBefore

/** Returns the ids of the cases that `placeCases` has moved. */
async function restorePlaces(db: Db, projectId: string, cases: Restorable[]): Promise<Set<string>> {
  const places = cases.flatMap(({ id, suiteBefore, rankBefore }) =>
    rankBefore === null ? [] : [{ id, testSuiteId: suiteBefore, rank: rankBefore }],
  )
  const taken = await takenPlaces(db, places)
  await forgetPlaces(
    db,
    places.map(({ id }) => id),
  )
  const free = places.filter(({ id }) => !taken.has(id))
  const moved = await placeCases(db, cases, free)
  for (const place of places.filter(({ id }) => taken.has(id))) {
    const [rank] = (await ranksAfter(db, { id: place.testSuiteId, project_id: projectId }, place.rank, 1)) as [string]
    for (const id of await placeCases(db, cases, [{ ...place, rank }])) moved.add(id)
  }
  return moved
}
