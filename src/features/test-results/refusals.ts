import { useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'
import { onSessionChange } from '#src/lib/session.ts'

/* What the server refused, shown at its row until the tester enters something else there. */

export type Refusal = { value: string | null; message: string }

const listeners = new Listeners()
const refusals = new Map<string, Refusal>()

export function useRefusal(resultId: string): Refusal | undefined {
  return useSyncExternalStore(listeners.subscribe, () => refusals.get(resultId))
}

export function noteRefusal(resultId: string, refusal: Refusal): void {
  refusals.set(resultId, refusal)
  listeners.announce()
}

export function forgetRefusal(resultId: string): void {
  if (refusals.delete(resultId)) listeners.announce()
}

// What one person typed is not shown to the next.
onSessionChange(() => {
  refusals.clear()
  listeners.announce()
})
