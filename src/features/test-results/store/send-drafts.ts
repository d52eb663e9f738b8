import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { codeOf, currentOf, messageOf } from '#src/lib/errors.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { storedUser } from '#src/lib/session.ts'
import { dismissSuccess, toastError, toastSuccess, toastWarning } from '#src/lib/toast.ts'
import { allDrafts, type Draft, draftOf, isUnsent, putDraft, reloadDrafts, updateDraft } from './drafts.ts'
import { changesOf, refetchCounts, showResult } from './run-changes.ts'

/** Error codes that do not concern the value: the draft is kept and retried. Undefined: no response. */
const RETRIED = new Set([
  undefined,
  'UNAUTHORIZED',
  'TOO_MANY_REQUESTS',
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
])

type Entry = Omit<Draft, 'state' | 'refusal'>

/** Requests in progress, by result id. Module state like the drafts: one request per result at a time. */
const inFlight = new Map<string, Promise<boolean>>()

/** Keeps a value as a draft and sends it. */
export async function record(queryClient: QueryClient, entry: Entry): Promise<void> {
  putDraft({ ...entry, state: 'sending' })
  await send(queryClient, entry.resultId)
}

/** Records a value if it differs from the shown one. During a conflict, only changes the tester's entry. */
export function useRecord(result: TestResult, label: string) {
  const queryClient = useQueryClient()
  return (value: string | null, baseAttempt: number) => {
    const { id: resultId, testRunId } = result
    if (!resultId) return toastError('Cannot create new test result: API endpoint not available')
    const draft = draftOf(resultId)
    const shown = draft && draft.state !== 'refused' ? draft.value : result.actualValue
    if (value === shown) return
    if (draft?.state === 'conflict') return putDraft({ ...draft, value })
    void record(queryClient, { resultId, testRunId, label, value, baseAttempt })
  }
}

/** Retries all unsent drafts. Stops at the first failure: the server is still unreachable. */
export async function sendDrafts(queryClient: QueryClient): Promise<void> {
  for (const { resultId } of allDrafts()) if (!(await send(queryClient, resultId))) return
}

/** Resolves once this tab has no request in progress. Its recorded values are then in the changes of the run. */
export async function sendsSettled(): Promise<void> {
  while (inFlight.size > 0) await Promise.allSettled(inFlight.values())
}

/** Sends the drafts of a result one after the other, so that the value entered last is recorded last. */
async function send(queryClient: QueryClient, resultId: string): Promise<boolean> {
  if (inFlight.has(resultId)) return true
  const next = () => allDrafts().find((draft) => draft.resultId === resultId && isUnsent(draft))
  const sending = inOneTab(resultId, async () => {
    for (let draft = next(); draft; draft = next()) if (!(await attempt(queryClient, draft))) return false
    return true
  }).finally(() => inFlight.delete(resultId))
  inFlight.set(resultId, sending)
  return await sending
}

/** Tabs share drafts, so only one may send. Insecure contexts have no locks: there, a value may be sent twice. */
async function inOneTab(resultId: string, work: () => Promise<boolean>): Promise<boolean> {
  if (!('locks' in navigator)) return await work()
  return await navigator.locks.request(`unsaved ${resultId}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return true
    reloadDrafts()
    return await work()
  })
}

/** Sends a draft once. Returns whether the server answered. */
async function attempt(queryClient: QueryClient, draft: Draft): Promise<boolean> {
  const { resultId, testRunId, value: actualValue, notes, baseAttempt } = draft
  const unlisted = () => changesOf(queryClient, testRunId).unlisted
  const unlistedBefore = unlisted()
  try {
    const saved = await trpcClient.testResults.setValue.mutate({ resultId, actualValue, notes, baseAttempt })
    showResult(queryClient, saved, true)
    updateDraft(draft, null)
    // A stream that reconnected meanwhile may have counted the value already.
    if (draft.state === 'waiting' || unlisted() !== unlistedBefore) refetchCounts(queryClient, testRunId)
    // A value entered while this one was sent is based on it.
    const later = draftOf(resultId)
    if (later?.baseAttempt === baseAttempt) updateDraft(later, { baseAttempt: saved.attempts })
    toastSuccess('Test result saved successfully')
    return true
  } catch (error) {
    return handleError(queryClient, draft, error)
  }
}

function handleError(queryClient: QueryClient, draft: Draft, error: unknown): boolean {
  const message = messageOf(error, 'Failed to save test result')
  const current = currentOf(error)
  if (RETRIED.has(codeOf(error))) {
    // Offline, the row and the notice say it: there is nothing to look into.
    if (!navigator.onLine) dismissSuccess()
    else if (draft.state !== 'waiting') toastWarning(`${message}. The value is kept in this browser and will be sent.`)
    updateDraft(draft, { state: 'waiting' })
    return false
  }
  if (current && isOwn(current, draft)) {
    updateDraft(draft, { baseAttempt: current.attempts })
    return true
  }
  if (current) showResult(queryClient, current)
  updateDraft(draft, current ? { state: 'conflict' } : { state: 'refused', refusal: message })
  // A value that has waited may belong to a screen that is no longer open.
  toastError(draft.state === 'waiting' ? `${draft.label}: ${message}` : message)
  return true
}

/** Whether the only newer attempt is the tester's own: its response was lost or is still in transit. */
function isOwn(current: TestResult, { baseAttempt }: Draft): boolean {
  return current.executedBy?.id === storedUser()?.id && current.attempts === baseAttempt + 1
}
