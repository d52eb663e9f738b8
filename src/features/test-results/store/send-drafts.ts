import type { QueryClient } from '@tanstack/react-query'
import { allDrafts, type Draft, draftOf, isUnsent, newEntryId, putDrafts, reloadDraft } from './drafts.ts'
import { isUntried, noteUntried, sendBatch } from './send-batch.ts'

/*
 * Sends drafts behind the tester: an entry at once, and what had to wait in one call. A result is in one request at a
 * time, so that the entry made last is recorded last.
 */

/** More requests at once would wait in the browser; what waits here goes into one call. */
const REQUESTS_MAX = 4

const BATCH_MAX = 500

/** Results whose drafts are to be sent. Module state like the drafts. */
const due = new Set<string>()
const inFlight = new Set<string>()
const requests = new Set<Promise<void>>()

export type NewDraft = Omit<Draft, 'state' | 'refusal' | 'entryId'>

/** Keeps entries as drafts and sends them. */
export function record(queryClient: QueryClient, entries: readonly NewDraft[]): void {
  const added = entries.map((entry): Draft => ({ ...entry, entryId: newEntryId(), state: 'sending' }))
  noteUntried(added.filter(({ resultId }) => isUntried(draftOf(resultId))))
  putDrafts(added)
  send(
    queryClient,
    entries.map(({ resultId }) => resultId),
  )
}

/** Sends all unsent drafts, also those that could not be sent before. */
export function sendDrafts(queryClient: QueryClient): void {
  send(
    queryClient,
    allDrafts().map(({ resultId }) => resultId),
  )
}

/** Resolves once this tab has no request in progress. Its recorded values are then in the cache. */
export async function sendsSettled(): Promise<void> {
  while (requests.size > 0) await Promise.allSettled(requests)
}

function send(queryClient: QueryClient, resultIds: string[]): void {
  for (const resultId of resultIds) due.add(resultId)
  while (requests.size < REQUESTS_MAX) {
    const batch = nextBatch()
    if (batch.length === 0) return
    for (const resultId of batch) {
      due.delete(resultId)
      inFlight.add(resultId)
    }
    const request = sendLocked(queryClient, batch).finally(() => {
      requests.delete(request)
      for (const resultId of batch) inFlight.delete(resultId)
      // Entries made meanwhile, in this tab or another.
      const later = batch.filter((resultId) => draftOf(resultId)?.state === 'sending')
      send(queryClient, later)
    })
    requests.add(request)
  }
}

/** Results of one run. */
function nextBatch(): string[] {
  const ready: Draft[] = []
  for (const resultId of due) {
    const draft = draftOf(resultId)
    if (!draft || !isUnsent(draft)) due.delete(resultId)
    else if (!inFlight.has(resultId)) ready.push(draft)
  }
  return ready
    .filter(({ testRunId }) => testRunId === ready[0]?.testRunId)
    .slice(0, BATCH_MAX)
    .map(({ resultId }) => resultId)
}

async function sendLocked(queryClient: QueryClient, resultIds: string[]): Promise<void> {
  const locks = await Promise.all(resultIds.map(async (resultId) => [resultId, await lockDraft(resultId)] as const))
  const locked = locks.filter(([, release]) => release !== null).map(([resultId]) => resultId)
  // Another tab may have sent a draft before the lock was free.
  const drafts = locked.flatMap((resultId) => reloadDraft(resultId) ?? []).filter(isUnsent)
  if (drafts.length > 0) await sendBatch(queryClient, drafts)
  await Promise.all(locks.map(async ([, release]) => await release?.()))
}

/**
 * The right of this tab to send a draft: tabs share drafts. Null if another tab has it. Insecure contexts have no
 * locks: there, an entry may be sent twice. The release resolves once the lock can be had again.
 */
async function lockDraft(resultId: string): Promise<(() => Promise<void>) | null> {
  if (!('locks' in navigator)) return async () => await Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<(() => Promise<void>) | null>()
  const { promise: end, resolve: release } = Promise.withResolvers<void>()
  const whole = navigator.locks.request(`unsaved ${resultId}`, { ifAvailable: true }, async (lock) => {
    resolve(
      lock &&
        (async () => {
          release()
          await whole
        }),
    )
    if (lock) await end
  })
  return await promise
}
