import type { FAILURE_STATUSES } from '#shared/test-results/severity.ts'
import { PAGE_MAX } from '#shared/page.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { AssayClient } from './api.ts'
import type { Connection } from './connection.ts'

export type Found = (typeof FAILURE_STATUSES)[number] | 'flaky' | 'new-failures'

export type RunTest = {
  id: string
  testCaseId: string
  suite: string
  name: string
  status: string
  errorMessage: string | null
  trace: string | null
}

type Run = Pick<ReportAnswer['testRun'], 'id' | 'summary'>
type Part = { limit: number; offset: number }

export async function listTests(
  connection: Connection,
  run: Run,
  kind: Found,
  max = Number.POSITIVE_INFINITY,
): Promise<RunTest[]> {
  const wanted = kind === 'new-failures' ? max : Math.min(run.summary[kind], max)
  const found: RunTest[] = []
  for (let offset = 0; found.length < wanted; offset += PAGE_MAX) {
    const page = await connection.call((client) => readPage(client, run.id, kind, { limit: PAGE_MAX, offset }))
    found.push(...page.filter(({ flaky }) => kind !== 'flaky' || flaky).map(toRunTest))
    if (page.length < PAGE_MAX) break
  }
  return found.slice(0, max)
}

/** The server cannot list flaky results; they are filtered from the passed ones. */
async function readPage(client: AssayClient, testRunId: string, kind: Found, part: Part): Promise<TestResult[]> {
  if (kind === 'new-failures') return await client.testResults.newFailures.query({ testRunId, ...part })
  const status = kind === 'flaky' ? 'passed' : kind
  return await client.testResults.listInRun.query({ testRunId, status, ...part })
}

function toRunTest({ id, testCase, status, errorMessage, trace }: TestResult): RunTest {
  const { id: testCaseId, name, testSuite } = testCase
  return { id, testCaseId, suite: testSuite.name, name, status, errorMessage, trace }
}
