import { ActionIcon } from '@mantine/core'
import type { TestRunOverview } from '#shared/test-runs/test-run.ts'
import { Chevron } from '#src/ui/chevron.tsx'
import { StatusCounts } from '#src/ui/status-counts.tsx'
import { SuiteHead, SuiteTitle } from '#src/ui/suite-head.tsx'
import classes from './suite-results-head.module.css'

type Props = { suite: TestRunOverview['suites'][number]; isOpen: boolean; onToggle: () => void }

export function SuiteResultsHead({ suite, isOpen, onToggle }: Props) {
  return (
    <SuiteHead suite={suite} className={classes.head}>
      <ActionIcon aria-label={isOpen ? 'Collapse results' : 'Expand results'} aria-expanded={isOpen} onClick={onToggle}>
        <Chevron isOpen={isOpen} />
      </ActionIcon>
      <h3 className={classes.title}>
        <SuiteTitle suite={suite} />
      </h3>
      <div className={classes.counts}>
        <StatusCounts summary={suite.summary} />
      </div>
    </SuiteHead>
  )
}
