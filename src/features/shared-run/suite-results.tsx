import { Box } from '@mantine/core'
import type { SharedResult } from '#shared/shares/share.ts'
import { BriefResult, ReportResult } from './report-result.tsx'
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
