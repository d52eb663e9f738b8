import { useState } from 'react'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import type { CaseAction, FormAction, RunAction } from '../test-cases/list/case-action.ts'

const RunCaseDialog = lazyDialog(() => import('../test-runs/run-case-dialog.tsx'))
const CaseDialog = lazyDialog(() => import('../test-cases/case-dialog.tsx'))

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
