import { createStore, useStore } from '#src/lib/store.ts'
import type { Entry } from '../store/entry.ts'

/*
 * The result whose note is asked for: in the panel if it is open, else in the row. One at a time, in this tab.
 */

export type AskedNote = {
  resultId: string
  /** The verdict that is not given without a note, because it contradicts the recorded value. */
  required?: Entry
}

const asked = createStore<AskedNote | null>(null)

export const askedNote = asked.get

/** Moves the focus to the note of a result, as soon as it is rendered. */
export function askForNote(resultId: string, { required }: Pick<AskedNote, 'required'> = {}): void {
  asked.set({ resultId, ...(required && { required }) })
}

export function endNote(resultId: string): void {
  if (askedNote()?.resultId === resultId) asked.set(null)
}

/** Set while the note of this result is asked for. */
export function useAskedNote(resultId: string): AskedNote | null {
  return useStore(asked, (note) => (note?.resultId === resultId ? note : null))
}
