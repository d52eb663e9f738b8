import { useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'
import { onSessionChange, storedUser } from '#src/lib/session.ts'

/*
 * Values on their way to the server. Each is kept in the browser before it is sent and until it is answered,
 * so that neither a reload nor a server that is away loses what a tester typed. People who share a browser
 * do not send each other's.
 */

export type Unsaved = {
  resultId: string
  testRunId: string
  /** What the row is called: '1.2 Pays by card'. */
  label: string
  /** Null takes the value back. */
  value: string | null
  /** Left out, the notes stay as they are. */
  notes?: string
  /** How many attempts the result had when the tester began to enter the value. */
  baseAttempt: number
  /** Set once the server could not be reached: until then the entry is merely on its way. */
  isWaiting: boolean
  /** Set once somebody else was faster: nothing is sent until the tester has chosen. */
  isConflict: boolean
}

const listeners = new Listeners()
let entries: readonly Unsaved[] = read()

export const allUnsaved = () => entries

export function useUnsaved(): readonly Unsaved[] {
  return useSyncExternalStore(listeners.subscribe, allUnsaved)
}

export function useUnsavedValue(resultId: string): Unsaved | undefined {
  return useSyncExternalStore(listeners.subscribe, () => entries.find((entry) => entry.resultId === resultId))
}

/** Keeps a value; a later one for the same result takes its place. */
export function keepUnsaved(entry: Unsaved): void {
  write([...read().filter(({ resultId }) => resultId !== entry.resultId), entry])
}

/** Keeps a value that waits for the tester's choice. */
export function keepConflict(entry: Omit<Unsaved, 'isWaiting' | 'isConflict'>): void {
  keepUnsaved({ ...entry, isWaiting: false, isConflict: true })
}

/** Drops whatever is kept for a result. */
export function forgetUnsaved(resultId: string): void {
  if (entries.some((entry) => entry.resultId === resultId)) write(read().filter((entry) => entry.resultId !== resultId))
}

export function dropUnsaved(entry: Unsaved): void {
  write(read().filter((other) => !isSame(other, entry)))
}

export function markWaiting(entry: Unsaved): void {
  change((other) => isSame(other, entry), { isWaiting: true })
}

export function markConflict(entry: Unsaved): void {
  change((other) => isSame(other, entry), { isWaiting: false, isConflict: true })
}

/** After an attempt of one's own, what was entered meanwhile is based on that. */
export function moveBase({ resultId, baseAttempt }: Unsaved, attempts: number): void {
  change((other) => other.resultId === resultId && other.baseAttempt === baseAttempt && !other.isConflict, {
    baseAttempt: attempts,
  })
}

function change(isMeant: (entry: Unsaved) => boolean, to: Partial<Unsaved>): void {
  write(read().map((entry) => (isMeant(entry) ? { ...entry, ...to } : entry)))
}

const isSame = (one: Unsaved, other: Unsaved) => one.resultId === other.resultId && one.value === other.value

function key(): string {
  return `unsavedResults:${storedUser()?.id ?? ''}`
}

function read(): readonly Unsaved[] {
  try {
    return JSON.parse(localStorage.getItem(key()) ?? '[]') as Unsaved[]
  } catch {
    return []
  }
}

function write(next: readonly Unsaved[]): void {
  entries = next
  if (next.length === 0) localStorage.removeItem(key())
  else localStorage.setItem(key(), JSON.stringify(next))
  listeners.announce()
}

/** Takes over what another tab of the browser, or another person, has kept or sent. */
export function readUnsavedAgain(): void {
  const stored = read()
  if (JSON.stringify(stored) === JSON.stringify(entries)) return
  entries = stored
  listeners.announce()
}

onSessionChange(readUnsavedAgain)
window.addEventListener('storage', readUnsavedAgain)
