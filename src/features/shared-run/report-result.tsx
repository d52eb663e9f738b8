import { memo } from 'react'
import { isFailure } from '#shared/test-results/severity.ts'
import type { SharedResult } from '#shared/shares/share.ts'
import { formatShortDuration } from '#src/lib/format.ts'
import { FlakyMark } from '#src/ui/flaky-mark.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { ResultDetails } from './result-details.tsx'
import classes from './run-report.module.css'

export const ReportResult = memo(function ReportResult({ result }: { result: SharedResult }) {
  return (
    <details className={classes.result} open={isFailure(result.status)}>
      <summary className={classes.line}>
        <Line result={result} />
      </summary>
      <ResultDetails result={result} />
    </details>
  )
})

/** The line without details. */
export const BriefResult = ({ result }: { result: SharedResult }) => (
  <div className={`${classes.result} ${classes.line}`}>
    <Line result={result} />
  </div>
)

function Line({ result: { testCase, status, flaky, executionTimeMs } }: { result: SharedResult }) {
  return (
    <>
      <span className={classes.number}>
        {testCase.testSuite.number}.{testCase.number}
      </span>
      <span className={classes.name} dir="auto">
        {testCase.name}
      </span>
      {flaky && (
        <span className={classes.flaky} title="Passed only after it had failed in this run">
          <FlakyMark />
          flaky
        </span>
      )}
      <span className={classes.status} data-status={status}>
        <StatusMark status={status} size={14} />
        {status}
      </span>
      <span className={classes.time}>{executionTimeMs !== null && formatShortDuration(executionTimeMs)}</span>
    </>
  )
}
