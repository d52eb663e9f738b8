import '@mantine/charts/styles.css'
import { formatDuration, formatShare } from '#src/lib/format.ts'
import type { QualityLinks } from './quality-links.ts'
import type { TrendPoint } from '#shared/quality/quality.ts'
import { Trend } from './trend.tsx'
import { mediansOf, passRatesOf } from './trend-points.ts'

/** Two lines over the last runs. This file contains the chart library and loads after the screen. */
export default function Trends({ trend, links }: { trend: TrendPoint[]; links: QualityLinks }) {
  const rates = passRatesOf(trend)
  // A tenth below the lowest, so that small changes are visible; the axis shows where it starts.
  const from = Math.floor(Math.min(1, ...rates.map(({ value }) => value)) * 10) / 10
  return (
    <>
      <Trend
        title="Pass rate"
        points={rates}
        format={formatShare}
        color="var(--status-passed)"
        domain={[Math.min(from, 0.9), 1]}
        links={links}
      />
      <Trend
        title="Median duration"
        points={mediansOf(trend)}
        format={formatDuration}
        color="var(--status-running)"
        domain={[0, 'auto']}
        links={links}
      />
    </>
  )
}
