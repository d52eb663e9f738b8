import type { ReportFormat, ReportReader, ReportSink } from '../reported-test.ts'
import { CTRF_PATHS, ctrfValues } from './ctrf.ts'
import { JEST_PATHS, jestValues } from './jest.ts'
import { type JsonFormat, type JsonValue, jsonParser } from './json-parser.ts'
import { READER_LIMITS, type ReaderLimits } from './limits.ts'
import { PLAYWRIGHT_PATHS, playwrightValues } from './playwright.ts'
import { noReport } from './report-error.ts'
import { tidySink } from './tidy-sink.ts'

/** CTRF, Playwright's or Jest's JSON, whichever the members of the root tell. */
export function jsonReader(target: ReportSink, limits: ReaderLimits = READER_LIMITS): ReportReader {
  const sink = tidySink(target, 'JSON')
  const formats: { format: ReportFormat; values: JsonFormat }[] = [
    { format: 'ctrf', values: ctrfValues(sink) },
    { format: 'playwright', values: playwrightValues(sink) },
    { format: 'jest', values: jestValues(sink) },
  ]
  const parser = jsonParser([...CTRF_PATHS, ...PLAYWRIGHT_PATHS, ...JEST_PATHS], take, limits)

  return {
    get format() {
      return told()?.format ?? 'ctrf'
    },
    write: (chunk) => parser.write(chunk),
    end() {
      parser.end()
      const values = told()?.values
      if (!values)
        throw noReport(
          'This JSON file is no test report: none of CTRF, Playwright, Jest and Vitest writes it like that',
        )
      values.end()
      if (parser.hasInvalidBytes) sink.warn('Some bytes were no UTF-8 and were replaced')
      sink.finish()
    },
  }

  function take(found: JsonValue) {
    for (const { values } of formats) values.take(found)
  }

  function told() {
    return formats.find(({ values }) => values.isTold)
  }
}
