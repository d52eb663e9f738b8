import { isUnsent } from '#src/lib/outbox/outbox-entry.ts'
import { withdrawAction } from '#src/lib/toast.ts'
import { draftOf, drafts } from '../store/drafts.ts'
import { isUntried, type NewDraft, record } from '../store/send-values.ts'
import { type Before, lastAct, ownAttempts, popAct, type UndoableAct } from '../store/undo-stack.ts'
import { sendAssignees } from './assign.ts'

/** Takes the last act of this tab in a run back, as a new attempt each. Returns the ids of its results. */
export function undoLast(testRunId: string): string[] {
  const act = popAct(testRunId)
  if (!act) return []
  withdrawAction(idsOf(act).join())
  if ('assignees' in act) {
    void sendAssignees(testRunId, act.assignees)
    return idsOf(act)
  }
  const own = ownAttempts(testRunId)
  record(act.entries.flatMap((before) => restoringDraft(testRunId, before, own[before.resultId]) ?? []))
  return idsOf(act)
}

/** The ids of the results that `undoLast` would take back. */
export function nextUndo(testRunId: string): string[] {
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
