import type { ReportFormat } from '#shared/test-reports/test-report.ts'
import type { ReportReader, ReportSink } from '../reported-test.ts'
import { type JsonObject, objectOf } from './json-values.ts'
import { READER_LIMITS, type ReaderLimits } from './limits.ts'
import { badLine, truncated } from './report-error.ts'
import { decodeText } from './text-decoding.ts'
import { type TidySink, tidySink } from './tidy-sink.ts'

export type JsonLines = {
  take(value: JsonObject): void
  other(text: string): void
  end(): Iterable<void>
}

export type JsonLinesFormat = {
  format: ReportFormat
  title: string
  open: (sink: TidySink, limits: ReaderLimits) => JsonLines
}

/** A line may hold an attachment. */
const LINE_MAX = 32_000_000

export const jsonLinesReader =
  ({ format, title, open }: JsonLinesFormat) =>
  (target: ReportSink, limits: ReaderLimits = READER_LIMITS): ReportReader => {
    const sink = tidySink(target, title)
    const lines = open(sink, limits)
    const decoding = decodeText(false)
    let rest: string[] = []
    let length = 0
    let line = 0

    return {
      format,
      write: (chunk) => takeText(decoding.write(chunk)),
      *end() {
        takeText(decoding.end())
        const last = rest.join('')
        if (last.trim() !== '') takeLine(last, true)
        yield* lines.end()
        if (decoding.hasInvalidBytes) sink.warn('Invalid UTF-8 bytes were replaced')
        sink.finish()
      },
    }

    function takeText(text: string) {
      const [first = '', ...others] = text.split('\n')
      add(first)
      for (const next of others) {
        takeLine(rest.join(''), false)
        rest = []
        length = 0
        add(next)
      }
    }

    function add(text: string) {
      length += text.length
      if (length > LINE_MAX)
        throw badLine(line + 1, `A line is longer than ${LINE_MAX.toLocaleString('en')} characters`)
      rest.push(text)
    }

    function takeLine(given: string, isLast: boolean) {
      line += 1
      const text = given.trim()
      if (text === '') return
      if (!text.startsWith('{')) return lines.other(text)
      lines.take(parse(text, isLast))
    }

    function parse(text: string, isLast: boolean): JsonObject {
      try {
        return objectOf(JSON.parse(text))
      } catch {
        throw isLast ? truncated(line, 'the JSON is not complete') : badLine(line, 'The line is not valid JSON')
      }
    }
  }
