import { useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'
import type { Entry } from '../store/entry.ts'

/*
 * The result whose note is asked for: in the panel if it is open, else in the row. One at a time, in this tab.
 */

export type AskedNote = {
  resultId: string
  /** The verdict that is not given without a note, because it contradicts the recorded value. */
  required?: Entry
}

const listeners = new Listeners()
let asked: AskedNote | null = null

export const askedNote = () => asked

/** Moves the focus to the note of a result, as soon as it is rendered. */
export function askForNote(resultId: string, { required }: Pick<AskedNote, 'required'> = {}): void {
  asked = { resultId, ...(required && { required }) }
  listeners.notify()
}

export function endNote(resultId: string): void {
  if (asked?.resultId !== resultId) return
  asked = null
  listeners.notify()
}

/** Set while the note of this result is asked for. */
export function useAskedNote(resultId: string): AskedNote | null {
  return useSyncExternalStore(listeners.subscribe, () => (asked?.resultId === resultId ? asked : null))
}
