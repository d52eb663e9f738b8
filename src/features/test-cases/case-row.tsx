import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { can } from '#shared/permissions.ts'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { messageOf } from '#src/lib/errors.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { RowError } from '#src/ui/row-error.tsx'
import { TypeBadge } from '#src/ui/type-badge.tsx'
import { Value } from '#src/ui/value.tsx'
import type { CaseAction } from './case-dialogs.tsx'
import classes from './case-row.module.css'
import { useCaseAt, useDeleteTestCase } from './use-test-cases.ts'

type Props = {
  suite: TestSuiteListItem
  /** 0-based place in the suite. */
  position: number
  role: string | null
  onAction: (action: CaseAction) => void
}

export function CaseRow({ suite, position, role, onAction }: Props) {
  const { data: testCase, error, refetch } = useCaseAt(suite.id, position)
  const number = `${suite.number}.${testCase?.number ?? position + 1}`
  if (error && !testCase) return <RowError message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
  return (
    <div className={classes.row} role="group" aria-label={testCase && `${number} ${testCase.name}`} aria-busy={!testCase}>
      <span className={classes.number}>{number}</span>
      {testCase ? (
        <>
          <div className={classes.texts}>
            <div className="breakable" dir="auto">
              {testCase.name}
            </div>
            {testCase.description && (
              <div className={classes.description} dir="auto">
                {testCase.description}
              </div>
            )}
          </div>
          <span className={classes.type}>
            <TypeBadge type={testCase.type} />
          </span>
          <div className={classes.expected}>
            <span className={classes.caption}>Expected</span>
            {testCase.expectedValue === null ? <span className={classes.none}>none</span> : <Value value={testCase.expectedValue} />}
          </div>
          {can(role, 'case.write') && <CaseActions suite={suite} testCase={testCase} onAction={onAction} />}
        </>
      ) : (
        <Skeleton h={14} w="60%" />
      )}
    </div>
  )
}

type ActionsProps = { suite: TestSuiteListItem; testCase: TestCase; onAction: (action: CaseAction) => void }

function CaseActions({ suite, testCase, onAction }: ActionsProps) {
  const remove = useDeleteTestCase(suite.projectId, suite.id)
  const askAndRemove = async () => {
    const text = `Are you sure you want to delete the test case “${testCase.name}”? Runs keep what was recorded for it. This action cannot be undone.`
    if (await confirm({ title: 'Delete Test Case', text, action: 'Delete' })) remove(testCase.id)
  }
  return (
    <div className={classes.actions}>
      {testCase.type === 'manual' && (
        <>
          <Action icon={IconPlayerPlay} label="Run Test Case" onClick={() => onAction({ kind: 'run', suite, testCase })} />
          <Action icon={IconPencil} label="Edit Test Case" onClick={() => onAction({ kind: 'edit', suite, testCase })} />
        </>
      )}
      <Action icon={IconTrash} label="Delete Test Case" onClick={() => void askAndRemove()} />
    </div>
  )
}

function Action({ icon: IconPart, label, onClick }: { icon: typeof IconTrash; label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        <IconPart size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
