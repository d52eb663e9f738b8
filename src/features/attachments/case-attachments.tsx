import type { ReactNode } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { trpc } from '#src/lib/trpc.ts'
import { AttachmentScope } from './attachment-scope.tsx'
import { ownerOfCase } from './owner.ts'

type Props = { testCase: TestCase; canWrite: boolean; children: ReactNode }

/** Provides the files of a case, also to its texts, which show attached pictures. */
export function CaseAttachmentScope({ testCase, canWrite, children }: Props) {
  // A dialog keeps the case as it was when it opened.
  const { data } = trpc.testCases.get.useQuery(
    { id: testCase.id },
    { placeholderData: { externalKey: null, extras: {}, ...testCase } },
  )
  return (
    <AttachmentScope owner={ownerOfCase(testCase.id)} items={data?.attachments} canWrite={canWrite}>
      {children}
    </AttachmentScope>
  )
}
