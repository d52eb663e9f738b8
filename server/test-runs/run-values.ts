import { type ListRunValues, RUN_VALUES_MAX, type RunValues } from '#shared/test-runs/find-runs.ts'
import type { ActorContext } from '../context.ts'
import { findProject } from '../projects/projects.repository.ts'
import { listStarters, listUsed } from './run-values.repository.ts'

export async function listRunValues({ db, actor }: ActorContext, { projectId }: ListRunValues): Promise<RunValues> {
  const project = await findProject(db, actor, projectId, 'project.read')
  const of = { projectId: project.id, limit: RUN_VALUES_MAX }
  return {
    branches: await listUsed(db, 'branch', of),
    environments: await listUsed(db, 'environment', of),
    milestones: await listUsed(db, 'milestone', of),
    startedBy: await listStarters(db, of),
  }
}
