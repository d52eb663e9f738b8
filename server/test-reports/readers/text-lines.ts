import type { ReportFormat } from '#shared/test-reports/test-report.ts'
import type { ReportReader, ReportSink } from '../reported-test.ts'
import type { ReaderLimits } from './limits.ts'
import { badLine } from './report-error.ts'
import { decodeText } from './text-decoding.ts'
import { type TidySink, tidySink } from './tidy-sink.ts'

/** Takes one line after the other, without its line break. `end` gets the number of the last one. */
export type Lines = {
  take(text: string, line: number, isLast: boolean): void
  end(line: number): Iterable<void> | undefined
}

/** `title` is the suite of tests that have none. */
type LinesFormat = {
  format: ReportFormat
  title: string
  lineMax: number
  open: (sink: TidySink, limits: ReaderLimits) => Lines
}

/** A reader of a format of lines in UTF-8. */
export const linesReader =
  ({ format, title, lineMax, open }: LinesFormat) =>
  (target: ReportSink, limits: ReaderLimits): ReportReader => {
    const sink = tidySink(target, title)
    const lines = open(sink, limits)
    const decoding = decodeText(false)
    /** The pieces of the line that has not ended. */
    let pieces: string[] = []
    let length = 0
    let line = 0

    return {
      format,
      write: (chunk) => read(decoding.write(chunk)),
      *end() {
        read(decoding.end())
        if (length > 0) endLine(true)
        yield* lines.end(Math.max(line, 1)) ?? []
        if (decoding.hasInvalidBytes) sink.warn('Invalid UTF-8 bytes were replaced')
        sink.finish()
      },
    }

    function read(text: string) {
      const [first = '', ...others] = text.split('\n')
      add(first)
      for (const next of others) {
        endLine(false)
        add(next)
      }
    }

    function add(text: string) {
      length += text.length
      if (length > lineMax) throw badLine(line + 1, `A line is longer than ${lineMax.toLocaleString('en')} characters`)
      pieces.push(text)
    }

    function endLine(isLast: boolean) {
      const whole = pieces.join('')
      pieces = []
      length = 0
      line += 1
      lines.take(whole.endsWith('\r') ? whole.slice(0, -1) : whole, line, isLast)
    }
  }
