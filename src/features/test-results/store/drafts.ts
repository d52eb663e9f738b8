import { useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'
import { onSessionChange, storedUser } from '#src/lib/session.ts'

/*
 * Values that the server has not acknowledged. localStorage holds them, one key per user: they survive a reload and a
 * sign-out, all tabs share them, and no user sees another's. Module state mirrors it.
 */

export type Draft = {
  resultId: string
  testRunId: string
  /** Number and name of the case: '1.2 Pays by card'. */
  label: string
  /** Null clears the value. */
  value: string | null
  /** Undefined keeps the notes that are recorded. */
  notes?: string
  /** The attempt count that the tester saw when starting to type. */
  baseAttempt: number
  /**
   * `waiting`: the server could not be reached; retried. `conflict`: not sent until the tester has chosen.
   * `refused`: shown at the row, but not kept over a reload.
   */
  state: 'sending' | 'waiting' | 'conflict' | 'refused'
  /** The server's message, when refused. */
  refusal?: string
}

const listeners = new Listeners()
let drafts = stored()

export const allDrafts = () => drafts

export const isUnsent = ({ state }: Draft) => state !== 'conflict' && state !== 'refused'

export function useDrafts(): readonly Draft[] {
  return useSyncExternalStore(listeners.subscribe, allDrafts)
}

export function useDraft(resultId: string): Draft | undefined {
  return useSyncExternalStore(listeners.subscribe, () => draftOf(resultId))
}

export const draftOf = (resultId: string) => drafts.find((draft) => draft.resultId === resultId)

/** Keeps a draft, replacing an earlier one for the same result. */
export function putDraft(draft: Draft): void {
  write([...latest().filter(({ resultId }) => resultId !== draft.resultId), draft])
}

export function removeDraft(resultId: string): void {
  write(latest().filter((draft) => draft.resultId !== resultId))
}

/** Changes a draft, or removes it when `change` is null, unless the tester has entered another value since. */
export function updateDraft({ resultId, value }: Draft, change: Partial<Draft> | null): void {
  write(
    latest().flatMap((draft) => {
      if (draft.resultId !== resultId || draft.value !== value) return [draft]
      return change ? [{ ...draft, ...change }] : []
    }),
  )
}

/** Follows changes by other tabs and a change of the user. */
export function reloadDrafts(next = latest()): void {
  if (JSON.stringify(next) === JSON.stringify(drafts)) return
  drafts = next
  listeners.notify()
}

const isRefused = ({ state }: Draft) => state === 'refused'

const latest = () => [...stored(), ...drafts.filter(isRefused)]

function key(): string {
  return `unsavedResults:${storedUser()?.id ?? ''}`
}

function stored(): Draft[] {
  try {
    return JSON.parse(localStorage.getItem(key()) ?? '[]') as Draft[]
  } catch {
    return []
  }
}

function write(next: Draft[]): void {
  drafts = next
  const kept = next.filter((draft) => !isRefused(draft))
  if (kept.length === 0) localStorage.removeItem(key())
  else localStorage.setItem(key(), JSON.stringify(kept))
  listeners.notify()
}

onSessionChange(() => reloadDrafts(stored()))
window.addEventListener('storage', () => reloadDrafts())
