import { notFound } from '#shared/errors.ts'
import type { Message } from '#shared/message.ts'
import type { IdInput } from '#shared/fields.ts'
import { PAGE_MAX } from '#shared/page.ts'
import {
  type CreateShare,
  type ListShares,
  type ProjectShare,
  type ReadShared,
  SHARE_DAYS,
  type Share,
  type SharedRun,
  type ShareLink,
} from '#shared/shares/share.ts'
import { toSharedRun } from '#shared/shares/shared-run.ts'
import { sumSummaries } from '#shared/test-runs/summary.ts'
import type { TestRunInput } from '#shared/test-runs/test-run.ts'
import { audit } from '../audit/audit.ts'
import { newSecret, secretHash } from '../auth/secrets.ts'
import { actorUserId } from '../authorize.ts'
import type { ActorContext, Context } from '../context.ts'
import { answer } from '../http/answer.ts'
import { once } from '../http/idempotency.ts'
import { Json } from '../http/json.ts'
import { type Page, pageOfLength, slicePage } from '../http/paging.ts'
import { findMember } from '../members/members.repository.ts'
import { findProject } from '../projects/projects.repository.ts'
import { ofRun, type ResultCondition } from '../test-results/test-results.repository.ts'
import { findRunOfLink, findTestRun, toTestRun } from '../test-runs/test-runs.repository.ts'
import { listSuitesOfRun } from '../test-runs/run-suites.repository.ts'
import { DAY_MS, timeIn } from '../times.ts'
import { sharedRunAsJson } from './shared-page.ts'
import {
  deleteShare,
  deleteSharesOfProject,
  findOpenShare,
  findShareOfRun,
  listSharesOfProject,
  replaceShare,
} from './shares.repository.ts'

/** Creates the link of a run. The earlier one stops working. */
export async function createShare(ctx: ActorContext, input: CreateShare): Promise<ShareLink> {
  const { testRunId, expiresInDays = SHARE_DAYS } = input
  const token = newSecret()
  const expiresAt = timeIn(expiresInDays * DAY_MS)
  return await ctx.write({ testRun: testRunId }, async (db) => {
    const run = await findTestRun(db, ctx.actor, testRunId, 'run.share')
    const create = async () => {
      const userId = userIdOf(ctx)
      const membership = { created_by: userId, member_id: (await findMember(db, run.project_id, userId))?.id ?? null }
      await replaceShare(db, run, { token_hash: secretHash(token), ...membership, expires_at: expiresAt })
      const of = { projectId: run.project_id, target: run.id }
      await audit(db, ctx, { action: 'share.created', ...of, after: { expiresAt } })
      return { link: `${ctx.config.PUBLIC_URL ?? ctx.request.baseUrl}/shared/${token}`, expiresAt }
    }
    return await once(db, ctx, ['share', input], create, { isSecret: true })
  })
}

export async function readShare({ db, actor }: ActorContext, { testRunId }: TestRunInput): Promise<Share | null> {
  const share = await findShareOfRun(db, await findTestRun(db, actor, testRunId, 'run.share'))
  if (!share) return null
  const { created_at: createdAt, created_by: id, created_by_name: name, expires_at: expiresAt } = share
  return { createdAt, createdBy: { id, name }, expiresAt }
}

export async function endShare(ctx: ActorContext, { testRunId }: TestRunInput): Promise<Message> {
  return await ctx.write({ testRun: testRunId }, async (db) => {
    const run = await findTestRun(db, ctx.actor, testRunId, 'run.share')
    if (!(await deleteShare(db, run))) throw notFound('Shared run')
    await audit(db, ctx, { action: 'share.ended', projectId: run.project_id, target: run.id })
    return { message: 'Link ended' }
  })
}

export async function listShares(
  { db, actor }: ActorContext,
  { id, ...part }: ListShares,
): Promise<Page<ProjectShare>> {
  return slicePage(await listSharesOfProject(db, await findProject(db, actor, id, 'share.manage')), part)
}

export async function endShares(ctx: ActorContext, { id }: IdInput): Promise<Message> {
  return await ctx.write({ project: id }, async (db) => {
    await deleteSharesOfProject(db, await findProject(db, ctx.actor, id, 'share.manage'))
    await audit(db, ctx, { action: 'shares.ended', projectId: id, target: id })
    return { message: 'All links ended' }
  })
}

/** The run of a link with a page of its results. Never cached, so that an ended link stops at once. */
export async function readSharedRun(ctx: Context, input: ReadShared): Promise<SharedRun> {
  const { token, limit = PAGE_MAX, offset } = input
  const status = input.status?.length ? input.status : undefined
  const { db } = ctx
  const share = await findOpenShare(db, secretHash(token))
  const run = share && (await findRunOfLink(db, share.test_run_id))
  if (!run) throw notFound('Shared run')
  const suites = await listSuitesOfRun(db, run)
  const summary = sumSummaries(suites.map((suite) => suite.summary))
  const total = status ? [...new Set(status)].reduce((sum, each) => sum + summary[each], 0) : summary.total
  ctx.reply.page = pageOfLength(total, { limit, offset })
  const { project_name: projectName, expires_at: expiresAt } = share
  const head = toSharedRun({ ...toTestRun(run), summary, projectName, expiresAt, suites })
  const page = { condition: ofStatuses(ofRun(db, run), status), limit, offset }
  return await answer(ctx, { read: async () => new Json(sharedRunAsJson(db, head, page)) })
}

const ofStatuses = (condition: ResultCondition, statuses: ReadShared['status']): ResultCondition =>
  statuses ? (eb) => eb.and([condition(eb), eb('test_results.status', 'in', statuses)]) : condition

/** Only members call this: a machine has no permission for links. */
function userIdOf({ actor }: ActorContext): string {
  return actorUserId(actor) as string
}
