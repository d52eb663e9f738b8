import { ActionIcon } from '@mantine/core'
import { memo } from 'react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { Chevron } from '#src/ui/chevron.tsx'
import { StatusCounts } from '#src/ui/status-counts.tsx'
import { COLUMNS } from './columns.ts'
import classes from './suite-row.module.css'

type Props = {
  suite: TestRunOverview['suites'][number]
  isOpen: boolean
  /** For `aria-rowindex` and the virtualizer. */
  index: number
  onToggle: (suiteId: string) => void
}

/** The head of a suite: sticky as long as rows of the suite are in the window. */
export const SuiteRow = memo(function SuiteRow({ suite, isOpen, index, onToggle }: Props) {
  return (
    <div role="row" aria-rowindex={index + 2} data-index={index} className={classes.head}>
      <div role="gridcell" aria-colspan={COLUMNS.length} className={classes.cell}>
        <div role="group" aria-label={`${suite.number} ${suite.name}`} className={classes.group}>
          <ActionIcon
            size={24}
            aria-label={isOpen ? 'Collapse results' : 'Expand results'}
            aria-expanded={isOpen}
            onClick={() => onToggle(suite.id)}
          >
            <Chevron isOpen={isOpen} />
          </ActionIcon>
          <h3 className={classes.title}>
            <span className={classes.number}>{suite.number}</span>
            <span className={classes.name} dir="auto" title={suite.name}>
              {suite.name}
            </span>
          </h3>
          <StatusCounts summary={suite.summary} />
        </div>
      </div>
    </div>
  )
})
