import type { QueryClient } from '@tanstack/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { codeOf, currentOf, issuesOf, messageOf } from '#src/lib/errors.ts'
import { trpcClient } from '#src/lib/query-client.ts'
import { storedUser } from '#src/lib/session.ts'
import { formatNumber } from '#src/lib/format.ts'
import { dismissSuccess, toastError, toastSuccess, toastWarning } from '#src/lib/toast.ts'
import { type Draft, draftOf, updateDrafts } from './drafts.ts'
import { withEntry } from './entry.ts'
import { changesOf, knownResults, refetchCounts, showResults } from './run-changes.ts'

/** Error codes that do not concern the value: the draft is kept and retried. Undefined: no response. */
const RETRIED = new Set([
  undefined,
  'UNAUTHORIZED',
  'TOO_MANY_REQUESTS',
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
])

/** Entries that a call for many refused: alone, the refusal of each has its own current result. */
const alone = new Set<string>()

export const sendsAlone = ({ entryId }: Draft) => alone.has(entryId)

/** Sends drafts of one run in one call. Never throws. */
export async function sendBatch(queryClient: QueryClient, drafts: Draft[]): Promise<void> {
  const [first] = drafts as [Draft]
  const unlisted = () => changesOf(queryClient, first.testRunId).unlisted
  const unlistedBefore = unlisted()
  try {
    const saved = await post(queryClient, drafts)
    const isComplete = showResults(queryClient, first.testRunId, saved, true) && saved.length === drafts.length
    updateDrafts(drafts, () => null)
    rebaseLater(drafts, saved)
    // A stream that reconnected meanwhile may have counted the values already.
    if (!isComplete || unlisted() !== unlistedBefore || drafts.some(({ state }) => state === 'waiting'))
      refetchCounts(queryClient, first.testRunId)
    toastSuccess('Test result saved successfully')
  } catch (error) {
    handleError(queryClient, drafts, error)
  }
}

const inputOf = ({ resultId, value: actualValue, status, notes, baseAttempt }: Draft) => ({
  resultId,
  actualValue,
  status,
  notes,
  baseAttempt,
})

/** Returns the results as recorded; of a call for many only those that this tab knows. */
async function post(queryClient: QueryClient, drafts: Draft[]): Promise<TestResult[]> {
  const [first] = drafts as [Draft]
  const { value: actualValue, status } = first
  if (drafts.length === 1 && actualValue !== undefined && status === undefined)
    return [await trpcClient.testResults.setValue.mutate({ ...inputOf(first), actualValue })]
  const { testRunId } = first
  const known = knownResults(queryClient, testRunId, new Set(drafts.map(({ resultId }) => resultId)))
  const { results } = await trpcClient.testResults.setMany.mutate({ testRunId, results: drafts.map(inputOf) })
  return results.flatMap(({ resultId, status, attempts, flaky }, index) => {
    const before = known.get(resultId)
    const entered = before && withEntry(before, drafts[index] as Draft)
    return entered ? [{ ...entered, ...authorNow(entered), status, attempts, flaky }] : []
  })
}

/** A call for many answers without the author, who is this user. A value taken back has none. */
function authorNow({ status }: TestResult): Pick<TestResult, 'executedAt' | 'executedBy'> {
  const user = storedUser()
  if (status === 'pending' || !user) return { executedAt: null, executedBy: null }
  return { executedAt: new Date().toISOString(), executedBy: { id: user.id, name: user.name } }
}

/** An entry made while an earlier one was sent is based on it. */
function rebaseLater(sent: Draft[], saved: TestResult[]): void {
  const attempts = new Map(saved.map((result) => [result.id, result.attempts]))
  const later = sent.flatMap(({ resultId, baseAttempt }) => {
    const draft = draftOf(resultId)
    return draft?.baseAttempt === baseAttempt ? [draft] : []
  })
  updateDrafts(later, (draft) => ({ baseAttempt: attempts.get(draft.resultId) ?? draft.baseAttempt + 1 }))
}

function handleError(queryClient: QueryClient, drafts: Draft[], error: unknown): void {
  const message = messageOf(error, 'Failed to save test result')
  const [first] = drafts as [Draft]
  if (RETRIED.has(codeOf(error))) {
    // Offline, the row and the strip say it: there is nothing to look into.
    if (!navigator.onLine) dismissSuccess()
    else if (drafts.some(({ state }) => state !== 'waiting'))
      toastWarning(`${message}. The value is kept in this browser and will be sent.`)
    return updateDrafts(drafts, () => ({ state: 'waiting' }))
  }
  const wrong = drafts.length > 1 ? refusedEntries(error) : []
  if (wrong.length > 0) {
    for (const index of wrong) alone.add(drafts[index]?.entryId as string)
    return updateDrafts(drafts, () => ({ state: 'sending' }))
  }
  const current = currentOf(error)
  if (current && isOwn(current, first))
    return updateDrafts(drafts, () => ({ baseAttempt: current.attempts, state: 'sending' }))
  if (current) showResults(queryClient, first.testRunId, [current])
  if (current && first.isUndo) updateDrafts(drafts, () => null)
  else updateDrafts(drafts, () => (current ? { state: 'conflict' } : { state: 'refused', refusal: message }))
  // An entry that has waited may belong to a screen that is no longer open.
  const label = drafts.length > 1 ? `${formatNumber(drafts.length)} results` : first.label
  toastError(first.state === 'waiting' || drafts.length > 1 ? `${label}: ${message}` : message)
}

/** The indexes of the entries that a call for many names as wrong. */
function refusedEntries(error: unknown): number[] {
  return issuesOf(error).flatMap(({ path: [field, index] }) => (field === 'results' ? Number(index) : []))
}

/** Whether the only newer attempt is the tester's own: its response was lost or is still in transit. */
function isOwn(current: TestResult, { baseAttempt }: Draft): boolean {
  return current.executedBy?.id === storedUser()?.id && current.attempts === baseAttempt + 1
}
