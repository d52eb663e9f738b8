import type { Actor } from '../authorize.ts'
import type { Bus, Listener } from './bus.ts'
import type { Change } from '../database/changes.ts'

/** How often it is asked whether somebody may still watch, even when nothing is told that could change it. */
const RECHECK_MS = 60_000

type Guarded = {
  actor: Actor
  /** The project that is watched, when it is one. */
  projectId?: string | undefined
  /** Throws when the actor may not watch any more. */
  check: () => Promise<unknown>
  refuse: (error: Error) => void
}

/** Looks after one watcher: whenever its right to watch may have changed, it is checked again. The answer ends it. */
export function guard(bus: Bus, { actor, projectId, check, refuse }: Guarded): () => void {
  const recheck = () => void check().catch(refuse)
  const listener: Listener = (change) => {
    if (change === null || concerns(change, actor)) recheck()
  }
  const stops = [
    ...(projectId === undefined ? [] : [bus.subscribe(`project:${projectId}`, listener)]),
    ...(actor.kind === 'user' ? [bus.subscribe(`user:${actor.user.id}`, listener)] : []),
  ]
  // It may have been taken away since it was checked, while nobody listened yet.
  recheck()
  const timer = setInterval(recheck, RECHECK_MS).unref()
  return () => {
    clearInterval(timer)
    for (const stop of stops) stop()
  }
}

function concerns(change: Change, actor: Actor): boolean {
  if (change.kind === 'member') return actor.kind === 'user' && actor.user.id === change.userId
  return change.kind === 'user' || (change.kind === 'credential' && actor.kind === 'machine')
}
