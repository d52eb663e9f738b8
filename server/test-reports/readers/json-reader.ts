import { StringDecoder } from 'node:string_decoder'
import type { ReportFormat } from '#shared/test-reports/test-report.ts'
import type { ReportReader, ReportSink } from '../reported-test.ts'
import { ALLURE_PATHS, allureValues } from './allure.ts'
import { CTRF_PATHS, ctrfValues } from './ctrf.ts'
import { CUCUMBER_PATHS, cucumberValues } from './cucumber.ts'
import { JEST_PATHS, jestValues } from './jest.ts'
import { type JsonFormat, type JsonValue, jsonParser } from './json-parser.ts'
import type { ReaderLimits } from './limits.ts'
import { MOCHA_PATHS, mochaValues } from './mocha.ts'
import { NEWMAN_PATHS, newmanValues } from './newman.ts'
import { PLAYWRIGHT_PATHS, playwrightValues } from './playwright.ts'
import { otherFile, START_MAX } from './other-formats.ts'
import { unsupported } from './report-error.ts'
import { type TidySink, tidySink } from './tidy-sink.ts'

type Candidate = { format: ReportFormat; paths: string[]; values: (sink: TidySink) => JsonFormat }

/** `member` is the name of the texts that are files in base64. */
type Root = { member: string; candidates: Candidate[] }

const OBJECT: Root = {
  member: 'body',
  candidates: [
    { format: 'ctrf', paths: CTRF_PATHS, values: ctrfValues },
    { format: 'playwright', paths: PLAYWRIGHT_PATHS, values: playwrightValues },
    { format: 'jest', paths: JEST_PATHS, values: jestValues },
    { format: 'newman', paths: NEWMAN_PATHS, values: newmanValues },
    { format: 'mocha', paths: MOCHA_PATHS, values: mochaValues },
    { format: 'allure', paths: ALLURE_PATHS, values: allureValues },
  ],
}
const LIST: Root = {
  member: 'data',
  candidates: [{ format: 'cucumber', paths: CUCUMBER_PATHS, values: cucumberValues }],
}

/** Reads a JSON object in any of the formats; the members of the root tell which. */
export const jsonReader = (target: ReportSink, limits: ReaderLimits) => readerOf(OBJECT, target, limits)

/** Reads a JSON list: Cucumber's. */
export const jsonListReader = (target: ReportSink, limits: ReaderLimits) => readerOf(LIST, target, limits)

function readerOf({ member, candidates }: Root, target: ReportSink, limits: ReaderLimits): ReportReader {
  const sink = tidySink(target, 'JSON')
  const formats = candidates.map(({ format, values }) => ({ format, values: values(sink), isRecognized: false }))
  const head = new StringDecoder('utf8')
  let start = ''
  const paths = [...new Set(candidates.flatMap((one) => one.paths))]
  const parser = jsonParser(paths, take, sink.embedded, limits, member)

  return {
    get format() {
      return recognized()?.format ?? (candidates[0] as Candidate).format
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
      return []
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
