import type { ReactNode } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { AttachmentScope } from '../attachments/attachment-scope.tsx'
import { type AttachmentOwner, patchAttachments } from '../attachments/owner.ts'
import { cacheOf } from './store/result-cache.ts'
import { showResults } from './store/show-results.ts'

type ResultRef = { id: string; testRunId: string }

export const ownerOfResult = ({ id, testRunId }: ResultRef): AttachmentOwner => ({
  id,
  path: `/test-runs/result/${encodeURIComponent(id)}/attachments`,
  // The live stream brings them too.
  show: (change) => {
    patchAttachments(['testCases', 'results'], id, change)
    const result = cacheOf(testRunId).get(id)
    if (result) showResults(testRunId, [{ ...result, attachments: change(result.attachments) }])
  },
})

type Props = { result: TestResult; canWrite: boolean; children: ReactNode }

export function ResultAttachmentScope({ result, canWrite, children }: Props) {
  return (
    <AttachmentScope key={result.id} owner={ownerOfResult(result)} items={result.attachments} canWrite={canWrite}>
      {children}
    </AttachmentScope>
  )
}
