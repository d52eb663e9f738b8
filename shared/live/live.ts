import { z } from 'zod'
import { id } from '../fields.ts'
import type { TestResult } from '../test-results/test-result.ts'
import type { TestRunListItem, TestRunOverview } from '../test-runs/test-run.ts'
import type { Person } from '../users/user.ts'

/* Messages of the live streams. A stream starts with the full state: nothing is replayed. */

/** The maximum number of results in one message. When more have changed, the state of the run is sent instead. */
export const LIVE_RESULTS_MAX = 100

export const LIVE_VIEWERS_MAX = 50

export const WatchProject = z.object({
  projectId: id('projectId'),
  testRunId: id('testRunId').nullish(),
})
export type WatchProject = z.infer<typeof WatchProject>

/** Fields of a run that never change. Messages leave them out. */
type Lasting = 'id' | 'ref' | 'projectId' | 'key' | 'createdAt'

/** The current run. `suites` has all suites, or in a `results` message only those of its results. */
export type LiveRun = Omit<TestRunListItem, Lasting> & Pick<TestRunOverview, 'suites'>

export type ProjectMessage =
  /** The most recent runs of the project, newest first. */
  | { type: 'runs'; runs: TestRunListItem[] }
  /** The state of the open run. Results read before are stale, unless they have this `version`. */
  | { type: 'run'; run: LiveRun; version: string }
  /** Changed results of the open run. An unknown id is a result that joined the run. */
  | { type: 'results'; run: LiveRun; results: TestResult[] }
  /** The version of the run some seconds after a change, when its results have been sent. Null for a deleted run. */
  | { type: 'settled'; version: string | null }
  | { type: 'run deleted' }
  /** Who has the run open, including the reader, by name. `count` includes the viewers who are not named. */
  | { type: 'viewers'; viewers: Person[]; count: number }
  | NoticesMessage

/** The projects of the user may have changed. */
export type ProjectListMessage = { type: 'projects' } | NoticesMessage

/** How many notices of the reader are unread. */
export type NoticesMessage = { type: 'notices'; unread: number }
