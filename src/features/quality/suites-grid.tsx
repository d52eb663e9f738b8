import { Box, Table, VisuallyHidden } from '@mantine/core'
import { messageOf } from '#src/lib/errors.ts'
import { formatCount, formatDateTime, formatDay, formatNumber } from '#src/lib/format.ts'
import { Nothing, Part } from './part.tsx'
import type { QualityLinks } from './quality-links.ts'
import type { Quality } from '#shared/quality/quality.ts'
import { partId } from './show-part.ts'
import grid from './suites-grid.module.css'
import classes from './tables.module.css'
import { memo, useState } from 'react'
import { Link } from 'wouter'
import { failingOf, type Summary } from '#shared/test-runs/summary.ts'
import { BusyButton } from '#src/ui/busy-button.tsx'
import { RowError } from '#src/ui/row-error.tsx'
import { Time } from '#src/ui/time.tsx'
import { countsText } from './run-text.ts'
import { trpc } from '#src/lib/trpc.ts'

type Props = { projectId: string; overview: Quality; links: QualityLinks }

export function SuitesGrid({ projectId, overview, links }: Props) {
  const { runs, suitesTotal } = overview
  const { suites, more, error, retry } = useFurtherSuites(projectId, overview)
  const oldestFirst = runs.toReversed()
  return (
    <Part title="Suites in the last 10 runs" id={partId('suites')} count={formatCount(suitesTotal, 'suite')}>
      {suites.length === 0 ? (
        <Nothing>This project has no test suites.</Nothing>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
        <div className={classes.scroller} tabIndex={0} role="group" aria-label="Suites by run">
          <Table className={`${classes.table} ${grid.grid}`} aria-label="Suites in the last 10 runs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Suite</Table.Th>
                {oldestFirst.map(({ id, name, createdAt }) => (
                  <Table.Th key={id} className={grid.run} title={`${name}, ${formatDateTime(createdAt)}`}>
                    {formatDay(createdAt)}
                  </Table.Th>
                ))}
                <Table.Th>Last run</Table.Th>
                <Table.Th className={classes.number}>Run in 14 days</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {suites.map((suite) => (
                <SuiteRow key={suite.id} suite={suite} runs={oldestFirst} links={links} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {error && <RowError message={messageOf(error, 'Failed to fetch further suites')} onRetry={retry} />}
      {more && !error && (
        <BusyButton size="compact-xs" variant="default" mt={8} isBusy={more.isLoading} onClick={more.show}>
          Show {formatNumber(more.count)} more
        </BusyButton>
      )}
    </Part>
  )
}

type Suite = Quality['suites'][number]
type Run = Quality['runs'][number]
type SuiteRowProps = { suite: Suite; runs: Run[]; links: QualityLinks }

const SuiteRow = memo(function SuiteRow({ suite, runs, links }: SuiteRowProps) {
  const { name, number, testCases, lastRunAt, notRunIn14Days } = suite
  const cells = suite.cells.toReversed()
  return (
    <Table.Tr>
      <Table.Th scope="row" className={grid.suite}>
        {number} {name}
      </Table.Th>
      {runs.map((run, index) => (
        <Table.Td key={run.id} className={grid.run}>
          <Cell summary={cells[index] ?? null} label={`${name} in ${run.name}`} href={links.run(run.id)} />
        </Table.Td>
      ))}
      <Table.Td className={classes.nowrap}>
        {lastRunAt === null ? (
          <Box component="span" c="dimmed">
            never
          </Box>
        ) : (
          <Time iso={lastRunAt} as="relative" />
        )}
      </Table.Td>
      <Table.Td className={classes.number}>
        <span data-part={notRunIn14Days > 0 || undefined} className={grid.coverage}>
          {formatNumber(testCases - notRunIn14Days)} of {formatNumber(testCases)}
        </span>
      </Table.Td>
    </Table.Tr>
  )
})

/** The number of failures, or a plain field without failures. */
function Cell({ summary, label, href }: { summary: Summary | null; label: string; href: string }) {
  if (summary === null || summary.total === 0)
    return (
      <span className={grid.none} title={`${label}: not run`}>
        <span aria-hidden>–</span>
        <VisuallyHidden>not run</VisuallyHidden>
      </span>
    )
  const failing = failingOf(summary)
  const text = `${label}: ${countsText(summary)}`
  const look = failing > 0 ? 'failing' : summary.passed > 0 ? 'passed' : 'open'
  return (
    <Link href={href} className={grid.cell ?? ''} data-look={look} aria-label={text} title={text}>
      {failing > 0 ? (failing > 99 ? '99+' : failing) : ''}
    </Link>
  )
}

const STEP = 100

function useFurtherSuites(projectId: string, { suites: first, suitesTotal }: Quality) {
  const [wanted, setWanted] = useState(0)
  const { data, error, isFetching, refetch } = trpc.quality.suites.useQuery(
    { projectId, offset: first.length, limit: wanted },
    { enabled: wanted > 0, placeholderData: (before) => before },
  )
  const suites = wanted > 0 && data ? [...first, ...data] : first
  const left = suitesTotal - suites.length
  return {
    suites,
    error: data ? null : error,
    retry: () => void refetch(),
    more:
      left > 0 ? { count: Math.min(STEP, left), isLoading: isFetching, show: () => setWanted(wanted + STEP) } : null,
  }
}
