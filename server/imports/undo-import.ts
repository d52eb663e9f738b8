import { DomainError, notFound } from '#shared/errors.ts'
import type { ImportInput, ImportUndone } from '#shared/imports/import.ts'
import { audit } from '../audit/audit.ts'
import { actorPerson, type Authorized } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { trashSince } from '../deletions/deletions.repository.ts'
import { deletedCases, finish, numbers } from '../deletions/removal.ts'
import { trashCases } from '../deletions/trash.repository.ts'
import { findProject } from '../projects/projects.repository.ts'
import { reviseTestCase } from '../test-cases/case-writes.repository.ts'
import { findRevision } from '../test-cases/revisions.repository.ts'
import { findTestCase } from '../test-cases/test-cases.repository.ts'
import { findImport, forgetImported, listImported, markUndone } from './imports.repository.ts'

const CASES_AT_ONCE = 50
const ALL = 100_000

/**
 * Gives updated cases their former content and moves created ones to the trash. Cases that were changed since stay.
 * Throws NOT_FOUND for an unknown or expired import, CONFLICT while it goes on and for a second undo.
 */
export async function undoImport(ctx: ActorContext, { id, importId }: ImportInput): Promise<ImportUndone> {
  const undone = { trashed: 0, restored: 0, left: 0 }
  for (let isLeft = true; isLeft;) {
    const some = await ctx.write({ project: id }, async (db) => {
      await refuseUndo(db, ctx, { id, importId })
      return await restoreSome(db, ctx, importId)
    })
    undone.restored += some.restored
    undone.left += some.left
    isLeft = some.restored + some.left > 0
  }
  await ctx.write({ project: id }, async (db) => {
    const project = await refuseUndo(db, ctx, { id, importId })
    const created = await listImported(db, importId, 'created', ALL)
    const same = created.filter(({ revision, revision_after }) => revision === revision_after)
    undone.trashed = same.length
    undone.left += created.length - same.length
    if (same.length > 0)
      await trashCases(
        db,
        ctx.actor,
        { project_id: project.id } as Authorized<{ project_id: string }, 'case.write'>,
        same.map((row) => row.id),
      )
    await markUndone(db, importId)
    await audit(db, ctx, { action: 'import.undone', projectId: id, target: importId, after: undone })
  })
  await finish(ctx, [deletedCases, numbers], id)
  return undone
}

async function refuseUndo(db: Db, ctx: ActorContext, { id, importId }: ImportInput) {
  const readable = await findProject(db, ctx.actor, id, 'project.read')
  const project = await findProject(db, ctx.actor, id, 'case.write')
  const found = await findImport(db, readable, importId)
  if (!found || found.created_at < trashSince()) throw notFound('Import')
  if (found.pending !== null) throw new DomainError('CONFLICT', 'This import is still going on')
  if (found.undone_at !== null) throw new DomainError('CONFLICT', 'This import is already undone')
  return project
}

async function restoreSome(db: Db, ctx: ActorContext, importId: string) {
  const some = await listImported(db, importId, 'updated', CASES_AT_ONCE)
  const counts = { restored: 0, left: 0 }
  for (const { id, revision, revision_before: before, revision_after: after } of some) {
    const testCase = await findTestCase(db, ctx.actor, id, 'case.write')
    const content = revision === after && before !== null ? await findRevision(db, testCase, before) : undefined
    if (!content) {
      counts.left += 1
      continue
    }
    const keys = { automationKey: testCase.automation_key, externalKey: testCase.external_key }
    await reviseTestCase(db, testCase, { ...content, ...keys }, actorPerson(ctx.actor))
    counts.restored += 1
  }
  await forgetImported(
    db,
    importId,
    some.map(({ id }) => id),
  )
  return counts
}
