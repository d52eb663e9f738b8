import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { RunCaseContent } from './run-case-content.tsx'

type Props = {
  projectId: string
  suite: TestSuiteListItem | undefined
  testCase: TestCase | undefined
  isOpen: boolean
  onClose: () => void
  onShowRun: (runId: string) => void
}

/** Records one case in the latest running run, from where the case is written. */
export function RunCaseDialog({ projectId, suite, testCase, isOpen, onClose, onShowRun }: Props) {
  return (
    <Dialog title="Run Test Case" opened={isOpen} onClose={onClose}>
      {suite && testCase && (
        <RunCaseContent
          projectId={projectId}
          number={`${suite.number}.${testCase.number}`}
          testCase={testCase}
          onClose={onClose}
          onShowRun={onShowRun}
        />
      )}
    </Dialog>
  )
}
