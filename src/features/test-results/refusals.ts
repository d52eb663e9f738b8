import { useSyncExternalStore } from 'react'

/* What the server refused, shown at its row until the tester enters something else there. */

export type Refusal = { value: string | null; message: string }

const listeners = new Set<() => void>()
const refusals = new Map<string, Refusal>()

export function useRefusal(resultId: string): Refusal | undefined {
  return useSyncExternalStore(subscribe, () => refusals.get(resultId))
}

export function noteRefusal(resultId: string, refusal: Refusal): void {
  refusals.set(resultId, refusal)
  announce()
}

export function forgetRefusal(resultId: string): void {
  if (refusals.delete(resultId)) announce()
}

function announce(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
