import { Table } from '@mantine/core'
import { Link } from 'wouter'
import { formatDuration, formatNumber } from '#src/lib/format.ts'
import { Nothing, Part } from './part.tsx'
import type { QualityLinks } from './quality-links.ts'
import type { Quality } from '#shared/quality/quality.ts'
import classes from './tables.module.css'

type Props = { overview: Quality; links: QualityLinks }

/** The slowest cases, by the median of their last executions. */
export function Slowest({ overview: { slowest }, links }: Props) {
  return (
    <Part title="Slowest cases">
      {slowest.length === 0 ? (
        <Nothing>No execution has said how long it took.</Nothing>
      ) : (
        <Table className={classes.table} aria-label="Slowest cases">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Case</Table.Th>
              <Table.Th className={classes.number}>Median duration</Table.Th>
              <Table.Th className={classes.number}>Runs</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {slowest.map(({ testCase, medianMs, runs }) => (
              <Table.Tr key={testCase.id}>
                <Table.Th scope="row">
                  <Link href={links.history(testCase.ref)} className={`${classes.link} breakable`}>
                    {testCase.name}
                  </Link>
                </Table.Th>
                <Table.Td className={classes.number}>{formatDuration(medianMs)}</Table.Td>
                <Table.Td className={classes.number}>{formatNumber(runs)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Part>
  )
}
