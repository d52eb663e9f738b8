import type { ReportFormat } from '#shared/test-reports/test-report.ts'
import type { ReportReader, ReportSink } from '../reported-test.ts'
import { CTRF_PATHS, ctrfValues } from './ctrf.ts'
import { JEST_PATHS, jestValues } from './jest.ts'
import { type JsonFormat, type JsonValue, jsonParser } from './json-parser.ts'
import { READER_LIMITS, type ReaderLimits } from './limits.ts'
import { PLAYWRIGHT_PATHS, playwrightValues } from './playwright.ts'
import { noReport } from './report-error.ts'
import { tidySink } from './tidy-sink.ts'

/** Reads CTRF, Playwright or Jest JSON; the members of the root tell which. */
export function jsonReader(target: ReportSink, limits: ReaderLimits = READER_LIMITS): ReportReader {
  const sink = tidySink(target, 'JSON')
  const formats: { format: ReportFormat; values: JsonFormat; isRecognized: boolean }[] = [
    { format: 'ctrf', values: ctrfValues(sink), isRecognized: false },
    { format: 'playwright', values: playwrightValues(sink), isRecognized: false },
    { format: 'jest', values: jestValues(sink), isRecognized: false },
  ]
  const parser = jsonParser([...CTRF_PATHS, ...PLAYWRIGHT_PATHS, ...JEST_PATHS], take, limits)

  return {
    get format() {
      return recognized()?.format ?? 'ctrf'
    },
    write: (chunk) => parser.write(chunk),
    end() {
      parser.end()
      const values = recognized()?.values
      if (!values) throw noReport('Unrecognized JSON report. Supported: CTRF, Playwright, Jest, Vitest.')
      values.end?.()
      if (parser.hasInvalidBytes) sink.warn('Invalid UTF-8 bytes were replaced')
      sink.finish()
    },
  }

  function take(found: JsonValue) {
    for (const format of formats) if (format.values.take(found)) format.isRecognized = true
  }

  function recognized() {
    return formats.find(({ isRecognized }) => isRecognized)
  }
}
