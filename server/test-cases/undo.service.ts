import { DomainError, notFound } from '#shared/errors.ts'
import type { CasesUndone, UndoCaseChange } from '#shared/test-cases/bulk.ts'
import { actorPerson } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { noteChange } from '../database/changes.ts'
import type { Db } from '../database/databases.ts'
import { areMany, keepSearchableById, type MadeTexts, makeTexts } from '../database/search/texts.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findTextsBefore, keepRevisions, restoreContent, reviseCases } from './bulk.repository.ts'
import { findChange, findUnchangedSince, forgetPlaces, markUndone } from './case-changes.repository.ts'
import { moveCases, placeCases } from './places.repository.ts'

type Restorable = Awaited<ReturnType<typeof findUnchangedSince>>[number]

/**
 * Gives the cases of a change their fields and places back, as a new revision. Those that were changed or deleted since,
 * or whose suite was, stay as they are. Throws NOT_FOUND for an unknown or expired change, CONFLICT for a second undo.
 */
export async function undoCaseChange(ctx: ActorContext, { id, changeId }: UndoCaseChange): Promise<CasesUndone> {
  const texts = await textsBefore(ctx, id, changeId)
  return await ctx.write({ project: id }, async (db) => {
    const project = await findProject(db, ctx.actor, id, 'case.write')
    const change = await findChange(db, project.id, changeId)
    if (!change) throw notFound('Change')
    if (change.undone_at !== null) throw new DomainError('CONFLICT', 'This change is already undone')
    const cases = await findUnchangedSince(db, changeId)
    const revised = cases.filter(isRevised).map((testCase) => testCase.id)
    await restoreContent(db, changeId, revised)
    await restorePlaces(db, cases)
    await reviseCases(db, revised, actorPerson(ctx.actor))
    await keepRevisions(db, revised)
    const rewritten = cases.filter(({ hasOtherText }) => hasOtherText).map((testCase) => testCase.id)
    await keepSearchableById(db, rewritten, texts)
    await markUndone(db, changeId)
    const changed = cases.filter((testCase) => isRevised(testCase) || isRenumbered(testCase)).length
    if (changed > 0) noteChange(db, { kind: 'project', projectId: project.id })
    return { changed }
  })
}

/** The searched texts of many cases that get their content back. */
async function textsBefore({ db, actor }: ActorContext, id: string, changeId: string): Promise<MadeTexts | undefined> {
  const project = await findProject(db, actor, id, 'case.write')
  if (!(await findChange(db, project.id, changeId))) return undefined
  const cases = await findUnchangedSince(db, changeId)
  const ids = cases.filter(({ hasOtherText }) => hasOtherText).map((testCase) => testCase.id)
  if (!areMany(ids)) return undefined
  return await makeTexts(
    db,
    ids,
    (testCase) => testCase,
    async (reader, part) => await findTextsBefore(reader, changeId, part),
  )
}

const isRevised = ({ revision, revisionBefore }: Restorable) => revision !== revisionBefore
const isRenumbered = ({ number, numberBefore }: Restorable) => numberBefore !== null && number !== numberBefore

async function restorePlaces(db: Db, cases: Restorable[]): Promise<void> {
  const placed = cases.filter(({ numberBefore }) => numberBefore !== null)
  if (placed.length === 0) return
  const moved = placed.filter(({ suiteBefore, suiteNow }) => suiteBefore !== suiteNow)
  const suites = placed.flatMap(({ suiteBefore, suiteNow }) => [suiteBefore, suiteNow])
  const places = placed.map(({ id, slotBefore, numberBefore }) => ({
    id,
    slot: slotBefore as number,
    rank: numberBefore as number,
  }))
  await forgetPlaces(
    db,
    placed.map(({ id }) => id),
  )
  await moveCases(
    db,
    moved.map(({ id, suiteBefore, number }) => ({ id, testSuiteId: suiteBefore, number })),
  )
  await placeCases(db, suites, places)
}
