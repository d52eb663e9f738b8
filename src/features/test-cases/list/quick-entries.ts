import { useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'

/*
 * What is typed in the line for a new case of each suite, and what the server refused. Module state: a refusal may
 * come when its line is scrolled away.
 */

export type Refused = { text: string; problem: string }

type Entry = Readonly<{
  text: string
  problem: string | null
  /** Refused lines that wait until the field is empty. */
  waiting: readonly Refused[]
}>

const EMPTY: Entry = { text: '', problem: null, waiting: [] }

const listeners = new Listeners()
const entries = new Map<string, Entry>()
/** The suite whose line takes the focus as soon as it is rendered. */
let awaited: string | null = null

export const entryOf = (suiteId: string): Entry => entries.get(suiteId) ?? EMPTY

export function useQuickEntry(suiteId: string): Entry {
  return useSyncExternalStore(listeners.subscribe, () => entryOf(suiteId))
}

export function useIsAwaited(suiteId: string): boolean {
  return useSyncExternalStore(listeners.subscribe, () => awaited === suiteId)
}

export function awaitEntry(suiteId: string | null): void {
  awaited = suiteId
  listeners.notify()
}

export function typeEntry(suiteId: string, text: string): void {
  set(suiteId, { ...entryOf(suiteId), text, problem: null })
}

/** Says what is wrong with the text of the field. */
export function refuseEntry(suiteId: string, problem: string): void {
  set(suiteId, { ...entryOf(suiteId), problem })
}

/** Empties the field. The next refused line takes its place. */
export function emptyEntry(suiteId: string): void {
  const [next, ...waiting] = entryOf(suiteId).waiting
  set(suiteId, { text: next?.text ?? '', problem: next?.problem ?? null, waiting })
}

/** Brings a line back: into the field, or behind what is typed there. */
export function returnLine(suiteId: string, refused: Refused): void {
  const entry = entryOf(suiteId)
  if (entry.text === '') set(suiteId, { ...entry, ...refused })
  else set(suiteId, { ...entry, waiting: [...entry.waiting, refused] })
}

function set(suiteId: string, entry: Entry): void {
  entries.set(suiteId, entry)
  listeners.notify()
}
