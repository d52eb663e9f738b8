import { applyFacts, NO_FACTS, type RunFactsInput } from '#shared/test-runs/run-facts.ts'
import type { StartRun, TestRunHead } from '#shared/test-runs/test-run.ts'
import type { ActorContext } from '../context.ts'
import { extrasToText } from '../database/case-columns.ts'
import { findProject } from '../projects/projects.repository.ts'
import { insertRun } from './run-writes.repository.ts'
import { findTestRun, toRunHead } from './test-runs.repository.ts'

type NewRun = RunFactsInput & Pick<StartRun, 'projectId' | 'description' | 'extras'>

/** Starts a run without results. Cases join it when they are executed. */
export async function startEmptyRun(ctx: ActorContext, input: NewRun): Promise<TestRunHead> {
  const { actor } = ctx
  return await ctx.write({ project: input.projectId }, async (db) => {
    const project = await findProject(db, actor, input.projectId, 'run.start')
    const facts = { ...applyFacts(NO_FACTS, input), extras: extrasToText(input.extras) }
    const texts = { key: null, description: input.description || null, ...facts }
    const id = await insertRun(db, actor, project, texts)
    return toRunHead(await findTestRun(db, actor, id, 'project.read'))
  })
}
