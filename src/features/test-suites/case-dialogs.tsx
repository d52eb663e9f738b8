import { useState } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'

const RunCaseDialog = lazyDialog(() => import('../test-runs/run-case-dialog.tsx'))
const CaseDialog = lazyDialog(() => import('../test-cases/case-dialog.tsx'))

type Target = { suite: TestSuiteListItem; testCase: TestCase }
type FormAction = { kind: 'create'; suite: TestSuiteListItem } | ({ kind: 'edit' } & Target)
type RunAction = { kind: 'run' } & Target
export type CaseAction = FormAction | RunAction

type Props = {
  projectId: string
  action: CaseAction | null
  onClose: () => void
  onCreated: (testSuiteId: string) => void
  onShowRun: (runId: string) => void
}

/** The dialogs of a case. The last action is kept so that a closing dialog does not go blank during its transition. */
export function CaseDialogs({ projectId, action, onClose, onCreated, onShowRun }: Props) {
  const [form, setForm] = useState<FormAction | null>(null)
  const [run, setRun] = useState<RunAction | null>(null)
  if (action?.kind === 'run' && action !== run) setRun(action)
  if (action && action.kind !== 'run' && action !== form) setForm(action)
  return (
    <>
      <CaseDialog
        projectId={projectId}
        suite={form?.suite}
        testCase={form?.kind === 'edit' ? form.testCase : undefined}
        isOpen={action !== null && action.kind !== 'run'}
        onClose={onClose}
        onCreated={onCreated}
      />
      <RunCaseDialog
        projectId={projectId}
        suite={run?.suite}
        testCase={run?.testCase}
        isOpen={action?.kind === 'run'}
        onClose={onClose}
        onShowRun={onShowRun}
      />
    </>
  )
}
