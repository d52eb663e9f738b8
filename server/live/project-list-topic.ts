import type { ProjectListMessage } from '#shared/live/live.ts'
import { listProjectIdsOfUser } from '../projects/projects.service.ts'
import type { Listener } from './bus.ts'
import type { Live } from './live.ts'
import { Topic } from './topic.ts'

const PACE = { soonMs: 40, spacingMs: 1_000 }

/** Says to a user, on all their pages, that the list of their projects has changed. */
export function openProjectListTopic({ db, bus, ids, log }: Live, userId: string) {
  /** Undefined while it is not known, when every project may be one of them. */
  let projectIds: Set<string> | undefined
  let reads = 0
  const read = async (): Promise<void> => {
    const turn = ++reads
    projectIds = undefined
    const found = new Set(await listProjectIdsOfUser(db, userId))
    // The answer to an earlier question may come later, and know less.
    if (turn === reads) projectIds = found
  }
  const topic = new Topic<ProjectListMessage>(
    {
      pace: PACE,
      first: async () => {
        await read()
        return { type: 'ready' }
      },
      read: async () => {
        await read()
        return { type: 'stale' }
      },
    },
    ids,
    log,
  )
  const listener: Listener = (change) => {
    if (change === null) topic.mark(null)
    else if (change.kind === 'member' && change.userId === userId) topic.mark(null)
    else if ('projectId' in change && (projectIds?.has(change.projectId) ?? true)) topic.mark(null)
  }
  return { topic, stop: bus.subscribe('projects', listener) }
}
