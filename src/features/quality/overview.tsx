import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { AsTable } from './as-table.tsx'
import { BrokenNow } from './broken-now.tsx'
import { FlakyCases } from './flaky-cases.tsx'
import { Headline } from './headline.tsx'
import { Numbers } from './numbers.tsx'
import { Part } from './part.tsx'
import classes from './quality-page.module.css'
import type { QualityLinks } from './quality-links.ts'
import type { Quality, TrendPoint } from '#shared/quality/quality.ts'
import { RunsChart } from './runs-chart.tsx'
import { RunsTable } from './runs-table.tsx'
import { Slowest } from './slowest.tsx'
import { SuitesGrid } from './suites-grid.tsx'

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
