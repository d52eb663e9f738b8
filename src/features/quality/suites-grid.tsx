import { Button, Table } from '@mantine/core'
import { formatCount, formatDateTime, formatDay, formatNumber } from '#src/lib/format.ts'
import { Nothing, Part } from './part.tsx'
import type { QualityLinks } from './quality-links.ts'
import type { Quality } from '#shared/quality/quality.ts'
import { partId } from './show-part.ts'
import { SuiteRow } from './suite-row.tsx'
import grid from './suites-grid.module.css'
import classes from './tables.module.css'
import { useFurtherSuites } from './use-further-suites.ts'

type Props = { projectId: string; overview: Quality; links: QualityLinks }

/** The suites with their results in the last 10 runs, and the share of each that was executed lately. */
export function SuitesGrid({ projectId, overview, links }: Props) {
  const { runs, suitesTotal } = overview
  const { suites, more } = useFurtherSuites(projectId, overview)
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
      {more && (
        <Button size="compact-xs" variant="default" mt={8} loading={more.isLoading} onClick={more.show}>
          Show {formatNumber(more.count)} more
        </Button>
      )}
    </Part>
  )
}
