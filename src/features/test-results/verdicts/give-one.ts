import type { QueryClient } from '@tanstack/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { Entry } from '../store/entry.ts'
import { holdDraft } from '../store/held-drafts.ts'
import { enter, shownResult } from './enter.ts'
import { needsNote } from './needs-note.ts'
import { askForNote } from './note-focus.ts'

/** `asking`: a note is asked for first, so the cursor stays. `refused`: nothing was recorded. */
export type Given = 'given' | 'asking' | 'refused'

/** A verdict that says something else than the value waits for its note; any other failure is shown meanwhile. */
export function giveOne(queryClient: QueryClient, result: TestResult, entry: Entry): Given {
  const isRequired = needsNote(shownResult(result), entry)
  if (!isRequired && entry.status !== 'failed') {
    enter(queryClient, [result], () => entry)
    return 'given'
  }
  if (!isRequired) {
    holdDraft(result.id)
    enter(queryClient, [result], () => entry)
  }
  askForNote(result.id, isRequired ? { required: entry } : {})
  return 'asking'
}
