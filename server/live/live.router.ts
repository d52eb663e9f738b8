import { WatchProject } from '#shared/live/live.ts'
import { caller, router, user } from '../trpc.ts'
import { watchProject, watchProjects } from './live.service.ts'

/** Streams over server-sent events. They have no REST address. */
export const liveRouter = router({
  project: caller('read')
    .input(WatchProject)
    .subscription(({ ctx, input, signal }) => watchProject(ctx, input, signal)),
  projects: user('read').subscription(({ ctx, signal }) => watchProjects(ctx, signal)),
})
