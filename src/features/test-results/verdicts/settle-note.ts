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

/** A failure waits for its note, and so does a verdict that contradicts the value. */
export function giveOne(result: TestResult, entry: Entry): Given {
  const isRequired = needsNote(shownResult(result), entry)
  if (!isRequired && entry.status !== 'failed') {
    enter([result], () => entry)
    return 'given'
  }
  askForNote({ result, verdict: { entry, base: seenAttempts(result), isRequired } })
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
export function askForNote(next: AskedNote): void {
  const before = askedNote()
  if (before) settleNote(before.result, null, true)
  setAskedNote(next)
}

/**
 * Records the note of a result with the verdict that waits for it, as one attempt. `typed` is null when nothing was
 * typed or it was taken back. Returns false if a verdict still needs a note; when leaving, that verdict is not given.
 */
export function settleNote(result: TestResult, typed: string | null, isLeaving: boolean): boolean {
  const asked = askedNoteOf(result.id)
  if (!isLeaving && asked?.verdict?.isRequired && !typed?.trim()) return false
  if (asked) setAskedNote(null)
  settle(asked ?? { result }, typed)
  return true
}

/** Settles the open note of a page that was killed, as if its field was left. */
export function settleLeftNote(): void {
  const note = takeLeftNote()
  if (note) settle(note, note.typed ?? null)
}

/** `result`: the state before the verdict, for undo. */
function settle({ result, verdict }: AskedNote, typed: string | null): void {
  const text = typed?.trim()
  if (verdict?.isRequired && !text)
    return say(`${labelOf(result.testCase)}: not ${verdict.entry.status}, because it has no note`)
  const hasNewNote = text !== undefined && text !== (shownResult(result).notes ?? '')
  if (verdict || hasNewNote)
    enter([result], () => ({ ...verdict?.entry, ...(hasNewNote && { notes: text }) }), verdict?.base)
}
