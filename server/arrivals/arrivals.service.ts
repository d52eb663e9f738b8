import { LRUCache } from 'lru-cache'
import { type Arrival, type Door, DOORS } from '#shared/arrivals/arrival.ts'
import type { IdInput } from '#shared/fields.ts'
import type { ActorContext, Services } from '../context.ts'
import { findProject } from '../projects/projects.repository.ts'
import { listArrivalTimes, setArrival } from './arrivals.repository.ts'

/** Senders call many times a minute. */
const INTERVAL_MS = 60_000

const stored = new LRUCache<string, true>({ max: 10_000, ttl: INTERVAL_MS })

/**
 * Notes that something arrived in a project, at most once a minute. Call it after the records are committed: it never
 * fails them.
 */
export async function noteArrival(
  { write, log }: Pick<Services, 'write' | 'log'>,
  projectId: string,
  door: Door,
): Promise<void> {
  const key = `${projectId} ${door}`
  if (stored.has(key)) return
  stored.set(key, true)
  try {
    await write(null, (db) => setArrival(db, projectId, door))
  } catch (error) {
    stored.delete(key)
    log.warn({ err: error, projectId, door }, 'could not store when something arrived')
  }
}

/** For calls that people make in the browser, too: only those of scripts, with the project's credential, count. */
export async function noteScript(ctx: ActorContext): Promise<void> {
  if (ctx.actor.kind === 'machine') await noteArrival(ctx, ctx.actor.projectId, 'api')
}

export async function listArrivals({ db, actor }: ActorContext, { id }: IdInput): Promise<Arrival[]> {
  const times = await listArrivalTimes(db, await findProject(db, actor, id, 'project.read'))
  return DOORS.map((door) => ({ door, receivedAt: times.get(door) ?? null }))
}
