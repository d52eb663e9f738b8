import type { TestResult } from '#shared/test-results/test-result.ts'
import type { TestRunListItem, TestRunOverview } from '#shared/test-runs/test-run.ts'
import type { EarlierAttempt } from '../test-results/test-results.service.ts'

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

/** Why a result failed, also without a message: a value that differs from the expected one. Null for other results. */
export function failureMessage(result: TestResult): string | null {
  const { status, errorMessage, expectedValue, actualValue } = result
  if (status !== 'failed' && status !== 'error') return null
  if (errorMessage !== null && errorMessage !== '') return errorMessage
  if (expectedValue === null || actualValue === null) return null
  return `Expected ${expectedValue}, got ${actualValue}`
}

/** The facts of a run that have a value, with their names. */
export function runFacts(run: TestRunListItem): { name: string; value: string }[] {
  const facts: [string, string | null][] = [
    ['id', run.id],
    ['key', run.key],
    ['status', run.status],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
}

/** The same for people, in the order in which they are read. `link`: the value is an http or https address. */
export function shownFacts(run: TestRunListItem): { name: string; value: string; link?: boolean }[] {
  const facts: [string, string | null | undefined, true?][] = [
    ['Started', shownTime(run.createdAt)],
    ['Ended', run.completedAt && shownTime(run.completedAt)],
    ['By', run.createdBy?.name],
  ]
  return facts.flatMap(([name, value, link = false]) => (value ? [{ name, value, link }] : []))
}

/** '2026-01-31 12:00 UTC': the file does not know where it is read. */
const shownTime = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`
