import { ActionIcon } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { StatusCounts } from '#src/ui/status-counts.tsx'
import classes from './suite-results-head.module.css'

type Props = { suite: TestRunOverview['suites'][number]; isOpen: boolean; onToggle: () => void }

export function SuiteResultsHead({ suite, isOpen, onToggle }: Props) {
  return (
    <div className={classes.head} role="group" aria-label={`${suite.number} ${suite.name}`}>
      <ActionIcon aria-label={isOpen ? 'Collapse results' : 'Expand results'} aria-expanded={isOpen} onClick={onToggle}>
        <IconChevronRight size={16} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
      </ActionIcon>
      <h3 className={classes.title}>
        <span className={classes.number}>{suite.number}</span>
        <span className={classes.name} dir="auto">
          {suite.name}
        </span>
      </h3>
      <div className={classes.counts}>
        <StatusCounts summary={suite.summary} />
      </div>
    </div>
  )
}
