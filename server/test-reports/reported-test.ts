import type { ResultStatus } from '#shared/test-results/result-status.ts'

export type ReportFormat = 'junit' | 'ctrf' | 'playwright' | 'jest' | 'tap'

/** One execution of a test. `startedAt` is ISO 8601, UTC, with milliseconds. */
export type ReportedExecution = {
  status: ResultStatus
  message: string | null
  trace: string | null
  durationMs: number | null
  startedAt: string | null
}

/**
 * One test of a report. `suite` holds names from the outermost in, `keys` explicit automation keys (several: one test
 * stands for several cases), `executions` at least one, oldest first; the last one is the outcome. `ifRepeated` says what
 * a second test of the same identity means: `retry`, the later one counts; `worst`, the worse status counts.
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

/** Where a reader puts what it finds. */
export type ReportSink = {
  test(test: ReportedTest): void
  /** Something of the report that is not kept, once for each element unless `count` is given. */
  ignore(element: string, reason: string, count?: number): void
  warn(text: string): void
  /** How many tests the file itself says it has. */
  declare(count: number): void
}

/** Takes a report in chunks of any size. `write` and `end` throw a 400 that names the line. */
export type ReportReader = {
  /** Of JSON this is known only once the telling part was read, at the latest at the end. */
  readonly format: ReportFormat
  write(chunk: Uint8Array): void
  end(): void
}
