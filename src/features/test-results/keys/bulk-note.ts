import { useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'

/* The verdict on a selection that waits for its note. */

export type BulkVerdict = 'passed' | 'failed' | 'skipped'

const listeners = new Listeners()
let asked: BulkVerdict | null = null

export function useBulkNote(): BulkVerdict | null {
  return useSyncExternalStore(listeners.subscribe, () => asked)
}

/** Asks for the note of a verdict; null takes the question back. */
export function askBulkNote(status: BulkVerdict | null): void {
  asked = status
  listeners.notify()
}
