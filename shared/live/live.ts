import { z } from 'zod'
import { id } from '../fields.ts'
import type { TestResult } from '../test-results/test-result.ts'
import type { TestRunListItem, TestRunOverview } from '../test-runs/test-run.ts'
import type { Person } from '../users/user.ts'

/*
 * What a server tells those who watch. Every message bears an id; a client that lost its connection sends the last
 * id it has seen and gets what it missed, or a message saying that it must read again.
 */

/** Results that one message carries at most. When more have changed, it says so instead. */
export const LIVE_RESULTS_MAX = 100

/** Viewers that are named at most. */
export const LIVE_VIEWERS_MAX = 50

const lastEventId = z.string().nullish()

export const WatchRun = z.object({ testRunId: id('testRunId'), lastEventId })
export type WatchRun = z.infer<typeof WatchRun>

export const WatchRuns = z.object({ projectId: id('projectId'), lastEventId })
export type WatchRuns = z.infer<typeof WatchRuns>

export const WatchRunScreen = z.object({ projectId: id('projectId'), testRunId: id('testRunId'), lastEventId })
export type WatchRunScreen = z.infer<typeof WatchRunScreen>

export const WatchProjects = z.object({ lastEventId })
export type WatchProjects = z.infer<typeof WatchProjects>

/** A run as it is now. `suites` are all of them, or in a `changed` message those of the results in it. */
export type LiveRun = Pick<TestRunListItem, 'status' | 'completedAt' | 'summary'> & Pick<TestRunOverview, 'suites'>

export type RunMessage =
  /** The first message: from here on nothing is missed, and what was read before may be outdated. */
  | { type: 'state'; run: LiveRun }
  /** These results are as they are now; one that the client does not know has joined the run. */
  | { type: 'changed'; run: LiveRun; results: TestResult[] }
  /** Results have changed, too many to tell: what is shown of them is to be read again. */
  | { type: 'stale'; run: LiveRun }
  /** The run is gone, and nothing more will come. */
  | { type: 'deleted' }
  /** Who has the run open, the reader too; each once, by name. `count` is of all, however many are named. */
  | { type: 'viewers'; viewers: Person[]; count: number }

export type RunListMessage =
  /** The first message: a list that was read after it misses nothing. */
  | { type: 'ready' }
  /** These runs are new or have changed, and those are gone. */
  | { type: 'changed'; runs: TestRunListItem[]; removed: string[] }
  /** The list is to be read again. */
  | { type: 'stale' }
  /** The project is gone, and nothing more will come. */
  | { type: 'deleted' }

/** What is told of the runs of a project, or of the one of them that is open. */
export type RunScreenMessage = { list: RunListMessage } | { run: RunMessage }

export type ProjectListMessage =
  /** The first message: a list that was read after it misses nothing. */
  | { type: 'ready' }
  /** The list is to be read again. */
  | { type: 'stale' }
