import { DomainError } from '#shared/errors.ts'
import { applyFacts, NO_FACTS } from '#shared/test-runs/run-facts.ts'
import type { StartRun } from '#shared/test-runs/test-run.ts'
import type { ActorContext } from '../context.ts'
import { extrasToText } from '../database/case-columns.ts'
import type { Db } from '../database/databases.ts'
import { findProject } from '../projects/projects.repository.ts'
import { refuseStrangers, sharedOut } from './assign-cases.ts'
import {
  insertPlanned,
  insertPlannedSuites,
  type Planned,
  planResults,
  renewStart,
  showStarted,
} from './large-starts.repository.ts'
import { selectForStart } from './select-cases.ts'
import { refuseTakenKey } from './test-runs.repository.ts'
import { insertRun } from './run-writes.repository.ts'

/** Results per transaction: other writes wait for it. */
const RESULTS_AT_ONCE = 1_000

type Start<T> = {
  fill: (testRunId: string) => Promise<void>
  /** Called in the last write. */
  show: (db: Db, show: () => Promise<string>) => Promise<T>
}

/**
 * Starts a run over a snapshot of many cases in short writes. It is hidden until `show` is called in the last write,
 * and removed if that never happens. Returns the result of `show`.
 */
export async function startLargeRun<T>(ctx: ActorContext, input: StartRun, { fill, show }: Start<T>): Promise<T> {
  const { projectId } = input
  const planned = await plan(ctx, input)
  const key = input.key || null
  const testRunId = await ctx.write({ project: projectId }, async (db) => {
    const project = await findProject(db, ctx.actor, projectId, 'run.start')
    await refuseStrangers(db, projectId, input)
    await refuseTakenKey(db, projectId, key)
    // A report with the key must not find the hidden run.
    const facts = { ...applyFacts(NO_FACTS, input), extras: extrasToText(input.extras) }
    const texts = { description: input.description || null, key: null, ...facts }
    const id = await insertRun(db, ctx.actor, project, texts, { isHidden: true })
    await renewStart(db, id)
    await insertPlannedSuites(db, id, planned)
    return id
  })
  for (let from = 0; from < planned.length; from += RESULTS_AT_ONCE)
    await ctx.write({ testRun: testRunId }, async (db) => {
      if (!(await renewStart(db, testRunId))) throw stopped()
      await insertPlanned(db, testRunId, planned.slice(from, from + RESULTS_AT_ONCE))
    })
  await fill(testRunId)
  return await ctx.write({ project: projectId }, async (db) => {
    await findProject(db, ctx.actor, projectId, 'run.start')
    return await show(db, async () => {
      await refuseTakenKey(db, projectId, key)
      if (!(await showStarted(db, testRunId, key, planned.length))) throw stopped()
      return testRunId
    })
  })
}

async function plan({ snapshot, actor }: ActorContext, input: StartRun): Promise<Planned[]> {
  return await snapshot(async (db) => {
    const project = await findProject(db, actor, input.projectId, 'run.start')
    await refuseStrangers(db, project.id, input)
    const planned = await planResults(db, project.id, await selectForStart(db, project.id, input.selection))
    for (const [assigneeId, part] of sharedOut(planned, input))
      for (const result of part) result.assigneeId = assigneeId
    return planned
  })
}

const stopped = () => new DomainError('CONFLICT', 'The project was deleted while the run was started')
