import { Skeleton, Table } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { AsTable } from './as-table.tsx'
import { BrokenNow } from './broken-now.tsx'
import { FlakyCases } from './flaky-cases.tsx'
import { Headline } from './headline.tsx'
import { Numbers } from './numbers.tsx'
import { Part, Nothing } from './part.tsx'
import classes from './quality-page.module.css'
import type { QualityLinks } from './quality-links.ts'
import type { Quality, TrendPoint } from '#shared/quality/quality.ts'
import { RunsChart } from './runs-chart.tsx'
import { RunsTable } from './runs-table.tsx'
import { SuitesGrid } from './suites-grid.tsx'
import { Link } from 'wouter'
import { formatDuration, formatNumber } from '#src/lib/format.ts'
import slowestClasses from './tables.module.css'

const Trends = lazy(() => import('./trends.tsx'))

type Props = {
  projectId: string
  role: string | null
  overview: Quality
  /** The last ended run. */
  last: TrendPoint
  links: QualityLinks
}

export function Overview({ projectId, role, overview, last, links }: Props) {
  const { trend, numbers } = overview
  return (
    <>
      <Headline overview={overview} last={last} links={links} />
      <div className={classes.top}>
        <LastRuns trend={trend} links={links} />
        <Numbers numbers={numbers} lastRunId={last.run.id} links={links} />
      </div>
      <BrokenNow overview={overview} last={last} links={links} />
      <FlakyCases projectId={projectId} numbers={numbers} role={role} links={links} />
      <SuitesGrid projectId={projectId} overview={overview} links={links} />
      <div className={classes.thirds}>
        <Suspense fallback={<TrendsSkeleton />}>
          <Trends trend={trend} links={links} />
        </Suspense>
        <Slowest overview={overview} links={links} />
      </div>
    </>
  )
}

function LastRuns({ trend, links }: { trend: TrendPoint[]; links: QualityLinks }) {
  const [isTable, setTable] = useState(false)
  const summaryId = useId()
  return (
    <Part
      title={trend.length > 1 ? `Last ${trend.length} runs` : 'The only run'}
      actions={<AsTable isTable={isTable} onChange={setTable} />}
    >
      {isTable ? (
        <RunsTable trend={trend} links={links} />
      ) : (
        <RunsChart trend={trend} summaryId={summaryId} links={links} />
      )}
    </Part>
  )
}

const TrendsSkeleton = () => (
  <>
    <Skeleton h={258} />
    <Skeleton h={258} />
  </>
)

type SlowestProps = { overview: Quality; links: QualityLinks }

function Slowest({ overview: { slowest }, links }: SlowestProps) {
  return (
    <Part title="Slowest cases">
      {slowest.length === 0 ? (
        <Nothing>No execution has said how long it took.</Nothing>
      ) : (
        <Table className={slowestClasses.table} aria-label="Slowest cases">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Case</Table.Th>
              <Table.Th className={slowestClasses.number}>Median duration</Table.Th>
              <Table.Th className={slowestClasses.number}>Runs</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {slowest.map(({ testCase, medianMs, runs }) => (
              <Table.Tr key={testCase.id}>
                <Table.Th scope="row">
                  <Link href={links.history(testCase.ref)} className={`${slowestClasses.link} breakable`}>
                    {testCase.name}
                  </Link>
                </Table.Th>
                <Table.Td className={slowestClasses.number}>{formatDuration(medianMs)}</Table.Td>
                <Table.Td className={slowestClasses.number}>{formatNumber(runs)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Part>
  )
}
