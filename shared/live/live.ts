import { z } from 'zod'
import { id } from '../fields.ts'
import type { TestResult } from '../test-results/test-result.ts'
import type { TestRunListItem, TestRunOverview } from '../test-runs/test-run.ts'
import type { Person } from '../users/user.ts'

/*
 * Messages of the live streams. A stream starts with the state of everything it covers, also after a lost connection:
 * nothing is replayed.
 */

/** The largest number of results in one message; when more have changed, the state of the run is sent. */
export const LIVE_RESULTS_MAX = 100

/** The largest number of viewers that are named. */
export const LIVE_VIEWERS_MAX = 50

export const WatchProject = z.object({
  projectId: id('projectId'),
  /** The run that is open. */
  testRunId: id('testRunId').nullish(),
})
export type WatchProject = z.infer<typeof WatchProject>

/** What of a run never changes: its messages leave it out. */
type Lasting = 'id' | 'ref' | 'projectId' | 'key' | 'createdAt' | 'createdBy'

/** A run as it is now. `suites` are all suites, or in a `results` message those of its results. */
export type LiveRun = Omit<TestRunListItem, Lasting> & Pick<TestRunOverview, 'suites'>

export type ProjectMessage =
  /** The most recent runs of the project, newest first. */
  | { type: 'runs'; runs: TestRunListItem[] }
  /** The state of the open run. Results that were read earlier may be stale, unless they were of this `version`. */
  | { type: 'run'; run: LiveRun; version: string }
  /** Changed results of the open run; an unknown one has joined the run. */
  | { type: 'results'; run: LiveRun; results: TestResult[] }
  /** The version of the run some seconds after a change: its results have been sent. Null for a deleted run. */
  | { type: 'settled'; version: string | null }
  /** The open run was deleted. */
  | { type: 'run deleted' }
  /** Who has the run open, the reader included, by name. `count` includes those who are not named. */
  | { type: 'viewers'; viewers: Person[]; count: number }

/** The projects of the user may have changed. */
export type ProjectListMessage = { type: 'projects' }
