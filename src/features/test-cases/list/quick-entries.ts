import { createStore, useStore } from '#src/lib/store.ts'

/*
 * The text in the line for a new case of each suite, and refused lines. Module state: a refusal may arrive when its
 * line is scrolled away.
 */

export type Refused = { text: string; problem: string }

type Entry = Readonly<{
  text: string
  problem: string | null
  /** Refused lines that wait until the field is empty. */
  waiting: readonly Refused[]
}>

const EMPTY: Entry = { text: '', problem: null, waiting: [] }

const entries = createStore<ReadonlyMap<string, Entry>>(new Map())
/** The suite whose line is focused as soon as it is rendered. */
const awaited = createStore<string | null>(null)

export const entryOf = (suiteId: string): Entry => entries.get().get(suiteId) ?? EMPTY

export const useQuickEntry = (suiteId: string): Entry => useStore(entries, () => entryOf(suiteId))

export const useIsAwaited = (suiteId: string): boolean => useStore(awaited, (current) => current === suiteId)

export const awaitEntry = (suiteId: string | null): void => awaited.set(suiteId)

export function typeEntry(suiteId: string, text: string): void {
  set(suiteId, { ...entryOf(suiteId), text, problem: null })
}

export function refuseEntry(suiteId: string, problem: string): void {
  set(suiteId, { ...entryOf(suiteId), problem })
}

export function emptyEntry(suiteId: string): void {
  const [next, ...waiting] = entryOf(suiteId).waiting
  set(suiteId, { text: next?.text ?? '', problem: next?.problem ?? null, waiting })
}

/** Returns a line into the field, or queues it behind the text there. */
export function returnLine(suiteId: string, refused: Refused): void {
  const entry = entryOf(suiteId)
  if (entry.text === '') set(suiteId, { ...entry, ...refused })
  else set(suiteId, { ...entry, waiting: [...entry.waiting, refused] })
}

function set(suiteId: string, entry: Entry): void {
  entries.set(new Map(entries.get()).set(suiteId, entry))
}
