import type { QueryClient } from '@tanstack/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { say } from '#src/lib/toast.ts'
import { draftOf } from '../store/drafts.ts'
import { mergeEntries } from '../store/entry.ts'
import { isHeld, releaseDraft } from '../store/held-drafts.ts'
import { record } from '../store/send-drafts.ts'
import { enter, shownResult } from './enter.ts'
import { labelOf } from './label.ts'
import { askedNote, endNote } from './note-focus.ts'

/**
 * Records the note of a result with the verdict that waits for it, as one attempt. `typed` is null when nothing was
 * typed or it was taken back. Returns false if a verdict still needs a note; when leaving, that verdict is not given.
 */
export function settleNote(
  queryClient: QueryClient,
  result: TestResult,
  typed: string | null,
  isLeaving: boolean,
): boolean {
  const asked = askedNote()
  const required = asked?.resultId === result.id ? asked.required : undefined
  const text = typed?.trim()
  if (required && !text) {
    if (!isLeaving) return false
    endNote(result.id)
    say(`${labelOf(result.testCase)}: not ${required.status}, because it has no note`)
    return true
  }
  endNote(result.id)
  const notes = text !== undefined && text !== (shownResult(result).notes ?? '') ? { notes: text } : {}
  if (required) enter(queryClient, [result], () => ({ ...required, ...notes }))
  else if (isHeld(result.id)) {
    const draft = draftOf(result.id)
    if (draft) record(queryClient, [{ ...draft, ...mergeEntries(draft, notes) }])
    void releaseDraft(result.id)
  } else if (notes.notes !== undefined) enter(queryClient, [result], () => notes)
  return true
}
