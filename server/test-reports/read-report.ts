import { createHash } from 'node:crypto'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { Config } from '../config.ts'
import { slices } from '../limits/give-way.ts'
import { READER_LIMITS } from './readers/limits.ts'
import { openReader } from './readers/open-reader.ts'
import { noReport } from './readers/report-error.ts'
import { TruncatedGzip } from './report-body.ts'
import { FoundTests, type ReportSummary } from './found-tests.ts'
import { type Part, Parts } from './parts.ts'
import { ReportFiles } from './report-files.ts'
import { readingTime, sharedHeld } from './report-limits.ts'

/** A report that was read completely and can be recorded. The caller closes it. */
export type ReadReport = ReportSummary & {
  format: ReportAnswer['format']
  /** SHA-256 of the bytes, in hex. */
  digest: string
  files: ReportFiles
  /** Whether one short transaction can record it. The files in a report need several. */
  isShort: boolean
  /** Its tests in the order of the report. Each part can be recorded in one short transaction. */
  parts(): AsyncGenerator<Part>
  close(): Promise<void>
}

/** Parts. More would make other writes wait. */
const SHORT = 2

/** Reading a chunk blocks the event loop for some milliseconds; larger chunks would delay other requests. */
const CHUNK = 64 * 1024

/** Reads a whole report. Throws BAD_REQUEST that names the line when it is invalid or truncated. */
export async function readReport(
  chunks: AsyncIterable<Buffer>,
  { REPORT_MAX_TESTS, ATTACHMENT_MAX_MB }: Pick<Config, 'REPORT_MAX_TESTS' | 'ATTACHMENT_MAX_MB'>,
): Promise<ReadReport> {
  const files = new ReportFiles(ATTACHMENT_MAX_MB * 1024 * 1024)
  const parts = new Parts(REPORT_MAX_TESTS)
  const found = new FoundTests(parts, files)
  try {
    const read = await readInto(found, chunks)
    return {
      ...read,
      ...found.summary(),
      files,
      isShort: parts.count <= SHORT && files.ids.size === 0,
      parts: () => found.named(),
      close: () => found.close(),
    }
  } catch (error) {
    await found.close()
    throw error
  }
}

async function readInto(
  found: FoundTests,
  chunks: AsyncIterable<Buffer>,
): Promise<Pick<ReadReport, 'format' | 'digest'>> {
  const digest = createHash('sha256')
  const shared = sharedHeld()
  const reader = openReader(found, { ...READER_LIMITS, shared })
  const time = readingTime()
  const giveWay = slices()
  try {
    await readAll().catch(async (error: unknown) => {
      if (!(error instanceof TruncatedGzip)) throw error
      await readEnd()
      throw noReport('Truncated gzip stream')
    })
    await readEnd()
    return { format: reader.format, digest: digest.digest('hex') }
  } finally {
    shared.release()
  }

  async function readAll(): Promise<void> {
    for await (const chunk of chunks) {
      digest.update(chunk)
      for (let from = 0; from < chunk.length; from += CHUNK) {
        time(() => reader.write(chunk.subarray(from, from + CHUNK)))
        await found.settle()
        await giveWay()
      }
    }
  }

  async function readEnd(): Promise<void> {
    for (const _ of reader.end()) {
      await found.settle()
      await giveWay()
    }
    await found.settle()
  }
}
