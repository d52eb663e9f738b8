import { Table, UnstyledButton } from '@mantine/core'
import type { SharedRun } from '#shared/shares/share.ts'
import { failingOf, sumSummaries } from '#shared/test-runs/summary.ts'
import { formatNumber } from '#src/lib/format.ts'
import { ResultBar } from '#src/ui/result-bar.tsx'
import classes from './run-report.module.css'
import { PAGE } from './use-result-view.ts'

type Props = { suites: SharedRun['suites']; onShow?: (page: number) => void }

/** The suites with their counts. A press opens the page on which the results of a suite begin. */
export function ReportSuites({ suites, onShow }: Props) {
  return (
    <section className={classes.section} aria-labelledby="suites">
      <h2 id="suites">Suites</h2>
      <Table className={classes.suites} layout="fixed" fz="inherit" lh="inherit" withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Suite</Table.Th>
            <Table.Th>Results</Table.Th>
            <Table.Th>Failing</Table.Th>
            <Table.Th>Passed</Table.Th>
            <Table.Th>All</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {suites.map(({ id, name, number, summary }, index) => {
            const page = Math.floor(sumSummaries(suites.slice(0, index).map((suite) => suite.summary)).total / PAGE)
            return (
              <Table.Tr key={id}>
                <Table.Th scope="row" dir="auto">
                  {onShow ? (
                    <UnstyledButton
                      className="breakable"
                      mih={24}
                      c="var(--mantine-color-anchor)"
                      onClick={() => onShow(page)}
                    >
                      {number} {name}
                    </UnstyledButton>
                  ) : (
                    `${number} ${name}`
                  )}
                </Table.Th>
                <Table.Td>
                  <ResultBar summary={summary} label={name} />
                </Table.Td>
                <Table.Td>{formatNumber(failingOf(summary))}</Table.Td>
                <Table.Td>{formatNumber(summary.passed)}</Table.Td>
                <Table.Td>{formatNumber(summary.total)}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </section>
  )
}
