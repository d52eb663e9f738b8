import type { Actor } from '../authorize.ts'
import type { Bus, BusEvent } from './bus.ts'

const RECHECK_MS = 60_000

type Guarded = {
  actor: Actor
  projectId?: string | undefined
  /** Throws if the actor has no access. */
  check: () => Promise<unknown>
  onRefused: (error: Error) => void
}

/** Checks access now and after every change that may affect it. Returns a stop function. Throws like `check`. */
export async function guard(bus: Bus, { actor, projectId, check, onRefused }: Guarded): Promise<() => void> {
  const recheck = () => void check().catch(onRefused)
  const unsubscribe = bus.subscribe(
    [
      ...(projectId === undefined ? [] : [`access:${projectId}` as const]),
      ...(actor.kind === 'user' ? [`user:${actor.user.id}` as const] : []),
    ],
    (event) => {
      if (event === null || concerns(event, actor)) recheck()
    },
  )
  const timer = setInterval(recheck, RECHECK_MS).unref()
  const stop = () => {
    clearInterval(timer)
    unsubscribe()
  }
  // After subscribing: access could be revoked between a check and the subscription.
  await check().catch((error: unknown) => {
    stop()
    throw error
  })
  return stop
}

function concerns(event: BusEvent, actor: Actor): boolean {
  if (event.kind === 'member') return actor.kind === 'user' && actor.user.id === event.userId
  if (event.kind === 'credential') return actor.kind === 'machine'
  return event.kind === 'user' || event.kind === 'project deleted'
}
