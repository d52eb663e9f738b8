import { WatchProjects, WatchRun, WatchRuns, WatchRunScreen } from '#shared/live/live.ts'
import { caller, router, user } from '../trpc.ts'
import { watchProjects, watchRun, watchRuns } from './live.service.ts'
import { watchRunScreen } from './run-screen.ts'

/** Streams of what happens, over server-sent events; they have no REST face. */
export const liveRouter = router({
  run: caller.input(WatchRun).subscription(({ ctx, input, signal }) => watchRun(ctx, input, signal)),
  runs: caller.input(WatchRuns).subscription(({ ctx, input, signal }) => watchRuns(ctx, input, signal)),
  runScreen: caller.input(WatchRunScreen).subscription(({ ctx, input, signal }) => watchRunScreen(ctx, input, signal)),
  projects: user.input(WatchProjects).subscription(({ ctx, input, signal }) => watchProjects(ctx, input, signal)),
})
