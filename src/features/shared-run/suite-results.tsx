import { Box } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import type { SharedResult } from '#shared/shares/share.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import { PROJECT_CREDENTIAL } from '#shared/users/actor-name.ts'
import { formatDateTime, formatShortDuration } from '#src/lib/format.ts'
import { FlakyMark } from '#src/ui/flaky-mark.tsx'
import { prettyJson } from '#src/ui/pretty-json.ts'
import { StatusMark } from '#src/ui/status.tsx'
import classes from './run-report.module.css'

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

function ResultDetails({ result }: { result: SharedResult }) {
  const { expectedValue, actualValue, errorMessage, trace, notes, defects } = result
  const { attempts, executedAt, executedBy, steps } = result
  return (
    <div className={classes.details}>
      <div className={classes.values}>
        {expectedValue !== null && <Text term="Expected" text={prettyJson(expectedValue)} />}
        {actualValue !== null && <Text term="Actual" text={prettyJson(actualValue)} />}
      </div>
      {errorMessage && <Text term="Error" text={errorMessage} />}
      {trace && <Text term="Trace" text={trace} />}
      {notes && <Text term="Note" text={notes} />}
      {defects.length > 0 && <Text term="Defects" text={defects.join('\n')} />}
      {steps.length > 0 && (
        <Part term="Steps">
          <Box component="ol" className="breakable" m={0} pl={20}>
            {steps.map(({ action, expected, status, note }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the steps of a snapshot keep their places
              <li key={index}>
                <b>{status}</b>: <span dir="auto">{action}</span>
                {expected && <span dir="auto"> → {expected}</span>}
                {note && <span dir="auto"> ({note})</span>}
              </li>
            ))}
          </Box>
        </Part>
      )}
      <Box c="dimmed" fz="sm">
        {executedAt === null ? 'Not executed' : `${executedBy ?? PROJECT_CREDENTIAL}, ${formatDateTime(executedAt)}`}
        {attempts > 1 && `, ${attempts} attempts`}
        {result.assignee && `, assigned to ${result.assignee}`}
      </Box>
    </div>
  )
}

function Part({ term, children }: { term: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <Box component="h4" m={0} c="dimmed" fz="sm" fw={500}>
        {term}
      </Box>
      {children}
    </section>
  )
}

const Text = ({ term, text }: { term: string; text: string }) => (
  <Part term={term}>
    <pre className={`mono ${classes.text}`} dir="auto">
      {text === '' ? 'empty' : text}
    </pre>
  </Part>
)
