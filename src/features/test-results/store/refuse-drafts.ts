import type { QueryClient } from '@tanstack/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { codeOf, currentOf, issuesOf, messageOf } from '#src/lib/errors.ts'
import { formatNumber } from '#src/lib/format.ts'
import { storedUser } from '#src/lib/session.ts'
import { dismissSuccess, toastError, toastWarning } from '#src/lib/toast.ts'
import { type Draft, updateDrafts } from './drafts.ts'
import { showResults } from './run-changes.ts'

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

/** Keeps, rebases or ends drafts that the server did not take. */
export function refuseDrafts(queryClient: QueryClient, drafts: Draft[], error: unknown): void {
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
export function isOwn(current: TestResult, { baseAttempt }: Draft): boolean {
  return current.executedBy?.id === storedUser()?.id && current.attempts === baseAttempt + 1
}
