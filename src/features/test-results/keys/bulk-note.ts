import { createStore, useStore } from '#src/lib/store.ts'
import type { Verdict } from '../verdicts/give-verdict.ts'

/* The verdict on a selection that waits for its note. */

const asked = createStore<Verdict | null>(null)

export const useBulkNote = (): Verdict | null => useStore(asked)

/** Asks for the note of a verdict; null takes the question back. */
export const askBulkNote = (status: Verdict | null): void => asked.set(status)
