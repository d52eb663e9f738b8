import { useMemo } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { type Draft, draftOf, useDraft } from '../store/drafts.ts'
import { withEntry } from '../store/entry.ts'
import { type AskedNote, askedNoteOf, useAskedNote } from './asked-note.ts'

/** The result as its row shows it: with what the tester entered and the server has not recorded. */
export const shownResult = (result: TestResult): TestResult =>
  withUnsaved(result, draftOf(result.id), askedNoteOf(result.id))

export function useShownResult(result: TestResult): TestResult {
  const draft = useDraft(result.id)
  const asked = useAskedNote(result.id)
  return useMemo(() => withUnsaved(result, draft, asked), [result, draft, asked])
}

function withUnsaved(result: TestResult, draft: Draft | undefined, asked: AskedNote | null): TestResult {
  const entered = draft && draft.state !== 'refused' ? withEntry(result, draft) : result
  const verdict = asked?.verdict
  return verdict && !verdict.isRequired ? withEntry(entered, verdict.entry) : entered
}
