import type { CasesChanged, UpdateTestCases } from '#shared/test-cases/bulk.ts'
import { actorPerson } from '../authorize.ts'
import type { ActorContext } from '../context.ts'
import { noteEvent } from '../database/changes.ts'
import { CASES_AT_ONCE } from '../deletions/cases-at-once.ts'
import { finish, numbers } from '../deletions/removal.ts'
import { findProject } from '../projects/projects.repository.ts'
import { findSuiteOfProject } from '../test-suites/test-suites.service.ts'
import { countChanged, insertChange, keepPending } from './case-changes.repository.ts'
import { caseChanges } from './case-changes.ts'
import { changeSome, findInOrder, findProblems, type PendingCases } from './change-some.ts'
import { rankBefore } from './places.repository.ts'
import { refuseCases, refuseNotFound } from './refuse-cases.ts'

/**
 * Changes many cases of a project, all or none, and stores their former state for `undoCaseChange`. A case whose
 * content or suite changes gets one revision. Answers when all are changed. Throws NOT_FOUND for an unknown case or
 * suite, and BAD_REQUEST with the ref of a case to which the change does not apply.
 */
export async function changeTestCases(ctx: ActorContext, input: UpdateTestCases): Promise<CasesChanged> {
  const { moveTo } = input
  const changeId = await ctx.write({ project: input.id }, async (db) => {
    const project = await findProject(db, ctx.actor, input.id, 'case.write')
    const target = moveTo && (await findSuiteOfProject(db, ctx.actor, project.id, moveTo.testSuiteId))
    const cases = await findInOrder(db, project.id, input.ids)
    refuseNotFound(new Set(cases.map(({ id }) => id)), input.ids, ['ids'])
    const problems = await findProblems(db, cases, input)
    refuseCases(
      'BAD_REQUEST',
      cases.map(({ id }) => id),
      ['ids'],
      (id) => problems.get(id) ?? false,
    )
    const id = await insertChange(db, project.id, cases.length)
    const pending: PendingCases = {
      kind: 'change',
      ids: cases.map((testCase) => testCase.id),
      content: { set: input.set, addTags: input.addTags, removeTags: input.removeTags },
      target: target
        ? { testSuiteId: target.id, after: await rankBefore(db, target.id, cases, moveTo?.position) }
        : null,
      author: actorPerson(ctx.actor),
    }
    noteEvent(db, { type: 'case.updated', projectId: project.id, testCaseIds: pending.ids })
    // Checking many cases takes long too, so the changes then follow in other transactions.
    if (cases.length > CASES_AT_ONCE) await keepPending(db, id, 0, pending)
    else await changeSome(db, { id, project_id: project.id }, pending)
    return id
  })
  await finish(ctx, [caseChanges, numbers], input.id)
  return { changed: await countChanged(ctx.db, changeId), changeId }
}
