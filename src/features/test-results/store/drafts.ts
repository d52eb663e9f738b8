import { useMemo } from 'react'
import { KeptEntries } from '#src/lib/outbox/kept-entries.ts'
import { newEntryId, type OutboxEntry } from '#src/lib/outbox/outbox-entry.ts'
import { Outbox } from '#src/lib/outbox/outbox.ts'
import { storedUser } from '#src/lib/session.ts'
import { useStore } from '#src/lib/store.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { Entry } from './entry.ts'

/** An entry that the server has not acknowledged. */
export type Draft = Entry &
  OutboxEntry & {
    resultId: string
    testRunId: string
    label: string
    /** The attempt count that the tester saw when starting to type. */
    baseAttempt: number
    /** Includes an entry that was not recorded before. */
    isMerged?: boolean
    /** The strip shows its act in a line of its own. */
    isShown?: boolean
    /** Takes an own entry back: it never overwrites, and a conflict ends it. */
    isUndo?: boolean
    /** `conflict`: not sent until the tester has chosen. `refused`: shown at the row, but not kept over a reload. */
    state: 'sending' | 'waiting' | 'conflict' | 'refused'
    /** The server's message, when refused. */
    refusal?: string
  }

const BATCH_MAX = 500

const NAME = 'unsavedResults'

const keyOf = ({ resultId }: Draft) => resultId

/** A result is in one request at a time, so that the entry made last is recorded last. */
export const drafts = new Outbox<Draft>({
  keyOf,
  // More requests at once would wait in the browser; what waits here goes into one call.
  requestsMax: 4,
  batchOf: (ready) => ready.filter(({ testRunId }) => testRunId === ready[0]?.testRunId).slice(0, BATCH_MAX),
  kept: new KeptEntries(NAME, keyOf),
})

/** Number and name of a case: '1.2 Pays by card'. */
export const labelOf = ({ number, testSuite, name }: TestResult['testCase']) => `${testSuite.number}.${number} ${name}`

export function useDrafts(): readonly Draft[] {
  const all = useStore(drafts.entries)
  return useMemo(() => [...all.values()], [all])
}

export function useDraft(resultId: string): Draft | undefined {
  return useStore(drafts.entries, (all) => all.get(resultId))
}

export const draftOf = drafts.get

/** Drafts of versions before 0.2, one list per user: no value entered before an upgrade is lost. */
export function adoptEarlierDrafts(): void {
  const key = `${NAME}:${storedUser()?.id ?? ''}`
  const earlier = earlierDrafts(key).filter(({ resultId }) => !draftOf(resultId))
  if (earlier.length > 0) drafts.put(earlier.map((draft) => ({ ...draft, entryId: newEntryId() })))
  localStorage.removeItem(key)
}

function earlierDrafts(key: string): Draft[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as Draft[]
  } catch {
    return []
  }
}
