import { Box, Stack, Tooltip } from '@mantine/core'
import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { runName } from '#shared/test-runs/run-name.ts'
import { formatDateTime, formatDay, formatNumber } from '#src/lib/format.ts'
import { StatusMark } from '#src/ui/status.tsx'
import type { QualityLinks } from './quality-links.ts'
import type { TrendPoint } from '#shared/quality/quality.ts'
import { dateTicks } from './date-ticks.ts'
import { countsText } from './run-text.ts'
import classes from './runs-chart.module.css'

/** From the baseline up, so that failures form a skyline. */
const STACK = ['failed', 'error', 'pending', 'skipped', 'passed'] as const
const LEGEND = ['failed', 'error', 'skipped', 'passed'] as const

type Props = { trend: TrendPoint[]; summaryId: string; links: QualityLinks }

/** One bar of 100 % per ended run, newest at the right. The links lie above the picture. */
export function RunsChart({ trend, summaryId, links }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // If not all runs fit, the newest are visible first.
    if (scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth
  }, [])
  return (
    <Box miw={0}>
      <div ref={scroller} className={classes.scroller}>
        <div className={classes.runs}>
          <div role="img" aria-label="Last 30 runs" aria-describedby={summaryId} className={classes.picture}>
            {trend.map((entry) => (
              <Column key={entry.run.id} entry={entry} />
            ))}
          </div>
          <ol className={`plain-list ${classes.links}`} aria-label="Runs in the chart">
            {trend.map((entry) => (
              <li key={entry.run.id}>
                <RunLink entry={entry} href={links.run(entry.run.id)} />
              </li>
            ))}
          </ol>
          <div className={classes.dates} style={{ '--bars': trend.length } as CSSProperties} data-dates>
            {dateTicks(trend.length).map((bar) => (
              <span key={bar} style={{ gridColumn: bar + 1 }}>
                {formatDay(trend[bar]!.run.createdAt)}
              </span>
            ))}
          </div>
        </div>
      </div>
      <div className={classes.foot}>
        <ul className={`plain-list ${classes.legend}`} aria-label="Colors">
          {LEGEND.map((status) => (
            <li key={status}>
              <StatusMark status={status} size={12} /> {status}
            </li>
          ))}
          <li>
            <Box component="span" c="var(--status-failed-text)" fw={600}>
              +2
            </Box>{' '}
            newly failed
          </li>
        </ul>
      </div>
    </Box>
  )
}

function Column({ entry: { summary, newFailures } }: { entry: TrendPoint }) {
  return (
    <Stack component="span" gap={0} miw={0}>
      <span className={classes.stack} data-empty={summary.total === 0 || undefined}>
        {STACK.filter((status) => summary[status] > 0).map((status) => (
          <span key={status} data-status={status} style={{ flexGrow: summary[status] }} />
        ))}
      </span>
      <Box component="span" flex="none" h={16} c="var(--status-failed-text)" fz="xs" fw={600} lh="16px" ta="center">
        {newFailures > 0 && `+${short(newFailures)}`}
      </Box>
    </Stack>
  )
}

function RunLink({ entry: { run, summary, newFailures }, href }: { entry: TrendPoint; href: string }) {
  const facts = [
    `${runName(run)}, ${formatDateTime(run.createdAt)}`,
    ...(newFailures > 0 ? [`${formatNumber(newFailures)} newly failed`] : []),
    countsText(summary),
    ...(run.branch ? [run.branch] : []),
  ]
  return (
    <Tooltip
      label={facts.map((fact) => (
        <div key={fact}>{fact}</div>
      ))}
      openDelay={100}
      events={TOOLTIP_EVENTS}
    >
      <Link href={href} className={classes.link ?? ''} aria-label={facts.join(', ')} />
    </Tooltip>
  )
}

const TOOLTIP_EVENTS = { hover: true, focus: true, touch: false }

/** A count has room for two digits. */
const short = (count: number) => (count > 99 ? '99' : String(count))
