import type { QueryClient } from '@tanstack/react-query'
import { contradicts } from '#shared/test-results/contradicts.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { say } from '#src/lib/toast.ts'
import { labelOf } from '../store/drafts.ts'
import { type Entry, withEntry } from '../store/entry.ts'
import { seenAttempts } from '../store/seen-attempts.ts'
import { enter } from './enter.ts'
import { type AskedNote, askedNote, askedNoteOf, setAskedNote, takeLeftNote } from './asked-note.ts'
import { shownResult } from './shown-result.ts'

/** `asking`: a note is asked for first, so the cursor stays. `refused`: nothing was recorded. */
export type Given = 'given' | 'asking' | 'refused'

/** A failure, and a verdict that says something else than the value, wait for their note. */
export function giveOne(queryClient: QueryClient, result: TestResult, entry: Entry): Given {
  const isRequired = needsNote(shownResult(result), entry)
  if (!isRequired && entry.status !== 'failed') {
    enter(queryClient, [result], () => entry)
    return 'given'
  }
  askForNote(queryClient, { result, verdict: { entry, base: seenAttempts(result), isRequired } })
  return 'asking'
}

/** Whether an entry gives a verdict against the recorded value, without a note that says why. */
export function needsNote(shown: TestResult, entry: Entry): boolean {
  if (entry.status === undefined) return false
  const { status, actualValue, expectedValue, notes, testCase } = withEntry(shown, entry)
  const { expectedValueType } = testCase
  return notes === null && contradicts({ status, actualValue, expectedValue, expectedValueType })
}

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
  if (!isLeaving && asked?.verdict?.isRequired && !typed?.trim()) return false
  if (asked) setAskedNote(null)
  settle(queryClient, asked ?? { result }, typed)
  return true
}

/** Settles the note that a killed page was asking for, as leaving it does. */
export function settleLeftNote(queryClient: QueryClient): void {
  const note = takeLeftNote()
  if (note) settle(queryClient, note, note.typed ?? null)
}

/** `result`: as it was before the verdict, which undo restores. */
function settle(queryClient: QueryClient, { result, verdict }: AskedNote, typed: string | null): void {
  const text = typed?.trim()
  if (verdict?.isRequired && !text)
    return say(`${labelOf(result.testCase)}: not ${verdict.entry.status}, because it has no note`)
  const hasNewNote = text !== undefined && text !== (shownResult(result).notes ?? '')
  if (verdict || hasNewNote)
    enter(queryClient, [result], () => ({ ...verdict?.entry, ...(hasNewNote && { notes: text }) }), verdict?.base)
}
