import type { ReportFormat } from '#shared/test-reports/test-report.ts'
import { type JsonObject, objectOf } from './json-values.ts'
import type { ReaderLimits } from './limits.ts'
import { hasTooManyValues, VALUES_MAX } from './many-values.ts'
import { badLine, truncated } from './report-error.ts'
import { linesReader } from './text-lines.ts'
import type { TidySink } from './tidy-sink.ts'

export type JsonLines = {
  take(value: JsonObject): void
  other(text: string): void
  end(): Iterable<void> | undefined
}

export type JsonLinesFormat = {
  format: ReportFormat
  title: string
  open: (sink: TidySink, limits: ReaderLimits) => JsonLines
}

/** A line may hold an attachment. */
const LINE_MAX = 32_000_000

export const jsonLinesReader = ({ format, title, open }: JsonLinesFormat) =>
  linesReader({
    format,
    title,
    lineMax: LINE_MAX,
    open(sink, limits) {
      const lines = open(sink, limits)
      return {
        take(given, line, isLast) {
          const text = given.trim()
          if (text.startsWith('{')) lines.take(parse(text, line, isLast))
          else if (text !== '') lines.other(text)
        },
        end: () => lines.end(),
      }
    },
  })

function parse(text: string, line: number, isLast: boolean): JsonObject {
  if (hasTooManyValues(text)) throw badLine(line, `A line has more than ${VALUES_MAX.toLocaleString('en')} values`)
  try {
    return objectOf(JSON.parse(text))
  } catch {
    throw isLast ? truncated(line, 'the JSON is not complete') : badLine(line, 'The line is not valid JSON')
  }
}
