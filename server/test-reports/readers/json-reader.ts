import { StringDecoder } from 'node:string_decoder'
import type { ReportFormat } from '#shared/test-reports/test-report.ts'
import type { ReportReader, ReportSink } from '../reported-test.ts'
import { CTRF_PATHS, ctrfValues } from './ctrf.ts'
import { JEST_PATHS, jestValues } from './jest.ts'
import { type JsonFormat, type JsonValue, jsonParser } from './json-parser.ts'
import { READER_LIMITS, type ReaderLimits } from './limits.ts'
import { PLAYWRIGHT_PATHS, playwrightValues } from './playwright.ts'
import { otherFile, START_MAX } from './other-formats.ts'
import { unsupported } from './supported.ts'
import { tidySink } from './tidy-sink.ts'

/** Reads CTRF, Playwright or Jest JSON; the members of the root tell which. */
export function jsonReader(target: ReportSink, limits: ReaderLimits = READER_LIMITS): ReportReader {
  const sink = tidySink(target, 'JSON')
  const formats: { format: ReportFormat; values: JsonFormat; isRecognized: boolean }[] = [
    { format: 'ctrf', values: ctrfValues(sink), isRecognized: false },
    { format: 'playwright', values: playwrightValues(sink), isRecognized: false },
    { format: 'jest', values: jestValues(sink), isRecognized: false },
  ]
  const head = new StringDecoder('utf8')
  let start = ''
  const parser = jsonParser([...CTRF_PATHS, ...PLAYWRIGHT_PATHS, ...JEST_PATHS], take, sink.embedded, limits)

  return {
    get format() {
      return recognized()?.format ?? 'ctrf'
    },
    write(chunk) {
      if (start.length < START_MAX) start += head.write(chunk.subarray(0, START_MAX))
      parse(() => parser.write(chunk))
    },
    end() {
      parse(() => parser.end())
      const values = recognized()?.values
      if (!values) throw otherFile(start) ?? unsupported('Unrecognized JSON report')
      values.end?.()
      if (parser.hasInvalidBytes) sink.warn('Invalid UTF-8 bytes were replaced')
      sink.finish()
    },
  }

  /** The file of another tool may be no single JSON value. */
  function parse(work: () => void) {
    try {
      work()
    } catch (error) {
      throw (recognized() ? undefined : otherFile(start)) ?? error
    }
  }

  function take(found: JsonValue) {
    for (const format of formats) if (format.values.take(found)) format.isRecognized = true
  }

  function recognized() {
    return formats.find(({ isRecognized }) => isRecognized)
  }
}
