import { applyFacts, NO_FACTS, type RunFactsInput } from '#shared/test-runs/run-facts.ts'
import type { TestRunListItem } from '#shared/test-runs/test-run.ts'
import type { ActorContext } from '../context.ts'
import { findProject } from '../projects/projects.repository.ts'
import { insertRun } from './run-writes.repository.ts'
import { findTestRun, toTestRun } from './test-runs.repository.ts'

type NewRun = RunFactsInput & { projectId: string; description: string | null }

/** Starts a run without results. Cases join it when they are executed. */
export async function startEmptyRun(ctx: ActorContext, input: NewRun): Promise<TestRunListItem> {
  const { actor } = ctx
  return await ctx.write({ project: input.projectId }, async (db) => {
    const project = await findProject(db, actor, input.projectId, 'run.start')
    const texts = { key: null, description: input.description || null, ...applyFacts(NO_FACTS, input) }
    const id = await insertRun(db, actor, project, texts)
    return toTestRun(await findTestRun(db, actor, id, 'project.read'))
  })
}
