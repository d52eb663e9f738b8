import { Table } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'wouter'
import { failingOf, type Summary } from '#shared/test-runs/summary.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Time } from '#src/ui/time.tsx'
import type { QualityLinks } from './quality-links.ts'
import type { Quality } from '#shared/quality/quality.ts'
import { countsText } from './run-text.ts'
import grid from './suites-grid.module.css'
import classes from './tables.module.css'

type Suite = Quality['suites'][number]
type Run = Quality['runs'][number]
type Props = { suite: Suite; runs: Run[]; links: QualityLinks }

export const SuiteRow = memo(function SuiteRow({ suite, runs, links }: Props) {
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
        {lastRunAt === null ? <span className={classes.dimmed}>never</span> : <Time iso={lastRunAt} as="relative" />}
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
        <span className="mantine-visually-hidden">not run</span>
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
