import { createHash } from 'node:crypto'
import { DomainError } from '#shared/errors.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { isFailure } from '#shared/test-results/severity.ts'
import type { Config } from '../config.ts'
import { slices } from '../limits/give-way.ts'
import { TITLE_MAX } from './readers/limits.ts'
import { openReader } from './readers/open-reader.ts'
import { noReport } from './readers/report-error.ts'
import { TruncatedGzip } from './report-body.ts'
import { distinctTests } from './distinct-tests.ts'
import { pack } from './pack.ts'
import type { FoundTest, ReportedTest, ReportSink } from './reported-test.ts'
import { ReportFiles } from './report-files.ts'
import { readingTime, withLimitedRetries } from './report-limits.ts'
import { openSpool, type Spool } from './spool.ts'

/** A report that was read completely and can be recorded. The caller closes it. */
export type ReadReport = Pick<ReportAnswer, 'format' | 'declared' | 'ignored' | 'warnings'> & {
  /** SHA-256 of the bytes, in hex. */
  digest: string
  /** `bytes` is the length of the tests as JSON. */
  size: { tests: number; executions: number; bytes: number }
  /** The browsers in which its tests ran, with their versions. */
  environment: string | undefined
  /** The files that its tests attach. */
  files: ReportFiles
  /** All tests in the order of the report, a block at a time. */
  tests(): AsyncGenerator<ReportedTest[]>
  /** The same as packed JSON. Each block can be recorded in one short transaction. */
  parts(): AsyncGenerator<Buffer>
  /** Frees the memory and the disk that the tests take. */
  close(): Promise<void>
}

/** Reading a chunk blocks the event loop for some milliseconds; larger chunks would delay other requests. */
const CHUNK = 64 * 1024

/** Reads a whole report. Throws BAD_REQUEST that names the line when it is invalid or truncated. */
export async function readReport(
  chunks: AsyncIterable<Buffer>,
  { REPORT_MAX_TESTS, ATTACHMENT_MAX_MB }: Pick<Config, 'REPORT_MAX_TESTS' | 'ATTACHMENT_MAX_MB'>,
): Promise<ReadReport> {
  const found = new Findings(openSpool(REPORT_MAX_TESTS), new ReportFiles(ATTACHMENT_MAX_MB * 1024 * 1024))
  try {
    const read = await readInto(found, chunks)
    return {
      ...read,
      ...found.summary(),
      size: found.spool.size,
      files: found.files,
      tests: () => withLimitedRetries(found.tests()),
      parts: () => found.parts(),
      close: () => found.close(),
    }
  } catch (error) {
    await found.close()
    throw error
  }
}

async function readInto(
  found: Findings,
  chunks: AsyncIterable<Buffer>,
): Promise<Pick<ReadReport, 'format' | 'digest'>> {
  const digest = createHash('sha256')
  const reader = openReader(found)
  const time = readingTime()
  const giveWay = slices()
  try {
    for await (const chunk of chunks) {
      digest.update(chunk)
      for (let from = 0; from < chunk.length; from += CHUNK) {
        time(() => reader.write(chunk.subarray(from, from + CHUNK)))
        await found.settle()
        await giveWay()
      }
    }
  } catch (error) {
    if (!(error instanceof TruncatedGzip)) throw error
    await readEnd()
    throw noReport('Truncated gzip stream')
  }
  await readEnd()
  return { format: reader.format, digest: digest.digest('hex') }

  async function readEnd(): Promise<void> {
    for (const _ of reader.end()) {
      await found.settle()
      await giveWay()
    }
    await found.settle()
  }
}

/** More would be no name of an environment. */
const BROWSERS_MAX = 5

/** Collects what a reader finds. */
class Findings implements ReportSink {
  readonly spool: Spool
  readonly files: ReportFiles
  #distinct = distinctTests()
  readonly #ignored = new Map<string, ReportAnswer['ignored'][number]>()
  readonly #warnings: string[] = []
  readonly #browsers = new Set<string>()
  #count = 0
  #declared: number | null = null
  #failed = 0
  #failures = { declared: 0, found: 0 }

  constructor(spool: Spool, files: ReportFiles) {
    this.spool = spool
    this.files = files
  }

  get embedded() {
    return this.files.embedded
  }

  test(test: FoundTest): void {
    this.#count += 1
    this.#failed += test.executions.filter(({ status }) => isFailure(status)).length
    this.#distinct.note(test)
    this.spool.add(test.files ? this.files.of(test) : test)
  }

  /** Waits for the disk when it is slower than reading. */
  async settle(): Promise<void> {
    await this.spool.settle()
    await this.files.embedded.settle()
  }

  async *tests(): AsyncGenerator<ReportedTest[]> {
    const named = this.#distinct.naming()
    for await (const lines of this.spool.lines()) yield lines.map((json) => named(JSON.parse(json) as FoundTest))
  }

  /** Without repeats, the blocks are passed on as they were stored. */
  async *parts(): AsyncGenerator<Buffer> {
    if (!this.#distinct.hasRepeats()) yield* this.spool.packed()
    else
      for await (const tests of withLimitedRetries(this.tests()))
        yield await pack(tests.map((test) => JSON.stringify(test)))
  }

  async close(): Promise<void> {
    this.#distinct = distinctTests()
    await this.spool.close()
    await this.files.embedded.end()
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

  summary(): Pick<ReadReport, 'declared' | 'ignored' | 'warnings' | 'environment'> {
    const declared = this.#declared
    if (this.#count === 0) this.warn('The report has no tests')
    else if (declared !== null && declared !== this.#count)
      this.warn(`The report declares ${declared} tests; ${this.#count} were found`)
    const failures = this.#failures
    if (failures.declared > Math.max(failures.found, this.#failed))
      this.warn(
        `The report declares more failures and errors (${failures.declared}) than were recorded (${this.#failed})`,
      )
    const environment = [...this.#browsers].toSorted().join(', ').slice(0, TITLE_MAX) || undefined
    return { declared, ignored: [...this.#ignored.values()], warnings: this.#warnings, environment }
  }
}

/** Whether the error is a lost connection, so there is nobody to answer. */
export function isLostUpload(error: unknown): boolean {
  return (
    !(error instanceof DomainError) &&
    ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '')
  )
}
