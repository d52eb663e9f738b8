import { Skeleton } from '@mantine/core'
import { memo } from 'react'
import type { TestCase } from '#shared/test-cases/test-case.ts'
import type { TestSuiteListItem } from '#shared/test-suites/test-suite.ts'
import { messageOf } from '#src/lib/errors.ts'
import { RowError } from '#src/ui/row-error.tsx'
import grid from '#src/ui/grid/grid.module.css'
import classes from './case-grid.module.css'
import { useCaseAt } from './case-pages.ts'
import { LoadedCase } from './loaded-case.tsx'

type Props = {
  suite: TestSuiteListItem
  role: string | null
  position: number
  row: number
  match: TestCase | undefined
}

/** Memoized: the grid re-renders at each change of the counts and while it scrolls. */
export const CaseRow = memo(function CaseRow({ suite, role, position, row, match }: Props) {
  const { testCase: read, error, refetch } = useCaseAt(suite.id, position, match === undefined)
  const testCase = match ?? read
  if (testCase) return <LoadedCase suite={suite} role={role} testCase={testCase} position={position} row={row} />
  if (error)
    return <RowError message={messageOf(error, 'Failed to fetch project data')} onRetry={() => void refetch()} />
  return (
    <div className={`${grid.row} ${classes.row} ${grid.columns} ${classes.columns}`} aria-busy>
      <span className={`${grid.select} ${grid.ticked} ${classes.tick}`}>{`${suite.number}.${position + 1}`}</span>
      <Skeleton className={grid.late} h={12} w="60%" />
    </div>
  )
})
