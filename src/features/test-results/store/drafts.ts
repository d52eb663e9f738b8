import { useSyncExternalStore } from 'react'
import { Listeners } from '#src/lib/listeners.ts'
import { onSessionChange, storedUser } from '#src/lib/session.ts'
import { moveEarlierDrafts } from './earlier-drafts.ts'
import type { Entry } from './entry.ts'

/*
 * Entries that the server has not acknowledged. localStorage holds them, one key per user and result: they survive a
 * reload and a sign-out, all tabs share them, no user sees another's, and a write costs the same with 10,000 of them.
 * Module state mirrors it.
 */

export type Draft = Entry & {
  resultId: string
  testRunId: string
  /** Number and name of the case: '1.2 Pays by card'. */
  label: string
  /** The attempt count that the tester saw when starting to type. */
  baseAttempt: number
  /** Differs for each entry: the answer to an earlier one does not concern a later one. */
  entryId: string
  /** Includes an entry that was not recorded before. */
  isMerged?: boolean
  /** The strip shows its act in a line of its own. */
  isShown?: boolean
  /** Takes an own entry back: it never overwrites, and a conflict ends it. */
  isUndo?: boolean
  /**
   * `waiting`: the server could not be reached; retried. `conflict`: not sent until the tester has chosen.
   * `refused`: shown at the row, but not kept over a reload.
   */
  state: 'sending' | 'waiting' | 'conflict' | 'refused'
  /** The server's message, when refused. */
  refusal?: string
}

const listKey = () => `unsavedResults:${storedUser()?.id ?? ''}`
const prefix = () => `${listKey()}:`
const keyOf = (resultId: string) => prefix() + resultId

const listeners = new Listeners()
let drafts = stored()
let list: readonly Draft[] | null = null
const unstored = new Set<string>()

/** Oldest first. */
export const allDrafts = () => (list ??= [...drafts.values()])

export const isUnsent = ({ state }: Draft) => state !== 'conflict' && state !== 'refused'

export function useDrafts(): readonly Draft[] {
  return useSyncExternalStore(listeners.subscribe, allDrafts)
}

export function useDraft(resultId: string): Draft | undefined {
  return useSyncExternalStore(listeners.subscribe, () => draftOf(resultId))
}

export const draftOf = (resultId: string) => drafts.get(resultId)

export const newEntryId = () => `${Date.now()}-${Math.random()}`

/** Keeps drafts, each in place of an earlier one for the same result. */
export function putDrafts(added: readonly Draft[]): void {
  for (const draft of added) {
    drafts.delete(draft.resultId)
    drafts.set(draft.resultId, draft)
    store(draft)
  }
  changed()
}

export function removeDraft(resultId: string): void {
  if (!drafts.delete(resultId)) return
  localStorage.removeItem(keyOf(resultId))
  changed()
}

/** Changes drafts, or removes them when `change` returns null, unless the tester has made another entry since. */
export function updateDrafts(sent: readonly Draft[], change: (draft: Draft) => Partial<Draft> | null): void {
  for (const { resultId, entryId } of sent) {
    const draft = drafts.get(resultId)
    if (draft?.entryId !== entryId) continue
    const next = change(draft)
    if (next === null) {
      drafts.delete(resultId)
      localStorage.removeItem(keyOf(resultId))
    } else {
      drafts.set(resultId, { ...draft, ...next })
      store({ ...draft, ...next })
    }
  }
  changed()
}

/** Reads a draft again, which another tab may have sent. */
export function reloadDraft(resultId: string): Draft | undefined {
  const before = drafts.get(resultId)
  if (before && (before.state === 'refused' || unstored.has(before.entryId))) return before
  const text = localStorage.getItem(keyOf(resultId))
  if (text === (before ? JSON.stringify(before) : null)) return before
  if (text === null) drafts.delete(resultId)
  else drafts.set(resultId, parsed(text) as Draft)
  changed()
  return drafts.get(resultId)
}

function store(draft: Draft): void {
  if (draft.state === 'refused') return localStorage.removeItem(keyOf(draft.resultId))
  try {
    localStorage.setItem(keyOf(draft.resultId), JSON.stringify(draft))
  } catch {
    // The storage is full: this tab still has the draft and sends it.
    unstored.add(draft.entryId)
  }
}

function stored(): Map<string, Draft> {
  const start = prefix()
  moveEarlierDrafts(listKey(), start)
  const found = Object.keys(localStorage)
    .filter((key) => key.startsWith(start))
    .flatMap((key) => parsed(localStorage.getItem(key)) ?? [])
  found.sort((one, other) => (one.entryId < other.entryId ? -1 : 1))
  return new Map(found.map((draft) => [draft.resultId, draft]))
}

function parsed(text: string | null): Draft | null {
  try {
    return JSON.parse(text ?? 'null') as Draft | null
  } catch {
    return null
  }
}

function changed(): void {
  list = null
  listeners.notify()
}

function reloadAll(): void {
  drafts = stored()
  changed()
}

onSessionChange(reloadAll)
window.addEventListener('storage', ({ key }) => {
  // The key is null when the whole storage was cleared.
  if (key === null) reloadAll()
  else if (key.startsWith(prefix())) reloadDraft(key.slice(prefix().length))
})
