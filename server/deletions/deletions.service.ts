import type { Deletion, DeletionInput, ListDeletions, Restored } from '#shared/deletions/deletion.ts'
import type { Message } from '#shared/message.ts'
import { audit } from '../audit/audit.ts'
import type { ActorContext } from '../context.ts'
import { noteEvent } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { cursorPage, type Page, rowsToRead, totalOf } from '../http/paging.ts'
import { findProject } from '../projects/projects.repository.ts'
import {
  countDeletedCases,
  countDeletions,
  findDeletion,
  listDeletedCases,
  listDeletedSuites,
  listDeletionRows,
  listSomeDeletedCases,
} from './deletions.repository.ts'
import { beginRestore, countOfLarge, findMoving } from './large-suites.repository.ts'
import { hideDeletion } from './purge.repository.ts'
import { deletedCases, finish, hiddenSuites, numbers } from './removal.ts'
import { restore } from './restore.repository.ts'

export async function listDeletions(
  { db, actor }: ActorContext,
  { id, q = '', ...page }: ListDeletions,
): Promise<Page<Deletion>> {
  await findProject(db, actor, id, 'project.read')
  const words = q.split(/\s+/).filter(Boolean)
  const rows = await listDeletionRows(db, id, words, { ...page, limit: rowsToRead(page.limit) })
  const total = await totalOf(rows, page, () => countDeletions(db, id, words))
  return cursorPage(await withContents(db, rows, words), page, total, (deletion) => deletion.id)
}

async function withContents(
  db: Db,
  rows: Awaited<ReturnType<typeof listDeletionRows>>,
  words: string[],
): Promise<Deletion[]> {
  const ids = rows.map(({ id }) => id)
  const suites = Map.groupBy(await listDeletedSuites(db, ids), (suite) => suite.deletion_id)
  const cases = Map.groupBy(await listDeletedCases(db, ids, words), (testCase) => testCase.deletion_id)
  const counts = Map.groupBy(await countDeletedCases(db, ids), (counted) => counted.deletion_id)
  return rows.map(({ id, deleted_at, deleted_by, deleted_by_name }) => {
    const counted = counts.get(id) ?? []
    const countOf = (suiteId: string) =>
      counted.reduce((sum, { test_suite_id, count }) => sum + (test_suite_id === suiteId ? count : 0), 0)
    return {
      id,
      deletedAt: deleted_at,
      deletedBy: deleted_by === null ? null : { id: deleted_by, name: deleted_by_name ?? '' },
      testSuites: (suites.get(id) ?? []).map((suite) => ({
        id: suite.id,
        name: suite.name,
        testCaseCount: countOf(suite.id),
      })),
      testCases: (cases.get(id) ?? []).map(({ deletion_id: _, ...testCase }) => testCase),
      testCaseCount: counted.reduce((sum, { count }) => sum + count, 0),
    }
  })
}

/**
 * Restores the suites and cases of a deletion to their positions. Cases whose suite is gone join a suite of its name,
 * which is created again if needed. A case whose automation key was taken meanwhile loses it. Throws NOT_FOUND if it
 * was restored before, or after 30 days.
 */
export async function restoreDeletion(ctx: ActorContext, input: DeletionInput): Promise<Restored> {
  await findDeletion(ctx.db, ctx.actor, input, 'case.write')
  for (;;) {
    // Cases that are yet to be deleted go to the trash first.
    await finish(ctx, [deletedCases, hiddenSuites], input.id)
    const restored = await ctx.write({ project: input.id }, async (db) => {
      const deletion = await findDeletion(db, ctx.actor, input, 'case.write')
      if (deletion.pending !== null || (await findMoving(db, input.id))) return undefined
      const testCaseIds = await listSomeDeletedCases(db, deletion.id)
      const large = await countOfLarge(db, deletion)
      if (large !== undefined) await beginRestore(db, deletion)
      const count = large ?? (await restore(db, ctx.actor, deletion))
      if (count > 0)
        noteEvent(db, { type: 'case.created', projectId: input.id, testCaseIds, more: count - testCaseIds.length })
      const of = { projectId: input.id, target: deletion.id, after: { testCases: count } }
      await audit(db, ctx, { action: 'deletion.restored', ...of })
      return count
    })
    if (restored === undefined) continue
    await finish(ctx, [deletedCases, hiddenSuites, numbers], input.id)
    return { restored }
  }
}

/** Deletes a deletion for good before its 30 days are over. Answers once it is hidden. */
export async function purgeDeletion(ctx: ActorContext, input: DeletionInput): Promise<Message> {
  await findDeletion(ctx.db, ctx.actor, input, 'retention.manage')
  for (;;) {
    // Cases that are yet to be deleted go to the trash first.
    await finish(ctx, [deletedCases, hiddenSuites], input.id)
    const isHidden = await ctx.write({ project: input.id }, async (db) => {
      const deletion = await findDeletion(db, ctx.actor, input, 'retention.manage')
      if (deletion.pending !== null || (await findMoving(db, input.id))) return false
      const [{ count } = { count: 0 }] = await countDeletedCases(db, [deletion.id])
      await hideDeletion(db, deletion)
      const of = { projectId: input.id, target: deletion.id, before: { testCases: count } }
      await audit(db, ctx, { action: 'deletion.purged', ...of })
      return true
    })
    if (!isHidden) continue
    ctx.trash.wake()
    return { message: 'Deleted for good' }
  }
}
