import { stripVTControlCharacters } from 'node:util'
import { formatDuration } from '#shared/format.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunHead, TestRunListItem, TestRunOverview } from '#shared/test-runs/test-run.ts'
import type { EarlierAttempt } from '../test-results/result-chunks.repository.ts'

export type SuiteOfRun = TestRunOverview['suites'][number]

/** The content of a file. Results come in chunks, by suite and case number, and only as fast as they are consumed. */
export type RunExport = {
  projectName: string
  run: TestRunHead
  suites: SuiteOfRun[]
  version: string
  results: () => AsyncIterable<TestResult[]>
  failures: () => AsyncIterable<TestResult[]>
  earlierAttempts: (results: TestResult[]) => Promise<Map<string, EarlierAttempt[]>>
}

/** The name of its case, or its ref if nothing of the name is visible: readers drop tests without a name. */
export function testName({ ref, testCase: { name } }: TestResult): string {
  return /[^\p{C}\s]/u.test(stripVTControlCharacters(name)) ? name : ref
}

/** Why a result failed; without a message, the difference between the values. Null for other results. */
export function failureMessage(result: TestResult): string | null {
  const { status, errorMessage, expectedValue, actualValue } = result
  if (status !== 'failed' && status !== 'error') return null
  if (errorMessage !== null && errorMessage !== '') return errorMessage
  if (expectedValue === null || actualValue === null) return null
  return `Expected ${expectedValue}, got ${actualValue}`
}

export type Fact = { name: string; value: string }

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

/** '2026-01-31 12:00 UTC': the file cannot know the reader's time zone. */
const shownTime = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`
