import { Listeners } from '#src/lib/listeners.ts'

/*
 * Drafts that wait for their note, in this tab. The lock keeps other tabs from sending them; it ends with the tab, so
 * that a reload sends what was held.
 */

type Release = () => Promise<void>

const held = new Map<string, Promise<Release | null>>()
const listeners = new Listeners()

/** Called when drafts are released, and may be sent. */
export const onRelease = listeners.subscribe

export const isHeld = (resultId: string) => held.has(resultId)

export function holdDraft(resultId: string): void {
  if (!held.has(resultId)) held.set(resultId, lockDraft(resultId))
}

export async function releaseDraft(resultId: string): Promise<void> {
  const lock = held.get(resultId)
  if (!lock) return
  held.delete(resultId)
  const release = await lock
  await release?.()
  listeners.notify()
}

/**
 * The right of this tab to send a draft: tabs share drafts. Null if another tab has it. Insecure contexts have no
 * locks: there, an entry may be sent twice. The release resolves once the lock can be had again.
 */
export async function lockDraft(resultId: string): Promise<Release | null> {
  if (!('locks' in navigator)) return async () => await Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<Release | null>()
  const { promise: end, resolve: release } = Promise.withResolvers<void>()
  const whole = navigator.locks.request(`unsaved ${resultId}`, { ifAvailable: true }, async (lock) => {
    resolve(
      lock &&
        (async () => {
          release()
          await whole
        }),
    )
    if (lock) await end
  })
  return await promise
}
