import { useMemo } from 'react'
import { onSessionChange, storedUser } from '#src/lib/session.ts'
import { createStore, useStore } from '#src/lib/store.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
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
  /** See `labelOf`. */
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

/** Number and name of a case: '1.2 Pays by card'. */
export const labelOf = ({ number, testSuite, name }: TestResult['testCase']) => `${testSuite.number}.${number} ${name}`

const listKey = () => `unsavedResults:${storedUser()?.id ?? ''}`
const prefix = () => `${listKey()}:`
const keyOf = (resultId: string) => prefix() + resultId

/** By result id, oldest first. */
const drafts = createStore<ReadonlyMap<string, Draft>>(stored())
const unstored = new Set<string>()

export const allDrafts = () => [...drafts.get().values()]

export const isUnsent = ({ state }: Draft) => state !== 'conflict' && state !== 'refused'

export function useDrafts(): readonly Draft[] {
  const all = useStore(drafts)
  return useMemo(() => [...all.values()], [all])
}

export function useDraft(resultId: string): Draft | undefined {
  return useStore(drafts, (all) => all.get(resultId))
}

export const draftOf = (resultId: string) => drafts.get().get(resultId)

export const newEntryId = () => `${Date.now()}-${Math.random()}`

/** Keeps drafts, each in place of an earlier one for the same result. */
export function putDrafts(added: readonly Draft[]): void {
  const next = new Map(drafts.get())
  for (const draft of added) {
    next.delete(draft.resultId)
    next.set(draft.resultId, draft)
    store(draft)
  }
  drafts.set(next)
}

export function removeDraft(resultId: string): void {
  const draft = draftOf(resultId)
  if (draft) updateDrafts([draft], () => null)
}

/** Changes drafts, or removes them when `change` returns null, unless the tester has made another entry since. */
export function updateDrafts(sent: readonly Draft[], change: (draft: Draft) => Partial<Draft> | null): void {
  const all = new Map(drafts.get())
  for (const { resultId, entryId } of sent) {
    const draft = all.get(resultId)
    if (draft?.entryId !== entryId) continue
    const changed = change(draft)
    if (changed === null) {
      all.delete(resultId)
      localStorage.removeItem(keyOf(resultId))
    } else {
      all.set(resultId, { ...draft, ...changed })
      store({ ...draft, ...changed })
    }
  }
  drafts.set(all)
}

/** Reads a draft again, which another tab may have sent. */
export function reloadDraft(resultId: string): Draft | undefined {
  const before = draftOf(resultId)
  if (before && (before.state === 'refused' || unstored.has(before.entryId))) return before
  const text = localStorage.getItem(keyOf(resultId))
  if (text === (before ? JSON.stringify(before) : null)) return before
  const next = new Map(drafts.get())
  if (text === null) next.delete(resultId)
  else next.set(resultId, parsed(text) as Draft)
  drafts.set(next)
  return next.get(resultId)
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

const reloadAll = () => drafts.set(stored())

onSessionChange(reloadAll)
window.addEventListener('storage', ({ key }) => {
  // The key is null when the whole storage was cleared.
  if (key === null) reloadAll()
  else if (key.startsWith(prefix())) reloadDraft(key.slice(prefix().length))
})
