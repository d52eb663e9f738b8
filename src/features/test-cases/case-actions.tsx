import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { removes } from '#src/ui/focus-after-removal.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { CaseAction } from './case-dialogs.tsx'
import classes from './case-row.module.css'
import { useDeleteTestCase } from './use-test-cases.ts'

type Props = { suite: TestSuiteListItem; testCase: TestCase; onAction: (action: CaseAction) => void }

/** The buttons of a case in its row. */
export function CaseActions({ suite, testCase, onAction }: Props) {
  const remove = useDeleteTestCase(suite.projectId, suite.id)
  const askAndRemove = async () => {
    const text =
      `Are you sure you want to delete the test case “${testCase.name}”? ` +
      `Runs keep what was recorded for it. This action cannot be undone.`
    if (await confirm({ title: 'Delete Test Case', text, action: 'Delete' })) remove(testCase.id)
  }
  return (
    <div className={classes.actions}>
      {testCase.type === 'manual' && (
        <>
          <IconButton
            icon={IconPlayerPlay}
            label="Run Test Case"
            onClick={() => onAction({ kind: 'run', suite, testCase })}
          />
          <IconButton
            icon={IconPencil}
            label="Edit Test Case"
            onClick={() => onAction({ kind: 'edit', suite, testCase })}
          />
        </>
      )}
      <IconButton icon={IconTrash} label="Delete Test Case" {...removes('case')} onClick={() => void askAndRemove()} />
    </div>
  )
}
