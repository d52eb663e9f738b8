import type { Services } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { findMoving, moveCases } from './large-suites.repository.ts'
import { findJourney, goOn } from './journeys.repository.ts'
import { findRemoved, type Removed, removeRows } from './removal.repository.ts'

/** How long one transaction works: other writes wait for it. */
const STEP_MS = 15

/** Repeats a part of a long work in this transaction. Returns whether it is done. */
async function some(part: () => Promise<boolean>): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < STEP_MS;) if (await part()) return true
  return false
}

/** Removes a part of a hidden run or project in this transaction. Returns whether nothing of it is left. */
export async function removeSomeOf(db: Db, removed: Removed): Promise<boolean> {
  return await some(async () => await removeRows(db, removed))
}

type Needed = Pick<Services, 'db' | 'write'>
const never = () => false

/**
 * Removes all that is deleted for good, in short writes. Each locks what it removes, so that servers take turns. Returns
 * when nothing is left or `isStopping` says so; the next one goes on.
 */
export async function removeAll({ db, write }: Needed, isStopping: () => boolean): Promise<void> {
  for (let removed = await findRemoved(db); removed && !isStopping(); removed = await findRemoved(db)) {
    const found = removed
    await write(found, async (trx) => await removeSomeOf(trx, found))
  }
}

/** Moves one case to where its journey ends, or all such cases, in the same way. */
export async function finishJourneys({ db, write }: Needed, testCaseId?: string, isStopping = never): Promise<void> {
  for (
    let found = await findJourney(db, testCaseId);
    found && !isStopping();
    found = await findJourney(db, testCaseId)
  ) {
    const { id, project_id } = found
    await write({ project: project_id }, async (trx) => await goOn(trx, id))
  }
}

/** Moves the cases of hidden suites, of one project or of all, in the same way. */
export async function moveAll({ db, write }: Needed, projectId?: string, isStopping = never): Promise<void> {
  for (
    let moving = await findMoving(db, projectId);
    moving && !isStopping();
    moving = await findMoving(db, projectId)
  ) {
    const found = moving
    await write({ project: found.project_id }, async (trx) => await some(async () => await moveCases(trx, found)))
  }
}
