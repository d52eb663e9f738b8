import { NAME_MAX } from '#shared/limits.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import { distinctTests } from './distinct-tests.ts'
import { type Part, partOf, type Parts, testsOf } from './parts.ts'
import type { FoundTest, ReportSink } from './reported-test.ts'
import type { ReportFiles } from './report-files.ts'
import { limitedRetries } from './report-limits.ts'

/** The content of a report besides its tests. `environment`: the browsers of the tests, with their versions. */
export type ReportSummary = Pick<ReportAnswer, 'declared' | 'ignored' | 'warnings'> & {
  environment: string | undefined
}

/** A longer list would not fit as the name of an environment. */
const BROWSERS_MAX = 5

export class FoundTests implements ReportSink {
  readonly #parts: Parts
  readonly #files: ReportFiles
  #distinct = distinctTests()
  readonly #ignored = new Map<string, ReportAnswer['ignored'][number]>()
  readonly #warnings: string[] = []
  readonly #browsers = new Set<string>()
  #count = 0
  #declared: number | null = null
  #failed = 0
  #failures = { declared: 0, found: 0 }

  constructor(parts: Parts, files: ReportFiles) {
    this.#parts = parts
    this.#files = files
  }

  get embedded() {
    return this.#files
  }

  test(test: FoundTest): void {
    this.#count += 1
    this.#failed += test.executions.filter(({ status }) => isFailure(status)).length
    this.#distinct.note(test)
    this.#parts.add(test.files ? this.#files.of(test) : test)
  }

  async settle(): Promise<void> {
    await this.#parts.settle()
    await this.#files.settle()
  }

  /** The parts with a name of its own for each test. Without repeats, they stay as they are. */
  async *named(): AsyncGenerator<Part> {
    const nameOf = this.#distinct.hasRepeats() && this.#distinct.naming()
    const refuseTooMany = limitedRetries()
    for await (const part of this.#parts.read()) {
      if (!nameOf) yield part
      else {
        const tests = testsOf<FoundTest>(part).map(nameOf)
        tests.forEach(refuseTooMany)
        yield await partOf(tests)
      }
    }
  }

  async close(): Promise<void> {
    this.#distinct = distinctTests()
    await this.#parts.close()
    await this.#files.end()
  }

  ignore(element: string, reason: string, count = 1): void {
    const key = `${element}\n${reason}`
    const known = this.#ignored.get(key)
    if (known) known.count += count
    else this.#ignored.set(key, { element, count, reason })
  }

  warn(text: string): void {
    this.#warnings.push(text)
  }

  environment(browser: string): void {
    if (this.#browsers.size < BROWSERS_MAX) this.#browsers.add(browser)
  }

  declare(count: number): void {
    this.#declared = (this.#declared ?? 0) + count
  }

  declareFailures(declared: number, found = 0): void {
    this.#failures.declared += declared
    this.#failures.found += found
  }

  summary(): ReportSummary {
    const declared = this.#declared
    if (this.#count === 0) this.warn('The report has no tests')
    else if (declared !== null && declared !== this.#count)
      this.warn(`The report declares ${declared} tests; ${this.#count} were found`)
    const failures = this.#failures
    if (failures.declared > Math.max(failures.found, this.#failed))
      this.warn(
        `The report declares more failures and errors (${failures.declared}) than were recorded (${this.#failed})`,
      )
    const environment = [...this.#browsers].toSorted().join(', ').slice(0, NAME_MAX) || undefined
    return { declared, ignored: [...this.#ignored.values()], warnings: this.#warnings, environment }
  }
}
