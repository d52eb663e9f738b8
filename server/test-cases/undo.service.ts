import { DomainError, notFound } from '#shared/errors.ts'
import type { CasesUndone, UndoCaseChange } from '#shared/test-cases/bulk.ts'
import { actorPerson } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { finish, numbers } from '../deletions/removal.ts'
import { findProject } from '../projects/projects.repository.ts'
import { countChanged, findChange, markUndone } from './case-changes.repository.ts'
import { caseChanges } from './case-changes.ts'
import { undoSome } from './undo-some.ts'

/**
 * Restores the fields and positions of the cases of a change, as a new revision. Cases that were changed or deleted
 * since, or whose suite was, stay as they are. Throws NOT_FOUND for an unknown or expired change, CONFLICT for a second
 * undo.
 */
export async function undoCaseChange(ctx: ActorContext, { id, changeId }: UndoCaseChange): Promise<CasesUndone> {
  await findProject(ctx.db, ctx.actor, id, 'case.write')
  await finish(ctx, [caseChanges], id)
  await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, ctx.actor, id, 'case.write')
    const found = await findChange(db, project.id, changeId)
    if (!found) throw notFound('Change')
    if (found.undone_at !== null) throw new DomainError('CONFLICT', 'This change is already undone')
    await markUndone(db, changeId)
    await undoSome(db, { id: changeId, project_id: project.id }, { kind: 'undo', author: actorPerson(ctx.actor) })
  })
  await finish(ctx, [caseChanges, numbers], id)
  return { changed: await countChanged(ctx.db, changeId) }
}
