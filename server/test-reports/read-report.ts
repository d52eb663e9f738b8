import { createHash } from 'node:crypto'
import { DomainError } from '#shared/errors.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { openReader } from './readers/open-reader.ts'
import { noReport } from './readers/report-error.ts'
import { BrokenGzip } from './report-body.ts'
import type { ReportedTest, ReportSink } from './reported-test.ts'
import { openSpool, type Spool } from './spool.ts'
import { joinedRepeats } from './worst-repeats.ts'

/** A report that was read to its end and waits to be recorded. Close its spool in any case. */
export type ReadReport = Pick<ReportAnswer, 'format' | 'declared' | 'ignored' | 'warnings'> & {
  /** SHA-256 of the bytes, in hex. */
  digest: string
  spool: Spool
}

/** A chunk takes some milliseconds to read; larger ones would hold up everybody else for longer. */
const CHUNK = 64 * 1024

/** Reads a report to its end. Throws BAD_REQUEST that names the line when it is broken or breaks off. */
export async function readReport(chunks: AsyncIterable<Buffer>): Promise<ReadReport> {
  const spool = await openSpool()
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
  const reader = openReader(Buffer.alloc(0), found)
  try {
    for await (const chunk of chunks) {
      digest.update(chunk)
      for (let from = 0; from < chunk.length; from += CHUNK) {
        reader.write(chunk.subarray(from, from + CHUNK))
        await spool.settle()
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenGzip)) throw error
    reader.end()
    throw noReport('The gzip stream ends before its end')
  }
  reader.end()
  return { format: reader.format, digest: digest.digest('hex'), spool, ...found.summary() }
}

/** What a reader finds, added up. */
class Findings implements ReportSink {
  readonly #tests: ReturnType<typeof joinedRepeats>
  readonly #ignored = new Map<string, ReportAnswer['ignored'][number]>()
  readonly #warnings: string[] = []
  #count = 0
  #declared: number | null = null

  constructor(spool: Spool) {
    this.#tests = joinedRepeats((test) => spool.add(test))
  }

  test(test: ReportedTest): void {
    this.#count += 1
    this.#tests.add(test)
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

  summary(): Pick<ReportAnswer, 'declared' | 'ignored' | 'warnings'> {
    this.#tests.end()
    const declared = this.#declared
    if (this.#count === 0) this.warn('The report has no tests')
    else if (declared !== null && declared !== this.#count)
      this.warn(`The report says that it has ${declared} tests; ${this.#count} were found`)
    return { declared, ignored: [...this.#ignored.values()], warnings: this.#warnings }
  }
}

/** Whether what was thrown is the caller's connection going away: nobody is left to answer. */
export function isLostUpload(error: unknown): boolean {
  return (
    !(error instanceof DomainError) &&
    ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '')
  )
}
