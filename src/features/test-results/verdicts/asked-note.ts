import { createStore, useStore } from '#src/lib/store.ts'
import { keepInTab, readFromTab } from '#src/lib/tab-storage.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { Entry } from '../store/entry.ts'

/*
 * The note that is asked for: in the panel if it is open, else in the row. One at a time, in this tab. A verdict that
 * waits for it is no draft yet, so that both become one attempt. The tab keeps both for a page that is killed.
 */

/** A verdict that is recorded when its note is entered or left. */
type WaitingVerdict = {
  entry: Entry
  /** The attempts that the tester had seen when giving it. */
  base: number
  /** It contradicts the recorded value: without a note it is not given, and not shown before. */
  isRequired: boolean
}

export type AskedNote = { result: TestResult; verdict?: WaitingVerdict; typed?: string | null }

const NAME = 'askedNote'

const asked = createStore<AskedNote | null>(null)
let left = readFromTab(NAME) as AskedNote | null

const ofResult = (resultId: string) => (note: AskedNote | null) => (note?.result.id === resultId ? note : null)

export const askedNote = asked.get

/** Set while the note of this result is asked for. */
export const askedNoteOf = (resultId: string) => ofResult(resultId)(asked.get())

export const useAskedNote = (resultId: string) => useStore(asked, ofResult(resultId))

/** Moves the focus to the note of a result, as soon as it is rendered. See `askForNote`, which settles the one before. */
export function setAskedNote(note: AskedNote | null): void {
  asked.set(note)
  keepInTab(NAME, note)
}

/** Keeps what is typed as the note of this result, if it is asked for. */
export function keepTyped(resultId: string, typed: string | null): void {
  const note = askedNoteOf(resultId)
  if (note) keepInTab(NAME, { ...note, typed })
}

/** The note that a killed page was asking for. Only the first call returns it. */
export function takeLeftNote(): AskedNote | null {
  const note = left
  left = null
  if (note) keepInTab(NAME, asked.get())
  return note
}
