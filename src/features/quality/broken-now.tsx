import { Table } from '@mantine/core'
import { Link } from 'wouter'
import { formatCount } from '#src/lib/format.ts'
import { Time } from '#src/ui/time.tsx'
import { Nothing, Part } from './part.tsx'
import type { QualityLinks } from './quality-links.ts'
import type { Quality } from '#shared/quality/quality.ts'
import classes from './tables.module.css'

type Props = { overview: Quality; links: QualityLinks }

/** The cases that failed when they were last executed: since which run, and who started it. */
export function BrokenNow({ overview: { broken, numbers }, links }: Props) {
  return (
    <Part title="Broken now" count={numbers.broken > 0 ? formatCount(numbers.broken, 'case') : undefined}>
      {broken.length === 0 ? (
        <Nothing>No case failed when it was last executed.</Nothing>
      ) : (
        <Table className={classes.table} aria-label="Broken now" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Case</Table.Th>
              <Table.Th w="38%">Since</Table.Th>
              <Table.Th w="22%">By</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {broken.map(({ testCase, since, by, testRunId, errorMessage }) => (
              <Table.Tr key={testCase.id}>
                <Table.Th scope="row">
                  <Link href={links.case(testRunId, testCase.id)} className={`${classes.link} breakable`}>
                    {testCase.name}
                  </Link>
                  {errorMessage !== null && (
                    <div className={classes.message} title={errorMessage}>
                      {errorMessage}
                    </div>
                  )}
                </Table.Th>
                <Table.Td>
                  <Link href={links.run(since.testRunId)} className={`${classes.link} breakable`}>
                    {since.runName}
                  </Link>
                  <div className={classes.dimmed}>
                    <Time iso={since.at} as="relative" />
                  </div>
                </Table.Td>
                <Table.Td className={by ? 'breakable' : classes.dimmed}>{by ? by.name : 'Automation'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Part>
  )
}
