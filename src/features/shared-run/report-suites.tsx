import { UnstyledButton } from '@mantine/core'
import type { SharedRun } from '#shared/shares/share.ts'
import { failingOf, sumSummaries } from '#shared/test-runs/summary.ts'
import { formatNumber } from '#src/lib/format.ts'
import { ResultBar } from '#src/ui/result-bar.tsx'
import classes from './run-report.module.css'
import { PAGE } from './use-result-view.ts'

type Props = { suites: SharedRun['suites']; onShow?: (page: number) => void }

/** The suites with their counts. A press leads to the page where the results of one begin. */
export function ReportSuites({ suites, onShow }: Props) {
  return (
    <section className={classes.section} aria-labelledby="suites">
      <h2 id="suites">Suites</h2>
      <table className={classes.suites}>
        <thead>
          <tr>
            <th scope="col">Suite</th>
            <th scope="col">Results</th>
            <th scope="col">Failing</th>
            <th scope="col">Passed</th>
            <th scope="col">All</th>
          </tr>
        </thead>
        <tbody>
          {suites.map(({ id, name, number, summary }, index) => {
            const page = Math.floor(sumSummaries(suites.slice(0, index).map((suite) => suite.summary)).total / PAGE)
            return (
              <tr key={id}>
                <th scope="row" dir="auto">
                  {onShow ? (
                    <UnstyledButton className={classes.suiteName} onClick={() => onShow(page)}>
                      {number} {name}
                    </UnstyledButton>
                  ) : (
                    `${number} ${name}`
                  )}
                </th>
                <td>
                  <ResultBar summary={summary} label={name} />
                </td>
                <td>{formatNumber(failingOf(summary))}</td>
                <td>{formatNumber(summary.passed)}</td>
                <td>{formatNumber(summary.total)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
