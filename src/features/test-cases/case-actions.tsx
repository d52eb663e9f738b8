import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { removes } from '#src/ui/focus-after-removal.ts'
import type { CaseAction } from './case-dialogs.tsx'
import classes from './case-row.module.css'
import { useDeleteTestCase } from './use-test-cases.ts'

type Props = { suite: TestSuiteListItem; testCase: TestCase; onAction: (action: CaseAction) => void }

/** What can be done with a case from its row. */
export function CaseActions({ suite, testCase, onAction }: Props) {
  const remove = useDeleteTestCase(suite.projectId, suite.id)
  const askAndRemove = async () => {
    const text = `Are you sure you want to delete the test case “${testCase.name}”? Runs keep what was recorded for it. This action cannot be undone.`
    if (await confirm({ title: 'Delete Test Case', text, action: 'Delete' })) remove(testCase.id)
  }
  return (
    <div className={classes.actions}>
      {testCase.type === 'manual' && (
        <>
          <Action
            icon={IconPlayerPlay}
            label="Run Test Case"
            onClick={() => onAction({ kind: 'run', suite, testCase })}
          />
          <Action
            icon={IconPencil}
            label="Edit Test Case"
            onClick={() => onAction({ kind: 'edit', suite, testCase })}
          />
        </>
      )}
      <Action icon={IconTrash} label="Delete Test Case" {...removes('case')} onClick={() => void askAndRemove()} />
    </div>
  )
}

type ActionProps = { icon: typeof IconTrash; label: string; onClick: () => void }

function Action({ icon: IconPart, label, ...button }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} {...button}>
        <IconPart size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
