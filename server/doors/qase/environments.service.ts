import type { ActorContext } from '../../context.ts'
import { findProject } from '../../projects/projects.repository.ts'
import { listEnvironments, type NumberedEnvironment, numberEnvironment } from './environments.repository.ts'

/**
 * The environments of a project with their numbers. A named one gets a number when it is first asked for: reporters
 * send the number with their next run.
 */
export async function readEnvironments(
  ctx: ActorContext,
  projectId: string,
  slug: string | undefined,
): Promise<NumberedEnvironment[]> {
  await findProject(ctx.db, ctx.actor, projectId, 'run.start')
  const known = await listEnvironments(ctx.db, projectId, slug)
  if (slug === undefined || known.length > 0) return known
  return await ctx.write({ project: projectId }, async (db) => {
    const project = await findProject(db, ctx.actor, projectId, 'run.start')
    const [found] = await listEnvironments(db, projectId, slug)
    return [found ?? (await numberEnvironment(db, project, slug))]
  })
}
