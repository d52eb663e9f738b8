import { stripVTControlCharacters } from 'node:util'
import { formatDuration } from '#shared/format.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunListItem, TestRunOverview } from '#shared/test-runs/test-run.ts'
import type { EarlierAttempt } from '../test-results/result-chunks.repository.ts'

export type SuiteOfRun = TestRunOverview['suites'][number]

/** What a file is made of. The results come in chunks, by suite and case number, and only as fast as they are taken. */
export type RunExport = {
  projectName: string
  run: TestRunListItem
  suites: SuiteOfRun[]
  /** The version of Assay. */
  version: string
  results: () => AsyncIterable<TestResult[]>
  failures: () => AsyncIterable<TestResult[]>
  /** Executions before the last one, by result id. */
  earlierAttempts: (results: TestResult[]) => Promise<Map<string, EarlierAttempt[]>>
}

/** The name of its case, or its ref when nothing of the name can be seen: readers of reports drop tests without one. */
export function testName({ ref, testCase: { name } }: TestResult): string {
  return /[^\p{C}\s]/u.test(stripVTControlCharacters(name)) ? name : ref
}

/** Why a result failed, also without a message: a value that differs from the expected one. Null for other results. */
export function failureMessage(result: TestResult): string | null {
  const { status, errorMessage, expectedValue, actualValue } = result
  if (status !== 'failed' && status !== 'error') return null
  if (errorMessage !== null && errorMessage !== '') return errorMessage
  if (expectedValue === null || actualValue === null) return null
  return `Expected ${expectedValue}, got ${actualValue}`
}

type Fact = { name: string; value: string }

/** The fields of a run that have a value, under their names in the API. */
export function runFacts({
  ref,
  key,
  status,
  branch,
  commit,
  environment,
  buildUrl,
  milestone,
}: TestRunListItem): Fact[] {
  return known({ ref, key, status, branch, commit, environment, buildUrl, milestone })
}

/** The same for people, in the order in which they are read. */
export function shownFacts(run: TestRunListItem): Fact[] {
  return known({
    Run: run.ref,
    Started: shownTime(run.createdAt),
    Ended: run.completedAt && shownTime(run.completedAt),
    Duration: run.durationMs === null ? null : formatDuration(run.durationMs),
    By: run.createdBy?.name ?? null,
    Branch: run.branch,
    Commit: run.commit,
    Environment: run.environment,
    Milestone: run.milestone,
    Build: run.buildUrl,
  })
}

function known(facts: Record<string, string | null>): Fact[] {
  return Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
}

/** '2026-01-31 12:00 UTC': the file does not know where it is read. */
const shownTime = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`
