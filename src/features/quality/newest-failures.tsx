import { Table } from '@mantine/core'
import { Link } from 'wouter'
import { Time } from '#src/ui/time.tsx'
import { Nothing, Part } from './part.tsx'
import type { QualityLinks } from './quality-links.ts'
import type { Quality } from '#shared/quality/quality.ts'
import classes from './tables.module.css'

type Props = { overview: Quality; links: QualityLinks }

/** Failures of cases that did not fail before, newest first. */
export function NewestFailures({ overview: { newFailures }, links }: Props) {
  return (
    <Part title="Newest failures">
      {newFailures.length === 0 ? (
        <Nothing>Nothing has failed that did not fail before.</Nothing>
      ) : (
        <Table className={classes.table} aria-label="Newest failures" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Case</Table.Th>
              <Table.Th w="42%">Failed in</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {newFailures.map(({ testCase, testRunId, runName, resultId, at, errorMessage }) => (
              <Table.Tr key={resultId}>
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
                  <Link href={links.run(testRunId)} className={`${classes.link} breakable`}>
                    {runName}
                  </Link>
                  <div className={classes.dimmed}>
                    <Time iso={at} as="relative" />
                  </div>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Part>
  )
}
