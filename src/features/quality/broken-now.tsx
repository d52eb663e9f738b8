import { Box, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { BrokenCase, FailingCase, Quality, TrendPoint } from '#shared/quality/quality.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import { actorName } from '#shared/users/actor-name.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { KnownFlaky } from '#src/ui/flaky-mark.tsx'
import { Time } from '#src/ui/time.tsx'
import { Nothing, Part } from './part.tsx'
import type { QualityLinks } from './quality-links.ts'
import classes from './tables.module.css'
import { baseOf } from './verdict.ts'

type Props = { overview: Quality; last: TrendPoint; links: QualityLinks }

export function BrokenNow({ overview, last: { run }, links }: Props) {
  const { failing, brokenBefore, numbers } = overview
  const more = numbers.failing - failing.length
  const moreBefore = numbers.brokenBefore - brokenBefore.length
  return (
    <Part title="Broken now" count={countText(numbers)}>
      {failing.length + brokenBefore.length === 0 ? (
        <Nothing>No case failed when it was last executed.</Nothing>
      ) : (
        <Table className={classes.table} aria-label="Broken now" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Case</Table.Th>
              <Table.Th w="33%">Since</Table.Th>
              <Table.Th w="24%">By</Table.Th>
            </Table.Tr>
          </Table.Thead>
          {failing.length > 0 && (
            <Table.Tbody aria-label={baseOf(run)}>
              {failing.map((row) => (
                <Row key={row.testCase.id} row={row} testRunId={run.id} links={links} />
              ))}
              {more > 0 && (
                <More>
                  <Link href={`${links.run(run.id)}&q=status:failed,error`} className={classes.link ?? ''}>
                    {formatNumber(more)} more in {runName(run)}
                  </Link>
                </More>
              )}
            </Table.Tbody>
          )}
          {brokenBefore.length > 0 && (
            <Table.Tbody>
              <Table.Tr>
                <Table.Td colSpan={3} c="dimmed">
                  Not executed in {runName(run)}, and failed when they were last executed:
                </Table.Td>
              </Table.Tr>
              {brokenBefore.map((row) => (
                <Row key={row.testCase.id} row={row} testRunId={row.testRunId} links={links} />
              ))}
              {moreBefore > 0 && <More>and {formatNumber(moreBefore)} more</More>}
            </Table.Tbody>
          )}
        </Table>
      )}
    </Part>
  )
}

/** Equal to the number of rows of the table. */
function countText({ failing, newFailures, brokenBefore }: Quality['numbers']): string | undefined {
  const parts = [
    failing > 0 && formatCount(failing, 'case'),
    newFailures > 0 && `${formatNumber(newFailures)} new`,
    brokenBefore > 0 &&
      (failing > 0
        ? `${formatNumber(brokenBefore)} in earlier runs`
        : `${formatCount(brokenBefore, 'case')} in earlier runs`),
  ]
  return parts.filter((part) => part !== false).join(', ') || undefined
}

type RowProps = {
  row: (FailingCase | BrokenCase) & Partial<Pick<FailingCase, 'isNew' | 'isQuarantined'>>
  testRunId: string
  links: QualityLinks
}

function Row({ row: { testCase, since, by, errorMessage, isNew, isQuarantined }, testRunId, links }: RowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Link href={links.case(testRunId, testCase.id)} className={`${classes.link} breakable`}>
          {testCase.name}
        </Link>{' '}
        {isNew && (
          <Box component="span" c="var(--status-failed-text)" fz="sm" fw={600}>
            new
          </Box>
        )}{' '}
        {isQuarantined && <KnownFlaky />}
        {errorMessage !== null && (
          <Box className="one-line" maw="100%" c="dimmed" fz="sm" title={errorMessage}>
            {errorMessage}
          </Box>
        )}
      </Table.Th>
      <Table.Td>
        <Link href={links.run(since.testRunId)} className={`${classes.link} breakable`}>
          {since.runName}
        </Link>
        <Box c="dimmed">
          <Time iso={since.at} as="relative" />
        </Box>
      </Table.Td>
      <Table.Td className="breakable" c={by ? undefined : 'dimmed'}>
        {actorName(by)}
      </Table.Td>
    </Table.Tr>
  )
}

const More = ({ children }: { children: ReactNode }) => (
  <Table.Tr>
    <Table.Td colSpan={3} c="dimmed">
      {children}
    </Table.Td>
  </Table.Tr>
)
