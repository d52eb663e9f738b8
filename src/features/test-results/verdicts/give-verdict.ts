import { useMemo } from 'react'
import { passUnmarked } from '#shared/test-results/result-steps.ts'
import type { StepInput, TestResult } from '#shared/test-results/test-result.ts'
import { sharesOf } from '#shared/test-runs/shares.ts'
import type { Person } from '#shared/users/user.ts'
import { isUnsent } from '#src/lib/outbox/outbox-entry.ts'
import { withdrawAction } from '#src/lib/toast.ts'
import { useLatestRunList } from '../list/run-list.tsx'
import { draftOf, drafts, labelOf } from '../store/drafts.ts'
import type { Entry } from '../store/entry.ts'
import { isUntried, type NewDraft, record } from '../store/send-values.ts'
import { type Before, lastAct, ownAttempts, popAct, type UndoableAct } from '../store/undo-stack.ts'
import { assign, restoreAssignees } from './assign.ts'
import { enter } from './enter.ts'
import { askForNote, type Given, giveOne, settleNote } from './settle-note.ts'
import { shownResult } from './shown-result.ts'

export { labelOf }

type GiveOptions = { note?: string; steps?: StepInput[] }

/** Records verdicts: rows show them in the next frame, and they are sent behind. Each call is one act for undo. */
export function useVerdicts() {
  const list = useLatestRunList()
  return useMemo(() => {
    const enterFor = (results: readonly TestResult[], entryOf: (shown: TestResult) => Entry): Given => {
      const allowed = results.filter((result) => refusal(result) === null)
      if (allowed.length > 0) enter(allowed, entryOf)
      return allowed.length > 0 ? 'given' : 'refused'
    }
    return {
      /** Why no verdict can be given by hand, or null. */
      refusal,
      /** Passing also passes the steps that nobody has judged. One failed result asks for its note. */
      give: (
        results: readonly TestResult[],
        status: 'passed' | 'failed' | 'skipped',
        { note, steps }: GiveOptions = {},
      ): Given => {
        const entryOf = (shown: TestResult): Entry => ({
          status,
          ...(note !== undefined && { notes: note }),
          ...givenSteps(shown, status, steps),
        })
        const [only] = results.length === 1 && note === undefined ? results : []
        if (!only || refusal(only) !== null) return enterFor(results, entryOf)
        return giveOne(only, entryOf(shownResult(only)))
      },
      clear: (results: readonly TestResult[]): Given => enterFor(results, () => ({ value: null })),
      setNote: (result: TestResult, text: string): Given => enterFor([result], () => ({ notes: text })),
      /** Automated results have them, too. */
      setDefects: (result: TestResult, defects: string[]): void => {
        if (String(defects) !== String(shownResult(result).defects)) enter([result], () => ({ defects }))
      },
      askForNote: (result: TestResult): void => askForNote({ result }),
      settleNote: (result: TestResult, typed: string | null, isLeaving: boolean): boolean =>
        settleNote(result, typed, isLeaving),
      judgeStep: (result: TestResult, index: number, status: StepInput['status'], note?: string): Given =>
        enterFor([result], () => ({ steps: [{ index, status, ...(note !== undefined && { note }) }] })),
      /** Assigns results to a member, or to nobody. No attempt is made. */
      assign: (results: readonly TestResult[], person: TestResult['assignee']): Promise<boolean> =>
        assign(results, () => person),
      /** Gives each of several members a part, in the order of the results. One act for undo. */
      share: (results: readonly TestResult[], people: readonly Person[]): Promise<boolean> => {
        const shares = sharesOf(results, people.length)
        const assignees = shares.flatMap((share, index) => share.map(() => people[index] ?? null))
        return assign(results, (index) => assignees[index] ?? null)
      },
      nextUndo: (): string[] => nextUndo(list().run.id),
      /** Takes the last act back as new attempts. Returns the ids of its results. */
      undo: (): string[] => undoLast(list().run.id),
    }
  }, [list])
}

function givenSteps({ steps }: TestResult, status: string, given: StepInput[] | undefined): Pick<Entry, 'steps'> {
  if (given || status !== 'passed' || !steps.some((step) => step.status === 'pending'))
    return given ? { steps: given } : {}
  return { steps: passUnmarked(steps).map(({ status }, index) => ({ index, status })) }
}

function refusal({ testCase }: TestResult): string | null {
  return testCase.type === 'auto' ? `${labelOf(testCase)} is automated: only its own executions set a verdict` : null
}

/** Takes the last act of this tab in a run back, as a new attempt each. Returns the ids of its results. */
function undoLast(testRunId: string): string[] {
  const act = popAct(testRunId)
  if (!act) return []
  withdrawAction(idsOf(act).join())
  if ('assignees' in act) {
    void restoreAssignees(testRunId, act.assignees)
    return idsOf(act)
  }
  const own = ownAttempts(testRunId)
  record(act.entries.flatMap((before) => restoringDraft(testRunId, before, own[before.resultId]) ?? []))
  return idsOf(act)
}

function nextUndo(testRunId: string): string[] {
  const act = lastAct(testRunId)
  return act ? idsOf(act) : []
}

const idsOf = (act: UndoableAct): string[] =>
  'assignees' in act ? act.assignees.map(({ id }) => id) : act.entries.map(({ resultId }) => resultId)

/** Null for an entry that was not sent at all: it is dropped. If somebody else changed the result since, theirs stays. */
function restoringDraft(testRunId: string, before: Before, ownAttempt: number | undefined): NewDraft | null {
  const { resultId, label, entry } = before
  const draft = draftOf(resultId)
  if (draft && ((isUntried(draft) && !draft.isMerged) || !isUnsent(draft))) {
    drafts.remove(resultId)
    return null
  }
  const baseAttempt = draft?.baseAttempt ?? ownAttempt
  return baseAttempt === undefined ? null : { resultId, testRunId, label, ...entry, baseAttempt, isUndo: true }
}
