import { RESULTS_BY_ID_MAX } from '#shared/limits.ts'
import type { AnsweredEntry, TestResult } from '#shared/test-results/test-result.ts'
import { newEntryId } from '#src/lib/outbox/outbox-entry.ts'
import { trpcClient } from '#src/lib/trpc-client.ts'
import { onSessionChange } from '#src/lib/session.ts'
import { toastSuccess } from '#src/lib/toast.ts'
import { adoptEarlierDrafts, type Draft, draftOf, drafts } from './drafts.ts'
import { type Entry, withEntry } from './entry.ts'
import { failDrafts, isOwn, refuseDraft } from './refuse-drafts.ts'
import { cacheOf } from './result-cache.ts'
import { refetchCounts, showResults } from './show-results.ts'
import { noteOwnAttempts } from './undo-stack.ts'

/** Entries of this tab that no request has carried. Any other may have been recorded without an answer. */
const untried = new Set<string>()

export const isUntried = (draft: Draft | undefined) => !draft || untried.has(draft.entryId)

export type NewDraft = Omit<Draft, 'state' | 'refusal' | 'entryId'>

export function record(entries: readonly NewDraft[]): void {
  const added = entries.map((entry): Draft => ({ ...entry, entryId: newEntryId(), state: 'sending' }))
  for (const { resultId, entryId } of added) if (isUntried(draftOf(resultId))) untried.add(entryId)
  drafts.put(added)
}

/** Sends drafts of one run in one call. */
async function send(batch: Draft[]): Promise<boolean> {
  let unsent = batch
  const tried = batch.filter(({ entryId }) => !untried.delete(entryId))
  try {
    const arrived = await findArrived(tried)
    if (arrived.length > 0) {
      const ids = new Set(arrived.map(({ id }) => id))
      unsent = batch.filter(({ resultId }) => !ids.has(resultId))
      acknowledge(
        batch.filter(({ resultId }) => ids.has(resultId)),
        arrived,
      )
    }
    if (unsent.length === 0) return true
    const { countsSeen } = cacheOf((unsent[0] as Draft).testRunId)
    const answers = await post(unsent)
    const recorded = unsent.filter((_, index) => !answers[index]?.refusal)
    const saved = answers.flatMap(({ result, refusal }) => (result && !refusal ? [result] : []))
    if (recorded.length > 0) acknowledge(recorded, saved, countsSeen)
    for (const [index, draft] of unsent.entries()) {
      const answer = answers[index]
      if (answer?.refusal) refuseDraft(draft, answer, tried.includes(draft))
    }
    return true
  } catch (error) {
    return failDrafts(unsent, error)
  }
}

/** `countsSeen`: as it was when they were sent. If it differs now, the counts may include the values already. */
function acknowledge(sent: Draft[], saved: TestResult[], countsSeen?: number): void {
  const { testRunId } = sent[0] as Draft
  noteOwnAttempts(testRunId, saved)
  const isComplete = showResults(testRunId, saved) && saved.length === sent.length
  drafts.update(sent, () => null)
  rebaseLater(sent, saved)
  const isSure = isComplete && cacheOf(testRunId).countsSeen === countsSeen
  if (!isSure || sent.some(({ state }) => state === 'waiting')) refetchCounts(testRunId)
  if (sent.some(needsToast)) toastSuccess('Test result saved successfully')
}

/** An act is announced once, and again if it had to wait. */
const needsToast = ({ state, isShown, isUndo }: Draft) => state === 'waiting' || !(isShown ?? isUndo)

/**
 * The results of drafts that were recorded although no answer came: the server was killed, or the connection was lost.
 * Sending those again would make a second attempt of one act.
 */
async function findArrived(tried: Draft[]): Promise<TestResult[]> {
  const arrived: TestResult[] = []
  for (let start = 0; start < tried.length; start += RESULTS_BY_ID_MAX) {
    const asked = tried.slice(start, start + RESULTS_BY_ID_MAX)
    const { testRunId } = asked[0] as Draft
    const resultIds = asked.map(({ resultId }) => resultId)
    const current = await trpcClient.testResults.readMany.query({ testRunId, resultIds })
    const byId = new Map(current.map((result) => [result.id, result]))
    for (const draft of asked) {
      const result = byId.get(draft.resultId)
      // A value that was taken back has no author.
      const isMine = result?.attempts === draft.baseAttempt + 1 && (!result.executedAt || isOwn(result, draft))
      if (result && isMine && says(result, draft)) arrived.push(result)
    }
  }
  return arrived
}

function says(result: TestResult, entry: Entry): boolean {
  const entered = withEntry(result, entry)
  const of = ({ status, actualValue, notes, defects, steps }: TestResult) =>
    JSON.stringify([status, actualValue, notes, defects, steps])
  return of(entered) === of(result)
}

const inputOf = ({ resultId, value: actualValue, status, steps, notes, defects, baseAttempt }: Draft) => ({
  resultId,
  actualValue,
  status,
  steps,
  notes,
  defects,
  baseAttempt,
})

async function post(batch: Draft[]): Promise<AnsweredEntry[]> {
  const [{ testRunId }] = batch as [Draft]
  const input = { testRunId, results: batch.map(inputOf), answerEach: true }
  const { entries = [] } = await trpcClient.testResults.setMany.mutate(input)
  return entries
}

function rebaseLater(sent: Draft[], saved: TestResult[]): void {
  const attempts = new Map(saved.map((result) => [result.id, result.attempts]))
  const later = sent.flatMap(({ resultId, baseAttempt }) => {
    const draft = draftOf(resultId)
    return draft?.baseAttempt === baseAttempt ? [draft] : []
  })
  drafts.update(later, (draft) => ({ baseAttempt: attempts.get(draft.resultId) ?? draft.baseAttempt + 1 }))
}

drafts.start(send)
adoptEarlierDrafts()
onSessionChange(adoptEarlierDrafts)
