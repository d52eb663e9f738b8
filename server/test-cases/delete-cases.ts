import type { Deleted, DeletedCases, DeleteTestCases } from '#shared/deletions/deletion.ts'
import type { IdInput } from '#shared/fields.ts'
import { audit } from '../audit/audit.ts'
import type { ActorContext } from '../context.ts'
import { deletedCases, finish, numbers } from '../deletions/removal.ts'
import { trashCases } from '../deletions/trash.repository.ts'
import { refuseChanged } from '../http/entity-tags.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findTestCase, toCaseDetail } from './test-cases.repository.ts'
import { refuseUnknownCases } from './refuse-cases.ts'

/* Deleted cases go to the trash. Their revisions stay, because runs refer to them. */

export async function deleteTestCase(ctx: ActorContext, { id }: IdInput): Promise<Deleted> {
  const { projectId, deletionId } = await ctx.write({ testCase: id }, async (db) => {
    const testCase = await findTestCase(db, ctx.actor, id, 'case.write')
    refuseChanged(ctx, toCaseDetail(testCase), 'test case')
    return { projectId: testCase.project_id, deletionId: await trashCases(db, ctx.actor, testCase, [id]) }
  })
  await finish(ctx, [numbers], projectId)
  return { message: 'Test case deleted', deletionId }
}

/** Deletes cases of a project, all or none. Throws NOT_FOUND if one of them is not in the project. */
export async function deleteTestCases(ctx: ActorContext, { id, ids }: DeleteTestCases): Promise<DeletedCases> {
  const deletionId = await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, ctx.actor, id, 'case.write')
    await refuseUnknownCases(db, id, ids, ['ids'])
    const deleted = [...new Set(ids)]
    const deletion = await trashCases(db, ctx.actor, { ...project, project_id: id }, deleted)
    const of = { projectId: id, target: deletion, before: { testCases: deleted.length } }
    await audit(db, ctx, { action: 'cases.deleted', ...of })
    return deletion
  })
  await finish(ctx, [deletedCases, numbers], id)
  return { deleted: new Set(ids).size, deletionId }
}
