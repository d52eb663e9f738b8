import { Table } from '@mantine/core'
import { Link } from 'wouter'
import { runName } from '#shared/test-runs/run-name.ts'
import { formatDuration, formatNumber } from '#src/lib/format.ts'
import { Time } from '#src/ui/time.tsx'
import type { QualityLinks } from './quality-links.ts'
import type { TrendPoint } from '#shared/quality/quality.ts'
import classes from './tables.module.css'

const COUNTS = ['total', 'passed', 'failed', 'error', 'skipped', 'pending'] as const

export function RunsTable({ trend, links }: { trend: TrendPoint[]; links: QualityLinks }) {
  return (
    <div className={classes.scroller}>
      <Table className={classes.table} aria-label="Last 30 runs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Run</Table.Th>
            <Table.Th>Started</Table.Th>
            <Table.Th>Branch</Table.Th>
            {COUNTS.map((count) => (
              <Table.Th key={count} className={classes.number}>
                {count}
              </Table.Th>
            ))}
            <Table.Th className={classes.number}>newly failed</Table.Th>
            <Table.Th className={classes.number}>Duration</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {trend.toReversed().map(({ run, summary, newFailures, durationMs }) => (
            <Table.Tr key={run.id}>
              <Table.Th scope="row">
                <Link href={links.run(run.id)} className={classes.link ?? ''}>
                  {runName(run)}
                </Link>
              </Table.Th>
              <Table.Td>
                <Time iso={run.createdAt} as="moment" />
              </Table.Td>
              <Table.Td>{run.branch}</Table.Td>
              {COUNTS.map((count) => (
                <Table.Td key={count} className={classes.number}>
                  {formatNumber(summary[count])}
                </Table.Td>
              ))}
              <Table.Td className={classes.number}>{formatNumber(newFailures)}</Table.Td>
              <Table.Td className={classes.number}>{durationMs === null ? '' : formatDuration(durationMs)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
