import { createStore, useStore } from '#src/lib/store.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { Entry } from '../store/entry.ts'

/*
 * The note that is asked for: in the panel if it is open, else in the row. One at a time, in this tab. A verdict that
 * waits for it is no draft yet, so that both become one attempt.
 */

/** A verdict that is recorded when its note is entered or left. */
type WaitingVerdict = {
  entry: Entry
  /** The attempts that the tester had seen when giving it. */
  base: number
  /** It contradicts the recorded value: without a note it is not given, and not shown before. */
  isRequired: boolean
}

export type AskedNote = { result: TestResult; verdict?: WaitingVerdict }

const asked = createStore<AskedNote | null>(null)

const ofResult = (resultId: string) => (note: AskedNote | null) => (note?.result.id === resultId ? note : null)

/** The note that is asked for, of any result. */
export const askedNote = asked.get

/** Set while the note of this result is asked for. */
export const askedNoteOf = (resultId: string) => ofResult(resultId)(asked.get())

export const useAskedNote = (resultId: string) => useStore(asked, ofResult(resultId))

/** Moves the focus to the note of a result, as soon as it is rendered. See `askForNote`, which settles the one before. */
export const setAskedNote = asked.set
