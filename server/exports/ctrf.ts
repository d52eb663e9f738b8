import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { EarlierAttempt } from '../test-results/result-chunks.repository.ts'
import { failureMessage, type RunExport, testName } from './run-export.ts'

/* https://github.com/ctrf-io/ctrf: strict, so that every reader accepts it. */

const SPEC_VERSION = '0.0.0'

/** CTRF has no errors: they are failures that `rawStatus` tells apart. */
const STATUSES = {
  passed: 'passed',
  failed: 'failed',
  error: 'failed',
  pending: 'pending',
  skipped: 'skipped',
} satisfies Record<ResultStatus, string>

export async function* ctrfFile(source: RunExport): AsyncGenerator<string> {
  yield `${JSON.stringify(head(source)).slice(0, -1)},"results":{"tool":${JSON.stringify(tool(source))},`
  yield `"summary":${JSON.stringify(summary(source))},"environment":${JSON.stringify(environment(source))},"tests":[`
  let isFirst = true
  for await (const chunk of source.results()) {
    const earlier = await source.earlierAttempts(chunk)
    const tests = chunk.map((result) => JSON.stringify(testOf(result, earlier.get(result.id) ?? [])))
    yield (isFirst ? '' : ',') + tests.join(',')
    isFirst = false
  }
  yield ']}}'
}

const head = ({ run }: RunExport) => ({
  reportFormat: 'CTRF',
  specVersion: SPEC_VERSION,
  runId: run.id,
  timestamp: new Date().toISOString(),
  generatedBy: 'Assay',
})

const tool = ({ version }: RunExport) => ({ name: 'Assay', version })

function summary({ run, suites }: RunExport) {
  const { total, passed, failed, error, pending, skipped, flaky } = run.summary
  const start = Date.parse(run.createdAt)
  const stop = run.completedAt === null ? Date.now() : Date.parse(run.completedAt)
  const counts = { tests: total, passed, failed: failed + error, skipped, pending, other: 0, flaky }
  return present({
    ...counts,
    suites: suites.length,
    start,
    stop,
    duration: run.durationMs && Math.round(run.durationMs),
  })
}

function environment({ run, projectName }: RunExport) {
  const { branch, commit, environment: testEnvironment, buildUrl, milestone, ref } = run
  return present({
    reportName: runName(run),
    appName: projectName,
    buildUrl,
    commit,
    branchName: branch,
    testEnvironment,
    extra: present({ ref, milestone }),
  })
}

function testOf(result: TestResult, earlier: EarlierAttempt[]): object {
  const { status, testCase, executionTimeMs, startedAt, flaky } = result
  const duration = Math.round(executionTimeMs ?? 0)
  const start = startedAt === null ? null : Date.parse(startedAt)
  return present({
    name: testName(result),
    status: STATUSES[status],
    duration,
    start,
    stop: start === null ? null : start + duration,
    suite: [testCase.testSuite.name],
    message: failureMessage(result),
    trace: result.trace,
    rawStatus: status,
    tags: testCase.tags.length > 0 ? testCase.tags : null,
    type: testCase.type,
    executionId: result.id,
    flaky: flaky || null,
    ...retriesOf(result, earlier),
    labels: present({
      ref: result.ref,
      priority: testCase.priority,
      defects: result.defects.length > 0 ? result.defects : null,
    }),
    extra: present({
      expectedValue: result.expectedValue,
      actualValue: result.actualValue,
      notes: result.notes,
      executedAt: result.executedAt,
      executedBy: result.executedBy?.name ?? null,
    }),
  })
}

/** Only after an earlier failure: readers take any listed retry for one. */
function retriesOf({ flaky, status }: TestResult, earlier: EarlierAttempt[]): object {
  const isRetried = isFailure(status) || (flaky && earlier.some((attempt) => isFailure(attempt.status)))
  if (!isRetried || earlier.length === 0) return {}
  const retryAttempts = earlier.map(({ status: before, errorMessage, executionTimeMs }, index) =>
    present({
      attempt: index + 1,
      status: STATUSES[before],
      duration: executionTimeMs === null ? null : Math.round(executionTimeMs),
      message: errorMessage,
    }),
  )
  return { retries: earlier.length, retryAttempts }
}

/** The schema forbids null. */
function present<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<T>
}
