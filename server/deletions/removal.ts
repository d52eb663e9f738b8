import type { Services } from '../context.ts'
import { findUnnumbered, numberSome } from '../database/case-numbers.ts'
import { noteContent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { findMoving, moveCases } from './large-suites.repository.ts'
import { findExpiredDeletion, purgeSome } from './purge.repository.ts'
import { findRemoved, type Removed, removeRows } from './removal.repository.ts'
import { findRestoring, restoreSome } from './restore.repository.ts'
import { findPendingDeletion, trashSome } from './trash.repository.ts'

/** The maximum duration of one transaction: other writes wait for it. */
const STEP_MS = 15
/** A part deletes 200 rows or 2 MB. */
const PARTS_OF_DELETIONS = 2

type Turn = { parts?: number; isAwaited?: () => boolean }

/** Repeats a part of a long work within this transaction, once while other writes wait. Returns whether it is done. */
async function some(
  part: () => Promise<boolean>,
  { parts = Infinity, isAwaited = () => false }: Turn = {},
): Promise<boolean> {
  const start = performance.now()
  for (let done = 1; !(await part()); done += 1)
    if (done >= parts || performance.now() - start >= STEP_MS || isAwaited()) return false
  return true
}

/** Repeats a part that deletes rows, as `some`. */
export async function deleteInParts(part: () => Promise<boolean>, isAwaited?: () => boolean): Promise<boolean> {
  return await some(part, { parts: PARTS_OF_DELETIONS, ...(isAwaited && { isAwaited }) })
}

/** Removes a part of a hidden run or project in this transaction. Returns whether nothing of it is left. */
export async function removeSomeOf(db: Db, removed: Removed, isAwaited?: () => boolean): Promise<boolean> {
  return await deleteInParts(async () => await removeRows(db, removed), isAwaited)
}

type Needed = Pick<Services, 'db' | 'writeLater'>
type Scope = Parameters<Services['write']>[0]

/**
 * A write in several transactions, whose remaining work is stored in the database. Finds the next part, of one project
 * or of all, and how to do it.
 */
export type LongWrite = (
  db: Db,
  projectId?: string,
) => Promise<{ scope: Scope; work: (db: Db, isAwaited: () => boolean) => Promise<unknown> } | undefined>

const inProject = <F extends { project_id: string }>(
  found: F | undefined,
  work: (db: Db, found: F) => Promise<unknown>,
) => found && { scope: { project: found.project_id }, work: async (db: Db) => await work(db, found) }

/** Deletes and restores the cases of deletions. */
export const deletedCases: LongWrite = async (db, projectId) =>
  inProject(await findPendingDeletion(db, projectId), trashSome) ??
  inProject(await findRestoring(db, projectId), restoreSome)

export const hiddenSuites: LongWrite = async (db, projectId) =>
  inProject(await findMoving(db, projectId), async (trx, found) => await some(async () => await moveCases(trx, found)))

/** Renumbers the cases of large suites. */
export const numbers: LongWrite = async (db, projectId) =>
  inProject(await findUnnumbered(db, projectId), async (trx, found) => {
    await numberSome(trx, found)
    noteContent(trx, found.project_id)
  })

/** Removes runs and projects that were deleted for good. */
export const removals: LongWrite = async (db) => {
  const found = await findRemoved(db)
  return found && { scope: found, work: async (trx, isAwaited) => await removeSomeOf(trx, found, isAwaited) }
}

/** Empties the trash of what can no longer be undone. */
export const purges: LongWrite = async (db) => {
  const found = await findExpiredDeletion(db)
  return (
    found && {
      scope: null,
      work: async (trx, isAwaited) => await deleteInParts(() => purgeSome(trx, found), isAwaited),
    }
  )
}

/**
 * Finishes long writes. Each transaction locks only its records, so that servers take turns. Returns when nothing is
 * left. If `isStopping` becomes true, another server continues.
 */
export async function finish(
  { db, writeLater }: Needed,
  longWrites: LongWrite[],
  projectId?: string,
  isStopping = () => false,
): Promise<void> {
  // Its writes would wait for this one. Who opened the transaction finishes them after its commit.
  if (db.isTransaction) return
  for (const find of longWrites)
    for (let found = await find(db, projectId); found && !isStopping(); found = await find(db, projectId))
      await writeLater(found.scope, found.work)
}
