import type { AnsweredEntry, TestResult } from '#shared/test-results/test-result.ts'
import { codeOf, issuesOf, messageOf } from '#src/lib/errors.ts'
import { formatNumber } from '#src/lib/format.ts'
import { storedUser } from '#src/lib/session.ts'
import { dismissSuccess, say, toastError, toastWarning } from '#src/lib/toast.ts'
import { type Draft, drafts } from './drafts.ts'
import { refetchCounts, showResults } from './show-results.ts'
import { isOwnAttempt } from './undo-stack.ts'

/** Error codes that do not concern the value: the draft is kept and retried. Undefined: no response. */
const RETRIED = new Set([
  undefined,
  'UNAUTHORIZED',
  'TOO_MANY_REQUESTS',
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
])

/**
 * Rebases, ends or keeps a draft that the server answered with a refusal. After a conflict the tester chooses.
 * `wasTried`: an earlier request may have recorded an entry of this tab without an answer.
 */
export function refuseDraft(draft: Draft, { result, refusal }: AnsweredEntry, wasTried: boolean): void {
  const message = refusal?.message ?? ''
  if (refusal?.code !== 'CONFLICT' || !result) return endRefused([draft], message)
  // The tester may have recorded another value elsewhere: in a second tab, or with an own token.
  if (isOwn(result, draft) && (wasTried || isOwnAttempt(result)))
    return drafts.update([draft], () => ({ baseAttempt: result.attempts, state: 'sending' }))
  showResults(draft.testRunId, [result])
  // The live stream may have counted it already.
  refetchCounts(draft.testRunId)
  drafts.update([draft], () => (draft.isUndo ? null : { state: 'conflict' }))
  // It takes the place of "Undone".
  if (draft.isUndo) say(`Not undone, the result has changed since: ${draft.label}`)
  report([draft], message)
}

/** Keeps or ends drafts whose call failed. Returns whether the server has judged them. */
export function failDrafts(failed: Draft[], error: unknown): boolean {
  const message = messageOf(error, 'Failed to save test result')
  if (RETRIED.has(codeOf(error))) {
    // Offline, the row and the strip say so already.
    if (!navigator.onLine) dismissSuccess()
    else if (failed.some(({ state }) => state !== 'waiting'))
      toastWarning(`${message}. The value is kept in this browser and will be sent.`)
    drafts.update(failed, () => ({ state: 'waiting' }))
    return false
  }
  const malformed = failed.length > 1 ? malformedEntries(failed, error) : new Map<Draft, string>()
  if (malformed.size === 0) endRefused(failed, message)
  for (const [draft, problem] of malformed) endRefused([draft], problem)
  const rest = failed.filter((draft) => malformed.size > 0 && !malformed.has(draft))
  drafts.update(rest, () => ({ state: 'sending' }))
  return true
}

/** The entries that a call for many names as invalid, and why: it has recorded none. */
function malformedEntries(failed: Draft[], error: unknown): Map<Draft, string> {
  return new Map(
    issuesOf(error).flatMap(({ path: [field, index], message }) => {
      const draft = field === 'results' ? failed[Number(index)] : undefined
      return draft ? [[draft, message] as const] : []
    }),
  )
}

/** Ends drafts that will never be recorded. Their rows say why. */
function endRefused(refused: Draft[], message: string): void {
  drafts.update(refused, () => ({ state: 'refused', refusal: message }))
  report(refused, message)
}

/** An entry that has waited may belong to a screen that is no longer open. */
function report(refused: Draft[], message: string): void {
  const [first] = refused as [Draft]
  const label = refused.length > 1 ? `${formatNumber(refused.length)} results` : first.label
  toastError(first.state === 'waiting' || refused.length > 1 ? `${label}: ${message}` : message)
}

/** Whether the only newer attempt is the tester's own: its response was lost or is still in transit. */
export function isOwn(current: TestResult, { baseAttempt }: Draft): boolean {
  return current.executedBy?.id === storedUser()?.id && current.attempts === baseAttempt + 1
}
