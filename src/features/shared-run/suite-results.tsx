import { Box } from '@mantine/core'
import type { SharedResult } from '#shared/shares/share.ts'
import classes from './run-report.module.css'
import { memo } from 'react'
import { isFailure } from '#shared/test-results/severity.ts'
import { formatShortDuration } from '#src/lib/format.ts'
import { FlakyMark } from '#src/ui/flaky-mark.tsx'
import { StatusMark } from '#src/ui/status.tsx'
import { ResultDetails } from './result-details.tsx'

type Props = { results: readonly SharedResult[]; isBrief?: boolean }

/** Results below the heads of their suites, in the given order. `isBrief` omits details. */
export function SuiteResults({ results, isBrief = false }: Props) {
  const Result = isBrief ? BriefResult : ReportResult
  return groupsOf(results).map(({ suite, members }) => (
    <Box component="section" key={`${suite.id} ${members[0]?.id}`} mt={12}>
      <h3 className={classes.suiteHead} dir="auto">
        {suite.number} {suite.name}
      </h3>
      {members.map((result) => (
        <Result key={result.id} result={result} />
      ))}
    </Box>
  ))
}

type Suite = SharedResult['testCase']['testSuite']

function groupsOf(results: readonly SharedResult[]) {
  const groups: { suite: Suite; members: SharedResult[] }[] = []
  for (const result of results) {
    const { testSuite: suite } = result.testCase
    const last = groups.at(-1)
    if (last?.suite.id === suite.id) last.members.push(result)
    else groups.push({ suite, members: [result] })
  }
  return groups
}

const ReportResult = memo(function ReportResult({ result }: { result: SharedResult }) {
  return (
    <details className={classes.result} open={isFailure(result.status)}>
      <summary className={classes.line}>
        <Line result={result} />
      </summary>
      <ResultDetails result={result} />
    </details>
  )
})

const BriefResult = ({ result }: { result: SharedResult }) => (
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
