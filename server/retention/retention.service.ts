import type { ChangeRetention, PreviewRetention, Retention, RetentionRules } from '#shared/retention/retention.ts'
import { notFound } from '#shared/errors.ts'
import { audit } from '../audit/audit.ts'
import { callerOf } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import type { Db } from '../database/databases.ts'
import { FairSlots } from '../limits/fair-slots.ts'
import { findProject } from '../projects/projects.repository.ts'
import { bytesOfAttachments, bytesOfTraces, findOldRuns } from './old-runs.repository.ts'
import { readRules, updateRules } from './retention.repository.ts'
import { endsOf } from './run-ages.ts'

/** A preview reads all old runs of a project. */
const slots = new FairSlots({
  slots: 1,
  slotsPerCaller: 1,
  perCaller: 5,
  perRank: 50,
  tooManyOfOne: 'You ask for too many previews at once. Ask again later',
  tooManyOfAll: 'Too many previews are asked for at once. Ask again later',
  retryAfterSeconds: 10,
})

/** The rules of a project, or others, and what they would delete now. */
export async function previewRetention(ctx: ActorContext, { id, ...given }: PreviewRetention): Promise<Retention> {
  await findProject(ctx.db, ctx.actor, id, 'retention.manage')
  return await withPreview(ctx, id, merged(await rulesOf(ctx.db, id), given))
}

/** The rules take effect within an hour, so that an owner can take them back. */
export async function changeRetention(ctx: ActorContext, { id, ...given }: ChangeRetention): Promise<Retention> {
  const rules = await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, ctx.actor, id, 'retention.manage')
    const before = await rulesOf(db, id)
    const after = merged(before, given)
    await updateRules(db, project, after)
    await audit(db, ctx, { action: 'retention.changed', projectId: id, target: id, before, after })
    return after
  })
  return await withPreview(ctx, id, rules)
}

async function withPreview({ db, actor }: ActorContext, id: string, rules: RetentionRules): Promise<Retention> {
  return await slots.run(callerOf(actor), undefined, async () => {
    const old = await findOldRuns(db, id, endsOf(rules))
    const attachments = await bytesOfAttachments(db, [...old.runs, ...old.attachments])
    const traces = await bytesOfTraces(db, [...old.runs, ...old.traces])
    return { ...rules, wouldDelete: { runs: old.runs.length, bytes: attachments + traces } }
  })
}

async function rulesOf(db: Db, id: string): Promise<RetentionRules> {
  const rules = await readRules(db, id)
  if (!rules) throw notFound('Project')
  return rules
}

/** Of each rule the given one, or the stored one. Null is a rule: for ever. */
function merged(stored: RetentionRules, given: Partial<Record<keyof RetentionRules, number | null | undefined>>) {
  const rule = (name: keyof RetentionRules) => (given[name] === undefined ? stored[name] : given[name])
  return {
    keepRunsDays: rule('keepRunsDays'),
    keepAttachmentsDays: rule('keepAttachmentsDays'),
    keepTracesDays: rule('keepTracesDays'),
  }
}
