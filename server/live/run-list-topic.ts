import type { RunListMessage } from '#shared/live/live.ts'
import type { Db } from '../database/databases.ts'
import { listRunRowsById, toTestRun } from '../test-runs/test-runs.service.ts'
import type { Listener } from './bus.ts'
import type { Live } from './live.ts'
import { Topic } from './topic.ts'

const PACE = { soonMs: 40, spacingMs: 350 }

/** What is told of the runs of a project to all who look at the list of them. */
export function openRunListTopic({ db, bus, ids, log, runPlaces }: Live, projectId: string) {
  const topic = new Topic<RunListMessage>(
    {
      pace: PACE,
      first: async () => ({ type: 'ready' }),
      read: async (changed) => (changed === null ? { type: 'stale' } : await readRuns(db, projectId, changed)),
    },
    ids,
    log,
  )
  const listener: Listener = (change) => {
    if (change === null) topic.mark(null)
    else if (change.kind === 'run' || change.kind === 'run deleted') topic.mark([change.testRunId])
    else if (change.kind === 'project deleted') topic.end({ type: 'deleted' })
  }
  const stops = [
    bus.subscribe(`project:${projectId}`, listener),
    runPlaces.subscribe((testRunId, place) => place === projectId && topic.mark([testRunId])),
  ]
  return { topic, stop: () => stops.forEach((stop) => stop()) }
}

/** A run that is not found any more was deleted. */
async function readRuns(db: Db, projectId: string, ids: string[]): Promise<RunListMessage> {
  const runs = (await listRunRowsById(db, projectId, ids)).map(toTestRun)
  const found = new Set(runs.map(({ id }) => id))
  return { type: 'changed', runs, removed: ids.filter((id) => !found.has(id)) }
}
