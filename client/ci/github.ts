import { appendFile, stat } from 'node:fs/promises'
import type { Comparison } from '#shared/comparisons/comparison.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { ChangeKind } from '#shared/test-runs/comparison.ts'
import { readComparison } from '../comparison.ts'
import type { Connection } from '../connection.ts'
import { CallFailure } from '../failures.ts'
import type { Output } from '../output.ts'
import { listTests, type RunTest } from '../run-tests.ts'
import { ANNOTATIONS_MAX, annotationsOf } from './annotations.ts'
import { jobSummary } from './summary.ts'

/** GitHub refuses step summaries above 1 MiB. */
const SUMMARY_MAX_BYTES = 1024 * 1024
const TESTS_IN_SUMMARY = 1_000
const CHANGES_IN_SUMMARY = 3_000

type Result = {
  testRun: ReportAnswer['testRun']
  url: string
  refused: { file: string; reason: string }[]
  quarantined: ReadonlySet<string>
}

export function isGitHubActions(env: NodeJS.ProcessEnv): boolean {
  return env['GITHUB_ACTIONS'] === 'true'
}

/** Prints annotations for failed tests and appends the job summary. A summary that cannot be written is only noted. */
export async function reportToGitHub(
  connection: Connection,
  output: Output,
  { testRun, url, refused, quarantined }: Result,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { summary } = testRun
  const failing = [
    ...(await listTests(connection, testRun, 'failed', TESTS_IN_SUMMARY)),
    ...(await listTests(connection, testRun, 'error', TESTS_IN_SUMMARY)),
  ]
  const isKnown = ({ testCaseId }: RunTest) => quarantined.has(testCaseId)
  const failed = failing.filter((test) => !isKnown(test))
  const workspace = env['GITHUB_WORKSPACE'] || process.cwd()
  const total = summary.failed + summary.error - (failing.length - failed.length)
  for (const line of annotationsOf(failed.slice(0, ANNOTATIONS_MAX), total, workspace)) output.ciCommand(line)
  const file = env['GITHUB_STEP_SUMMARY']
  if (!file) return
  const flaky = await listTests(connection, testRun, 'flaky', TESTS_IN_SUMMARY)
  try {
    const used = await stat(file).then(
      ({ size }) => size,
      () => 0,
    )
    const comparison = await compare(connection, testRun.id)
    const content = { testRun, url, failed, flaky, quarantined: failing.filter(isKnown), refused, comparison }
    if (SUMMARY_MAX_BYTES - used > SUMMARY_MIN_BYTES)
      await appendFile(file, jobSummary(content, SUMMARY_MAX_BYTES - used))
    else output.note(`No room for the job summary: ${file} has ${used} bytes`)
  } catch (error) {
    output.note(`The job summary was not written: ${(error as Error).message}`)
  }
}

const SUMMARY_MIN_BYTES = 8_000

/** Null on a server of an earlier version. */
async function compare(connection: Connection, testRunId: string): Promise<Comparison | null> {
  try {
    const kind: ChangeKind[] = ['newFailures', 'fixed', 'slower']
    return await readComparison(connection, { testRunId, kind }, CHANGES_IN_SUMMARY)
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404) return null
    throw error
  }
}
