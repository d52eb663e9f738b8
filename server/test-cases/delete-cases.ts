import type { Deleted, DeletedCases, DeleteTestCases } from '#shared/deletions/deletion.ts'
import type { IdInput } from '#shared/fields.ts'
import type { ActorContext } from '../context.ts'
import { trashCases } from '../deletions/trash.repository.ts'
import { refuseChanged } from '../http/entity-tags.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findTestCase, toTestCase } from './test-cases.repository.ts'
import { refuseUnknownCases } from './refuse-cases.ts'

/* Deleted cases go to the trash. Their revisions stay, because runs refer to them. */

export async function deleteTestCase(ctx: ActorContext, { id }: IdInput): Promise<Deleted> {
  return await ctx.write({ testCase: id }, async (db) => {
    const testCase = await findTestCase(db, ctx.actor, id, 'case.write')
    refuseChanged(ctx, toTestCase(testCase), 'test case')
    return { message: 'Test case deleted', deletionId: await trashCases(db, ctx.actor, testCase, [id]) }
  })
}

/** Deletes cases of a project, all or none. Throws NOT_FOUND when one of them is not in the project. */
export async function deleteTestCases(ctx: ActorContext, { id, ids }: DeleteTestCases): Promise<DeletedCases> {
  return await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, ctx.actor, id, 'case.write')
    await refuseUnknownCases(db, id, ids, ['ids'])
    const deletionId = await trashCases(db, ctx.actor, { ...project, project_id: id }, ids)
    return { deleted: new Set(ids).size, deletionId }
  })
}
