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

/** A file that a report attaches to a test: one in the report itself, by its id, or one beside the report. */
export type ReportedFile = { name: string } & ({ id: string } | { path: string })

/**
 * One test of a report. `suite` lists suite names, outermost first. `keys` are automation keys; a test with several
 * keys is recorded for several cases. `executions` has at least one entry, oldest first; the last is the outcome.
 * Without keys and `isRetry`, no two tests of a report have the same suite and name.
 */
export type ReportedTest = {
  suite: string[]
  name: string
  keys: string[]
  executions: ReportedExecution[]
  /** A later execution of an earlier test of this report, with the same suite and name: it supersedes that one. */
  isRetry?: true
  /** The report itself says so. */
  isFlaky?: true
  files?: ReportedFile[]
  /** Known defects, as each of its executions has them. */
  defects?: string[]
}

export type FoundTest = Omit<ReportedTest, 'isRetry'> & {
  /** Tells it from others of its name, such as `a=1, b=2`. */
  parameters?: string | undefined
  /** The machine or device on which it ran. */
  host?: string | undefined
  /** The number of the part of the report within which `reruns` holds. */
  part?: number | undefined
  /**
   * What a repeat within the part is. `retry`: the test run again. `rounds`: the test run again, if all failed tests
   * were run again after the others. `teardown`: an error after the test. Otherwise: another test.
   */
  reruns?: 'retry' | 'rounds' | 'teardown' | undefined
}

/** Receives the files that are in a report itself, one after the other. */
export type EmbeddedSink = {
  open(): string
  /** The next characters of the file, in base64. */
  write(base64: Uint8Array): void
  close(): void
}

export type ReportSink = {
  embedded: EmbeddedSink
  test(test: FoundTest): void
  /** Counts a part of the report that is not recorded; `count` is 1 by default. */
  ignore(element: string, reason: string, count?: number): void
  warn(text: string): void
  /** A browser in which tests ran, with its version. */
  environment(browser: string): void
  /** How many tests the file itself says it has. */
  declare(count: number): void
  /**
   * How many failures and errors the file says it has. `found` is their number in its contents, where one test may
   * have several; by default the number of failed executions.
   */
  declareFailures(declared: number, found?: number): void
}

/**
 * Reads a report in chunks of any size. `write` and `end` throw BAD_REQUEST that names the line. `end` emits what was
 * held until then, a slice at a time, while its answer is iterated.
 */
export type ReportReader = {
  /** For JSON, final only after `end`. */
  readonly format: ReportFormat
  write(chunk: Uint8Array): void
  end(): Iterable<void>
}
