import { z } from 'zod'
import { invalidField } from '#shared/errors.ts'
import { string } from '#shared/fields.ts'
import { VERB_OF } from '#shared/permissions.ts'
import { ListRuns } from '#shared/test-runs/find-runs.ts'
import { RunFactsInput } from '#shared/test-runs/run-facts.ts'
import { CaseSelection } from '#shared/test-runs/selection.ts'
import { CompleteRun, StartRun } from '#shared/test-runs/test-run.ts'
import { FAILURE_STATUSES } from '#shared/test-results/severity.ts'
import { actingWith } from '../../../authorize.ts'
import { findProject } from '../../../projects/projects.repository.ts'
import { countSelected } from '../../../test-runs/select-cases.ts'
import { asMany } from '../answer-size.ts'
import { type Door, tool } from '../door.ts'
import { caseRef, dryRun, limit, next, project, run, runRef } from '../inputs.ts'
import { inOneWrite } from '../one-write.ts'
import { type Named, projectOf } from '../projects.ts'
import { caseIdsOf, cursorOf, runIdOf, suitesOf } from '../refs.ts'
import { runShown, told } from '../shown.ts'

const RUNS = 20

export const listRuns = tool({
  name: 'list_runs',
  description: 'The runs of a project, newest first, with their counts.',
  input: z.strictObject({
    project,
    q: ListRuns.shape.q.unwrap().optional().meta({ description: 'Words in ref, description, key, branch, commit' }),
    ...ListRuns.pick({ status: true, branch: true, environment: true, milestone: true }).shape,
    limit,
    next,
  }),
  answer: async (door, { project: named, next: after, limit: wanted = RUNS, ...conditions }) => {
    const { id: projectId } = await projectOf(door, named)
    const cursor = await cursorOf(after, (ref) => runIdOf(door, { id: projectId }, ref))
    const { items, total, hasMore } = await door.listed((calls) =>
      calls.testRuns.list({ projectId, ...conditions, limit: wanted, ...(cursor !== undefined && { cursor }) }),
    )
    const runs = asMany(items.map(runShown))
    const isMore = hasMore || runs.length < items.length
    return { total, runs, ...(isMore && { next: items[runs.length - 1]?.ref }) }
  },
})

const CASES_MAX = 500

const chosen = CaseSelection.pick({ tags: true, priorities: true, types: true }).shape

export const startRun = tool({
  name: 'start_run',
  description:
    'Start a run of all cases, or of those that match all of the given conditions (cases, suites, tags, priorities, ' +
    'types, failedIn).',
  input: z.strictObject({
    project,
    description: StartRun.shape.description,
    ...RunFactsInput.shape,
    cases: z.array(caseRef).min(1).max(CASES_MAX).optional(),
    suites: z.array(string('suites')).min(1).max(100).optional().meta({ description: 'Names' }),
    ...chosen,
    failedIn: runRef.optional().meta({ description: 'Only cases that failed in this run, as R5' }),
    dryRun,
  }),
  isWrite: true,
  answer: async (
    door,
    { project: named, cases, suites, tags, priorities, types, failedIn, dryRun: isDry, ...facts },
  ) => {
    const found = await projectOf(door, named)
    const conditions = { cases, suites, failedIn, filter: { tags, priorities, types } }
    const selection = await selectionOf(door, found, conditions)
    if (isDry) return { dryRun: true, ...(await wouldStart(door, found, selection)) }
    const started = await door.calls.testRuns.start({ projectId: found.id, ...facts, selection, omitResults: true })
    return runShown(started)
  },
})

type Conditions = {
  cases: string[] | undefined
  suites: string[] | undefined
  failedIn: string | undefined
  filter: Pick<CaseSelection, 'tags' | 'priorities' | 'types'>
}

async function selectionOf(door: Door, project: Named, { cases, suites, failedIn, filter }: Conditions) {
  const selection: CaseSelection = {
    ...filter,
    ...(cases && { testCaseIds: await caseIdsOf(door, project, cases) }),
    ...(suites && { testSuiteIds: (await suitesOf(door, project)).idsOf(suites) }),
    ...(failedIn && { fromRun: { id: await runIdOf(door, project, failedIn), statuses: [...FAILURE_STATUSES] } }),
  }
  return Object.values(selection).every((condition) => condition == null) ? undefined : selection
}

/**
 * A run of many cases is started in several transactions, which cannot be undone: its cases are counted with the
 * permission that the start needs.
 */
async function wouldStart({ ctx }: Door, { id: projectId }: Named, selection: CaseSelection | undefined) {
  const actor = actingWith(ctx.actor, [VERB_OF['run.start']])
  await findProject(ctx.db, actor, projectId, 'run.start')
  const { count } = await countSelected({ ...ctx, actor }, { projectId, selection })
  if (count === 0 && selection) throw invalidField('selection', 'No test case is selected')
  return { counts: { total: count } }
}

export const completeRun = tool({
  name: 'complete_run',
  description: 'End a running run.',
  input: z.strictObject({ project, run, status: CompleteRun.shape.status, dryRun }),
  isWrite: true,
  answer: async (door, { project: named, run: ref, status, dryRun: isDry }) => {
    const testRunId = await runIdOf(door, await projectOf(door, named), ref)
    const ended = await inOneWrite(door, { scope: { testRun: testRunId }, dryRun: isDry }, ({ calls }) =>
      calls.testRuns.complete({ testRunId, status, omitResults: true }),
    )
    return told({ dryRun: isDry, ...runShown(ended) })
  },
})
