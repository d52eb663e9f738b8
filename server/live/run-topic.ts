import { LIVE_VIEWERS_MAX, type LiveRun, type RunMessage } from '#shared/live/live.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { Authorized } from '../authorize.ts'
import type { Db } from '../database/databases.ts'
import { listResultsOfRun } from '../test-results/test-results.service.ts'
import { type FoundRun, listRunRowsById, listSuitesOfRun, toTestRun } from '../test-runs/test-runs.service.ts'
import type { Listener } from './bus.ts'
import type { Live } from './live.ts'
import { Topic } from './topic.ts'

const PACE = { soonMs: 40, spacingMs: 350 }

/** Text that one message carries at most; results with more of it are read by those who show them. */
const MESSAGE_CHARACTERS = 200_000

type WatchedRun = Authorized<FoundRun, 'project.read'>

/** What is told of a run to all who have it open. */
export function openRunTopic({ db, bus, ids, log, viewers }: Live, run: WatchedRun) {
  const topic = new Topic<RunMessage>(
    {
      pace: PACE,
      first: async () => await readState(db, run, 'state'),
      read: async (changed) =>
        changed === null ? await readState(db, run, 'stale') : await readChanged(db, run, changed),
      aside: () => {
        const all = viewers.of(run.id)
        return { type: 'viewers', viewers: all.slice(0, LIVE_VIEWERS_MAX), count: all.length }
      },
    },
    ids,
    log,
  )
  const listener: Listener = (change) => {
    if (change === null) topic.mark(null)
    else if (change.kind === 'results') topic.mark(change.resultIds)
    else if (change.kind === 'run' && change.testRunId === run.id) topic.mark([])
    else if (change.kind === 'project deleted' || (change.kind === 'run deleted' && change.testRunId === run.id))
      topic.end({ type: 'deleted' })
  }
  const stops = [bus.subscribe(`run:${run.id}`, listener), bus.subscribe(`project:${run.project_id}`, listener)]
  return { topic, stop: () => stops.forEach((stop) => stop()) }
}

async function readState(db: Db, run: WatchedRun, type: 'state' | 'stale'): Promise<RunMessage> {
  const now = await readRun(db, run)
  return now ? { type, run: now } : { type: 'deleted' }
}

async function readChanged(db: Db, run: WatchedRun, ids: string[]): Promise<RunMessage> {
  const results = ids.length > 0 ? await listResultsOfRun(db, run, { ids }) : []
  if (results.reduce((sum, result) => sum + charactersOf(result), 0) > MESSAGE_CHARACTERS)
    return await readState(db, run, 'stale')
  const now = await readRun(db, run, [...new Set(results.map(({ testCase }) => testCase.testSuiteId))])
  return now ? { type: 'changed', run: now, results } : { type: 'deleted' }
}

/** The run, with these of its suites, or with all; undefined when it is gone. */
async function readRun(db: Db, run: WatchedRun, suiteIds?: string[]): Promise<LiveRun | undefined> {
  const [row] = await listRunRowsById(db, run.project_id, [run.id])
  if (!row) return undefined
  const { status, completedAt, summary } = toTestRun(row)
  return { status, completedAt, summary, suites: await listSuitesOfRun(db, run, suiteIds) }
}

function charactersOf({ testCase, ...result }: TestResult): number {
  return [...Object.values(testCase), ...Object.values(result)].reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
}
