import type { TestResult } from '#shared/test-results/test-result.ts'
import { isUnsent } from '#src/lib/outbox/outbox-entry.ts'
import { draftOf, labelOf } from '../store/drafts.ts'
import { type Entry, mergeEntries, restoring } from '../store/entry.ts'
import { type NewDraft, record } from '../store/send-values.ts'
import { pushAct } from '../store/undo-stack.ts'
import { seenAttempts } from '../store/seen-attempts.ts'
import { shownResult } from './shown-result.ts'

export function enter(results: readonly TestResult[], entryOf: (shown: TestResult) => Entry, base?: number): void {
  const [first] = results
  if (!first) return
  pushAct(first.testRunId, {
    entries: results.map((result) => ({
      resultId: result.id,
      label: labelOf(result.testCase),
      entry: restoring(shownResult(result)),
    })),
  })
  record(
    results.map((result) => ({
      ...draftFor(result, entryOf(shownResult(result)), base ?? seenAttempts(result)),
      // An act on many has a toast with Undo.
      ...(results.length > 1 && { isShown: true }),
    })),
  )
}

/** An entry on top of what is not recorded yet. */
function draftFor(result: TestResult, entry: Entry, baseAttempt: number): NewDraft {
  const draft = draftOf(result.id)
  const earlier = draft && isUnsent(draft) ? draft : undefined
  const { value, status, steps, notes, defects } = earlier ? mergeEntries(earlier, entry) : entry
  return {
    resultId: result.id,
    testRunId: result.testRunId,
    label: labelOf(result.testCase),
    value,
    status,
    steps,
    notes,
    defects,
    baseAttempt: earlier?.baseAttempt ?? baseAttempt,
    ...(earlier && { isMerged: true }),
  }
}
