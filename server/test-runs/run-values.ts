import { type ListRunValues, RUN_VALUES_MAX, type RunValues } from '#shared/test-runs/find-runs.ts'
import type { ActorContext } from '../context.ts'
import { findProject } from '../projects/projects.service.ts'
import { listStarters, listUsed } from './run-values.repository.ts'

/** What the runs of a project have, to choose from. */
export async function listRunValues({ db, actor }: ActorContext, { projectId }: ListRunValues): Promise<RunValues> {
  const project = await findProject(db, actor, projectId, 'project.read')
  const of = { projectId: project.id, limit: RUN_VALUES_MAX }
  const [branches, environments, milestones] = [
    await listUsed.branch(db, of),
    await listUsed.environment(db, of),
    await listUsed.milestone(db, of),
  ]
  const valuesIn = (rows: { value: string | null }[]) => rows.map(({ value }) => value as string)
  return {
    branches: valuesIn(branches),
    environments: valuesIn(environments),
    milestones: valuesIn(milestones),
    startedBy: await listStarters(db, of),
  }
}
