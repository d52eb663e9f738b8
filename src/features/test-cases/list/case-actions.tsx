import { IconCopy, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { can } from '#shared/permissions.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { removes } from '#src/ui/focus-after-removal.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useCaseAction } from './case-action.ts'
import { useLatestCaseList } from './case-list.tsx'
import { duplicateCases } from './duplicate-cases.ts'
import { removeCases } from './remove-cases.ts'

type Props = { suite: TestSuiteListItem; role: string | null; testCase: TestCase; tabIndex: number }

export function CaseActions({ suite, role, testCase, tabIndex }: Props) {
  const openDialog = useCaseAction()
  const list = useLatestCaseList()
  const target = { suite, testCase }
  const canWrite = can(role, 'case.write')
  return (
    <>
      {testCase.type === 'manual' && can(role, 'run.record') && (
        <IconButton
          icon={IconPlayerPlay}
          label="Run Test Case"
          tabIndex={tabIndex}
          onClick={() => openDialog({ kind: 'run', ...target })}
        />
      )}
      {testCase.type === 'manual' && canWrite && (
        <IconButton
          icon={IconPencil}
          label="Edit Test Case"
          tabIndex={tabIndex}
          onClick={() => openDialog({ kind: 'edit', ...target })}
        />
      )}
      {canWrite && (
        <>
          <IconButton
            icon={IconCopy}
            label="Duplicate"
            tabIndex={tabIndex}
            onClick={() => duplicateCases(list, [testCase.id], suite.id)}
          />
          <IconButton
            icon={IconTrash}
            label="Delete Test Case"
            tabIndex={tabIndex}
            {...removes('case')}
            onClick={() => void removeCases(list().project.id, [testCase])}
          />
        </>
      )}
    </>
  )
}
