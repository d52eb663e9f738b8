import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { type Entry, mergeEntries, type StepVerdict, type Verdict, withEntry } from '../store/entry.ts'
import { draftOf, isUnsent } from '../store/drafts.ts'
import { holdDraft } from '../store/held-drafts.ts'
import { type NewDraft, record } from '../store/send-drafts.ts'
import { askForNote } from './note-focus.ts'

export type GiveOptions = { note?: string; steps?: StepVerdict[] }

/** `asking`: a note is asked for first, so the cursor stays. `refused`: nothing was recorded, and the strip says why. */
export type Given = 'given' | 'asking' | 'refused'

/** Records verdicts: rows show them in the next frame, and they are sent behind. */
export function useVerdicts() {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const enter = (results: readonly TestResult[], entryOf: (result: TestResult) => Entry) =>
      record(
        queryClient,
        results.map((result) => draftFor(result, entryOf(result))),
      )
    return {
      /** Why no verdict can be given by hand, or null. */
      refusal: refusalOf,
      give: (results: readonly TestResult[], status: Exclude<Verdict, 'error'>, options: GiveOptions = {}): Given => {
        const allowed = results.filter((result) => refusalOf(result) === null)
        const [first] = allowed
        if (!first) return 'refused'
        const asks = allowed.length === 1 && status === 'failed' && options.note === undefined
        if (asks) holdDraft(first.id)
        enter(allowed, () => ({
          status,
          ...(options.note !== undefined && { notes: options.note }),
          ...(options.steps && { steps: options.steps }),
        }))
        if (asks) askForNote(first.id)
        return asks ? 'asking' : 'given'
      },
      /** Takes value and verdict back. */
      clear: (results: readonly TestResult[]): Given => {
        const allowed = results.filter((result) => refusalOf(result) === null)
        enter(allowed, () => ({ value: null }))
        return allowed.length === 0 ? 'refused' : 'given'
      },
      setNote: (result: TestResult, text: string) => enter([result], () => ({ notes: text })),
      judgeStep: (result: TestResult, index: number, status: StepVerdict['status'], note?: string) =>
        enter([result], () => ({ steps: [{ index, status, ...(note !== undefined && { note }) }] })),
      /** Assigns results to a member, or to nobody. No attempt is made. */
      assign: (_results: readonly TestResult[], _personId: string | null) => {},
      /** Takes the last act back as new attempts. Returns the ids of its results. */
      undo: (): string[] => [],
    }
  }, [queryClient])
}

function refusalOf({ testCase }: TestResult): string | null {
  return testCase.type === 'auto' ? `${labelOf(testCase)} is automated: only its own executions set a verdict` : null
}

export const labelOf = ({ number, testSuite, name }: TestResult['testCase']) => `${testSuite.number}.${number} ${name}`

/** An entry on top of what is not recorded yet. */
export function draftFor(result: TestResult, entry: Entry, seenAttempts = result.attempts): NewDraft {
  const draft = draftOf(result.id)
  const earlier = draft && isUnsent(draft) ? draft : undefined
  const { value, status, steps, notes } = earlier ? mergeEntries(earlier, entry) : entry
  return {
    resultId: result.id,
    testRunId: result.testRunId,
    label: labelOf(result.testCase),
    value,
    status,
    steps,
    notes,
    baseAttempt: earlier?.baseAttempt ?? seenAttempts,
  }
}

/** The result as the row shows it: with the tester's unsaved entry. */
export function shownResult(result: TestResult): TestResult {
  const draft = draftOf(result.id)
  return draft && draft.state !== 'refused' ? withEntry(result, draft) : result
}
