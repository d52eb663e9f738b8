import { storedUser } from '#src/lib/session.ts'
import { createStore, useStore } from '#src/lib/store.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { Entry } from '../store/entry.ts'

/*
 * The note that is asked for: in the panel if it is open, else in the row. One at a time, in this tab. A verdict that
 * waits for it is no draft yet, so that both become one attempt. sessionStorage keeps both for a page that is killed; the
 * key ends with the user, whose sign-in keeps only such keys.
 */

/** A verdict that is recorded when its note is entered or left. */
type WaitingVerdict = {
  entry: Entry
  /** The attempts that the tester had seen when giving it. */
  base: number
  /** Contradicts the recorded value: it is shown and recorded only with a note. */
  isRequired: boolean
}

export type AskedNote = { result: TestResult; verdict?: WaitingVerdict; typed?: string | null }

const keyOf = () => `askedNote:${storedUser()?.id ?? ''}`

const asked = createStore<AskedNote | null>(null)
let left = stored()

const ofResult = (resultId: string) => (note: AskedNote | null) => (note?.result.id === resultId ? note : null)

export const askedNote = asked.get

/** Set while the note of this result is asked for. */
export const askedNoteOf = (resultId: string) => ofResult(resultId)(asked.get())

export const useAskedNote = (resultId: string) => useStore(asked, ofResult(resultId))

/** Moves the focus to the note of a result, as soon as it is rendered. See `askForNote`, which settles the one before. */
export function setAskedNote(note: AskedNote | null): void {
  asked.set(note)
  store(note)
}

/** Keeps what is typed as the note of this result, if it is asked for. */
export function keepTyped(resultId: string, typed: string | null): void {
  const note = askedNoteOf(resultId)
  if (note) store({ ...note, typed })
}

/** The open note of a page that was killed. Only the first call returns it. */
export function takeLeftNote(): AskedNote | null {
  const note = left
  left = null
  if (note) store(asked.get())
  return note
}

function store(note: AskedNote | null): void {
  try {
    if (note) sessionStorage.setItem(keyOf(), JSON.stringify(note))
    else sessionStorage.removeItem(keyOf())
  } catch {
    // The storage is full: the note lives as long as its page.
  }
}

function stored(): AskedNote | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf()) ?? 'null') as AskedNote | null
  } catch {
    return null
  }
}
