import type {
  ProjectListMessage,
  RunListMessage,
  RunMessage,
  WatchProjects,
  WatchRun,
  WatchRuns,
} from '#shared/live/live.ts'
import type { ActorContext, UserContext } from '../context.ts'
import { findProject } from '../projects/projects.service.ts'
import { findTestRun } from '../test-runs/test-runs.service.ts'
import { identifyCaller } from '../trpc.ts'
import { follow } from './follow.ts'
import { openProjectListTopic } from './project-list-topic.ts'
import { openRunListTopic } from './run-list-topic.ts'
import { openRunTopic } from './run-topic.ts'

/** What happens to a run, its results among it, and who else has it open. Throws NOT_FOUND. */
export async function watchRun(ctx: ActorContext, { testRunId, lastEventId }: WatchRun, signal?: AbortSignal) {
  const { db, live, actor } = ctx
  const run = await findTestRun(db, actor, testRunId, 'project.read')
  return follow<RunMessage>(ctx, {
    hold: () => live.runs.hold(run.id, () => openRunTopic(live, run)),
    release: () => live.runs.release(run.id),
    projectId: run.project_id,
    lastEventId,
    signal,
    check: async () => await findTestRun(db, await identifyCaller(ctx), testRunId, 'project.read'),
    during: () =>
      actor.kind === 'user' ? live.viewers.enter(run.id, { id: actor.user.id, name: actor.user.name }) : () => {},
  })
}

/** What happens to the list of runs of a project. Throws NOT_FOUND. */
export async function watchRuns(ctx: ActorContext, { projectId, lastEventId }: WatchRuns, signal?: AbortSignal) {
  const { db, live, actor } = ctx
  await findProject(db, actor, projectId, 'project.read')
  return follow<RunListMessage>(ctx, {
    hold: () => live.runLists.hold(projectId, () => openRunListTopic(live, projectId)),
    release: () => live.runLists.release(projectId),
    projectId,
    lastEventId,
    signal,
    check: async () => await findProject(db, await identifyCaller(ctx), projectId, 'project.read'),
  })
}

/** Whether the list of the user's projects has changed. */
export async function watchProjects(ctx: UserContext, { lastEventId }: WatchProjects, signal?: AbortSignal) {
  const { live, actor } = ctx
  const userId = actor.user.id
  return follow<ProjectListMessage>(ctx, {
    hold: () => live.projectLists.hold(userId, () => openProjectListTopic(live, userId)),
    release: () => live.projectLists.release(userId),
    lastEventId,
    signal,
    check: async () => await identifyCaller(ctx),
  })
}
