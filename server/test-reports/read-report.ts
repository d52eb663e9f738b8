import { createHash } from 'node:crypto'
import { DomainError } from '#shared/errors.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import { openReader } from './readers/open-reader.ts'
import { noReport } from './readers/report-error.ts'
import { TruncatedGzip } from './report-body.ts'
import { distinctTests } from './distinct-tests.ts'
import type { FoundTest, ReportedTest, ReportSink } from './reported-test.ts'
import { countExecutions, readingTime, withLimitedRetries } from './report-limits.ts'
import { type Line, openSpool, type Spool } from './spool.ts'

/** A report that was read completely and can be recorded. The caller closes it. */
export type ReadReport = Pick<ReportAnswer, 'format' | 'declared' | 'ignored' | 'warnings'> & {
  /** SHA-256 of the bytes, in hex. */
  digest: string
  /** `bytes` is the length of the tests as JSON. */
  size: { tests: number; executions: number; bytes: number }
  /** All tests in the order of the report, `count` at a time. */
  tests(count: number): AsyncGenerator<ReportedTest[]>
  /** The same as JSON. */
  lines(): AsyncIterable<Line>
  close(): Promise<void>
}

/** Reading a chunk blocks the event loop for some milliseconds; larger chunks would delay other requests. */
const CHUNK = 64 * 1024

/** Tests to name at once. */
const BATCH = 400

/** Reads a whole report. Throws BAD_REQUEST that names the line when it is invalid or truncated. */
export async function readReport(chunks: AsyncIterable<Buffer>, maxTests: number): Promise<ReadReport> {
  const spool = await openSpool(maxTests)
  try {
    return await readInto(spool, chunks)
  } catch (error) {
    await spool.close()
    throw error
  }
}

async function readInto(spool: Spool, chunks: AsyncIterable<Buffer>): Promise<ReadReport> {
  const digest = createHash('sha256')
  const found = new Findings(spool)
  const reader = openReader(found)
  const time = readingTime()
  try {
    for await (const chunk of chunks) {
      digest.update(chunk)
      for (let from = 0; from < chunk.length; from += CHUNK) {
        time(() => reader.write(chunk.subarray(from, from + CHUNK)))
        await spool.settle()
      }
    }
  } catch (error) {
    if (!(error instanceof TruncatedGzip)) throw error
    reader.end()
    throw noReport('Truncated gzip stream')
  }
  reader.end()
  return {
    format: reader.format,
    digest: digest.digest('hex'),
    ...found.summary(),
    size: spool.size,
    tests: (count) => withLimitedRetries(found.tests(count)),
    lines: () => found.lines(),
    close: () => spool.close(),
  }
}

/** Collects what a reader finds. */
class Findings implements ReportSink {
  readonly #spool: Spool
  readonly #distinct = distinctTests()
  readonly #ignored = new Map<string, ReportAnswer['ignored'][number]>()
  readonly #warnings: string[] = []
  #count = 0
  #declared: number | null = null
  #failed = 0
  #failures = { declared: 0, found: 0 }

  constructor(spool: Spool) {
    this.#spool = spool
  }

  test(test: FoundTest): void {
    this.#count += 1
    this.#failed += test.executions.filter(({ status }) => isFailure(status)).length
    this.#distinct.note(test)
    this.#spool.add(test)
  }

  async *tests(count: number): AsyncGenerator<ReportedTest[]> {
    const named = this.#distinct.naming()
    let batch: ReportedTest[] = []
    for await (const { json } of this.#spool.lines()) {
      batch.push(named(JSON.parse(json) as FoundTest))
      if (batch.length < count) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }

  /** Without repeats, the tests are passed on as they were stored. */
  lines(): AsyncIterable<Line> {
    return this.#distinct.hasRepeats() ? this.#namedLines() : this.#spool.lines()
  }

  async *#namedLines(): AsyncGenerator<Line> {
    for await (const tests of withLimitedRetries(this.tests(BATCH)))
      for (const test of tests) yield { json: JSON.stringify(test), executions: countExecutions(test) }
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

  declare(count: number): void {
    this.#declared = (this.#declared ?? 0) + count
  }

  declareFailures(declared: number, found = 0): void {
    this.#failures.declared += declared
    this.#failures.found += found
  }

  summary(): Pick<ReportAnswer, 'declared' | 'ignored' | 'warnings'> {
    const declared = this.#declared
    if (this.#count === 0) this.warn('The report has no tests')
    else if (declared !== null && declared !== this.#count)
      this.warn(`The report declares ${declared} tests; ${this.#count} were found`)
    const failures = this.#failures
    if (failures.declared > Math.max(failures.found, this.#failed))
      this.warn(
        `The report declares more failures and errors (${failures.declared}) than were recorded (${this.#failed})`,
      )
    return { declared, ignored: [...this.#ignored.values()], warnings: this.#warnings }
  }
}

/** Whether the error is a lost connection, so there is nobody to answer. */
export function isLostUpload(error: unknown): boolean {
  return (
    !(error instanceof DomainError) &&
    ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '')
  )
}
