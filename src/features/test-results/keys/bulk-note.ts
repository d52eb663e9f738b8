import { createStore, useStore } from '#src/lib/store.ts'

/* The verdict on a selection that waits for its note. */

export type BulkVerdict = 'passed' | 'failed' | 'skipped'

const asked = createStore<BulkVerdict | null>(null)

export const useBulkNote = (): BulkVerdict | null => useStore(asked)

/** Asks for the note of a verdict; null takes the question back. */
export const askBulkNote = (status: BulkVerdict | null): void => asked.set(status)
