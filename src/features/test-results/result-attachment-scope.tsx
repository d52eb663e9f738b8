import type { ReactNode } from 'react'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { AttachmentScope } from '../attachments/attachment-scope.tsx'
import type { AttachmentOwner } from '../attachments/owner.ts'

export const ownerOfResult = ({ id, testRunId }: { id: string; testRunId: string }): AttachmentOwner => ({
  resultId: id,
  testRunId,
})

type Props = { result: TestResult; canWrite: boolean; children: ReactNode }

/** For the files of a result, and its notes. */
export function ResultAttachmentScope({ result, canWrite, children }: Props) {
  return (
    <AttachmentScope key={result.id} owner={ownerOfResult(result)} items={result.attachments} canWrite={canWrite}>
      {children}
    </AttachmentScope>
  )
}
