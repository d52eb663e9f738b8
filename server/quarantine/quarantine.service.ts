import type { IdInput } from '#shared/fields.ts'
import type { Message } from '#shared/message.ts'
import type { AddToQuarantine, ListQuarantine, QuarantinedCase } from '#shared/quarantine/quarantine.ts'
import { actorUserId } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { offsetPage, type Page, rowsToRead, totalOf } from '../http/paging.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findTestCase } from '../test-cases/test-cases.repository.ts'
import {
  countQuarantined,
  deleteQuarantine,
  findQuarantined,
  listQuarantinedRows,
  upsertQuarantine,
} from './quarantine.repository.ts'

/** The quarantined cases of a project, newest first. Deleted cases are left out. */
export async function listQuarantine(
  { db, actor }: ActorContext,
  { projectId, ...page }: ListQuarantine,
): Promise<Page<QuarantinedCase>> {
  const project = await findProject(db, actor, projectId, 'project.read')
  const rows = await listQuarantinedRows(db, project, { ...page, limit: rowsToRead(page.limit) })
  return offsetPage(rows, page, await totalOf(rows, page, () => countQuarantined(db, project)))
}

export async function addToQuarantine(ctx: ActorContext, { id, reason }: AddToQuarantine): Promise<QuarantinedCase> {
  return await ctx.write({ testCase: id }, async (db) => {
    const testCase = await findTestCase(db, ctx.actor, id, 'case.write')
    await upsertQuarantine(db, testCase, { reason: reason || null, quarantined_by: actorUserId(ctx.actor) })
    return await findQuarantined(db, testCase)
  })
}

export async function removeFromQuarantine(ctx: ActorContext, { id }: IdInput): Promise<Message> {
  return await ctx.write({ testCase: id }, async (db) => {
    await deleteQuarantine(db, await findTestCase(db, ctx.actor, id, 'case.write'))
    return { message: 'Test case is not quarantined' }
  })
}
