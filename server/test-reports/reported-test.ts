import type { ReportFormat } from '#shared/test-reports/test-report.ts'
import type { ResultStatus } from '#shared/test-results/result-status.ts'

/** One execution of a test. `startedAt` is ISO 8601, UTC, with milliseconds. */
export type ReportedExecution = {
  status: ResultStatus
  message: string | null
  trace: string | null
  durationMs: number | null
  startedAt: string | null
}

/**
 * One test of a report. `suite` lists suite names, outermost first. `keys` are automation keys; a test with several
 * keys is recorded for several cases. `executions` has at least one entry, oldest first; the last is the outcome.
 * `ifRepeated` decides between tests of the same name: `retry` uses the later one, `worst` the more severe one.
 */
export type ReportedTest = {
  suite: string[]
  name: string
  keys: string[]
  executions: ReportedExecution[]
  ifRepeated: 'retry' | 'worst'
  /** The report itself says so. */
  isFlaky?: true
}

/** Receives what a reader finds. */
export type ReportSink = {
  test(test: ReportedTest): void
  /** Counts a part of the report that is not recorded; `count` is 1 by default. */
  ignore(element: string, reason: string, count?: number): void
  warn(text: string): void
  /** How many tests the file itself says it has. */
  declare(count: number): void
}

/** Reads a report in chunks of any size. `write` and `end` throw BAD_REQUEST that names the line. */
export type ReportReader = {
  /** For JSON, final only after `end`. */
  readonly format: ReportFormat
  write(chunk: Uint8Array): void
  end(): void
}
