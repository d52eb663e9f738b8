import type { QueryClient } from '@tanstack/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { say } from '#src/lib/toast.ts'
import { labelOf } from '../store/drafts.ts'
import { enter } from './enter.ts'
import { type AskedNote, askedNote, askedNoteOf, setAskedNote } from './asked-note.ts'
import { shownResult } from './shown-result.ts'

/** Asks for the note of a result. A verdict that waits for another note is recorded without it. */
export function askForNote(queryClient: QueryClient, next: AskedNote): void {
  const before = askedNote()
  if (before) settleNote(queryClient, before.result, null, true)
  setAskedNote(next)
}

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
  const asked = askedNoteOf(result.id)
  const verdict = asked?.verdict
  const text = typed?.trim()
  const lacksNote = verdict?.isRequired && !text
  if (lacksNote && !isLeaving) return false
  if (asked) setAskedNote(null)
  if (lacksNote) {
    say(`${labelOf(result.testCase)}: not ${verdict.entry.status}, because it has no note`)
    return true
  }
  // As it was before the verdict, which undo restores.
  const before = asked?.result ?? result
  const hasNewNote = text !== undefined && text !== (shownResult(before).notes ?? '')
  if (verdict || hasNewNote)
    enter(queryClient, [before], () => ({ ...verdict?.entry, ...(hasNewNote && { notes: text }) }), verdict?.base)
  return true
}
