import { Box, Button, Group, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { RESULT_STATUSES } from '#shared/test-results/result-status.ts'
import type { SharedRun } from '#shared/shares/share.ts'
import { formatNumber } from '#src/lib/format.ts'
import { toggled } from '#src/lib/toggled.ts'
import chips from '#src/ui/search-field.module.css'
import { StatusMark } from '#src/ui/status.tsx'
import { ReportSuites } from './report-suites.tsx'
import classes from './run-report.module.css'
import { SuiteResults } from './suite-results.tsx'
import { PAGE, useResultView } from './use-result-view.ts'

type Props = {
  run: SharedRun
  /** Whether the results are still those of another page or filter. */
  isStale: boolean
}

export function ResultPages({ run, isStale }: Props) {
  const { statuses, page, show } = useResultView()
  const heading = useRef<HTMLHeadingElement>(null)
  const { summary, results } = run
  const total = statuses.length === 0 ? summary.total : statuses.reduce((sum, status) => sum + summary[status], 0)
  const goTo = (next: number) => {
    show(statuses, next)
    heading.current?.scrollIntoView()
    heading.current?.focus()
  }
  return (
    <>
      {statuses.length === 0 && page === 0 && <ReportSuites suites={run.suites} onShow={goTo} />}
      <section className={classes.section} aria-labelledby="results">
        <h2 id="results" ref={heading} tabIndex={-1}>
          Results
        </h2>
        <Group role="group" aria-label="Show results" className={classes.screen} gap={4}>
          <Filter count={summary.total} label="all" isPressed={statuses.length === 0} onPress={() => show([], 0)} />
          {RESULT_STATUSES.filter((status) => summary[status] > 0 || statuses.includes(status)).map((status) => (
            <Filter
              key={status}
              status={status}
              count={summary[status]}
              label={status}
              isPressed={statuses.includes(status)}
              onPress={() => show([...toggled(new Set(statuses), status)], 0)}
            />
          ))}
        </Group>
        {results.length === 0 ? (
          <Box my="1em" c="dimmed" fz="sm">
            {total === 0 ? 'No results' : 'No results on this page'}
          </Box>
        ) : (
          <div className={classes.results} aria-busy={isStale}>
            <SuiteResults results={results} />
          </div>
        )}
        {total > PAGE && (
          <Group component="nav" className={classes.screen} gap={12} mt={12} aria-label="Pages of results">
            <Button variant="default" disabled={page === 0} onClick={() => goTo(page - 1)}>
              Previous
            </Button>
            <span>
              {results.length > 0 &&
                `${formatNumber(page * PAGE + 1)}–${formatNumber(page * PAGE + results.length)} of `}
              {formatNumber(total)}
            </span>
            <Button variant="default" disabled={(page + 1) * PAGE >= total} onClick={() => goTo(page + 1)}>
              Next
            </Button>
          </Group>
        )}
      </section>
    </>
  )
}

type FilterProps = {
  status?: (typeof RESULT_STATUSES)[number]
  count: number
  label: string
  isPressed: boolean
  onPress: () => void
}

function Filter({ status, count, label, isPressed, onPress }: FilterProps) {
  return (
    <UnstyledButton
      className={chips.chip}
      h={28}
      data-chosen={isPressed || undefined}
      aria-pressed={isPressed}
      onClick={onPress}
    >
      {status && <StatusMark status={status} size={14} />}
      {formatNumber(count)} {label}
    </UnstyledButton>
  )
}
