import { Skeleton } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { can } from '#shared/permissions.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { messageOf } from '#src/lib/errors.ts'
import { CaseCells, CaseNumber } from '#src/ui/case-cells.tsx'
import { RowError } from '#src/ui/row-error.tsx'
import { CaseActions } from './case-actions.tsx'
import type { CaseAction } from './case-dialogs.tsx'
import classes from './case-row.module.css'
import { useCaseAt } from './use-test-cases.ts'

type Props = {
  suite: TestSuiteListItem
  /** 0-based position in the suite. */
  position: number
  role: string | null
  onAction: (action: CaseAction) => void
}

export function CaseRow({ suite, position, role, onAction }: Props) {
  const { data: testCase, error, refetch } = useCaseAt(suite.id, position)
  const number = `${suite.number}.${testCase?.number ?? position + 1}`
  if (error && !testCase)
    return <RowError message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
  return (
    <div
      className={classes.row}
      role="group"
      aria-label={testCase && `${number} ${testCase.name}`}
      aria-busy={!testCase}
    >
      {testCase ? (
        <>
          <CaseCells number={number} testCase={testCase} expectedValue={testCase.expectedValue}>
            {testCase.automationKey !== null && <AutomationKey value={testCase.automationKey} />}
          </CaseCells>
          {can(role, 'case.write') && <CaseActions suite={suite} testCase={testCase} onAction={onAction} />}
        </>
      ) : (
        <>
          <CaseNumber>{number}</CaseNumber>
          <Skeleton h={14} w="60%" />
        </>
      )}
    </div>
  )
}

function AutomationKey({ value }: { value: string }) {
  return (
    <div className={classes.key} title={`Automation key: ${value}`}>
      <IconKey size={16} role="img" aria-label="Automation key" />
      <span className="mono breakable">{value}</span>
    </div>
  )
}
