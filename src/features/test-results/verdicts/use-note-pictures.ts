import { useQueryClient } from '@tanstack/react-query'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { ownerOfResult } from '../result-attachment-scope.tsx'
import { usePastedPictures } from '../../attachments/use-pasted-pictures.ts'
import { cacheOf } from '../store/result-cache.ts'
import { enter } from './enter.ts'
import { shownResult } from './shown-result.ts'

/**
 * For a note field: pasted pictures are attached to the result and shown in its note. Enter has saved the note when a
 * picture arrives later: then the picture goes to its end, so that it is not left out.
 */
export function useNotePictures(result: TestResult) {
  const queryClient = useQueryClient()
  const { id, testRunId } = result
  const onLate = (reference: string) => {
    const current = cacheOf(queryClient, testRunId).get(id) ?? result
    const { notes } = shownResult(current)
    enter(queryClient, [current], () => ({ notes: notes ? `${notes}\n${reference}` : reference }))
  }
  return usePastedPictures(ownerOfResult(result), { onLate })
}
