import type { ReactNode } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import { trpc } from '#src/lib/trpc.ts'
import { AttachmentScope } from './attachment-scope.tsx'
import { Attachments } from './attachments.tsx'

type Props = { testCase: TestCase; canWrite: boolean }

/** The files of a case, for its panel and its dialog. */
export function CaseAttachments(props: Props) {
  return (
    <CaseAttachmentScope {...props}>
      <Attachments />
    </CaseAttachmentScope>
  )
}

/** For texts of a case: they show the pictures that are attached to it. */
export function CaseAttachmentScope({ testCase, canWrite, children }: Props & { children: ReactNode }) {
  // A dialog keeps the case as it was when it opened.
  const { data } = trpc.testCases.get.useQuery({ id: testCase.id }, { placeholderData: testCase })
  return (
    <AttachmentScope owner={{ testCaseId: testCase.id }} items={data?.attachments} canWrite={canWrite}>
      {children}
    </AttachmentScope>
  )
}
