import type { ReportReader, ReportSink } from '../reported-test.ts'
import { READER_LIMITS, type ReaderLimits } from './limits.ts'
import { badLine } from './report-error.ts'
import { tapTests } from './tap-tests.ts'
import { decodeText } from './text-decoding.ts'
import { tidySink } from './tidy-sink.ts'

/** How a TAP file may begin. */
export const TAP_START = /^(?:TAP version \d|1\.\.\d|(?:not )?ok\b|# ?\S|Bail out!|pragma [+-])/i

/** A line that shows TAP to begin after other output. */
export const TAP_LINE = /^(?:TAP version 1\d\s*|1\.\.\d+|(?:not )?ok \d+(?:[\s-].*)?)$/m

const BREAK = /\r?\n/

export function tapReader(target: ReportSink, limits: ReaderLimits = READER_LIMITS): ReportReader {
  const sink = tidySink(target, 'TAP')
  const tests = tapTests(sink, limits)
  const decoding = decodeText(false)
  let rest = ''
  let line = 0

  return {
    format: 'tap',
    write: (chunk) => takeText(decoding.write(chunk)),
    end() {
      takeText(decoding.end())
      if (rest !== '') takeLine(rest)
      tests.end(Math.max(line, 1))
      if (decoding.hasInvalidBytes) sink.warn('Invalid UTF-8 bytes were replaced')
      sink.finish()
      return []
    },
  }

  function takeText(text: string) {
    if (!text.includes('\n')) {
      rest += text
      return refuseLongLine()
    }
    const lines = (rest + text).split(BREAK)
    rest = lines.pop() ?? ''
    for (const whole of lines) takeLine(whole)
    refuseLongLine()
  }

  function refuseLongLine() {
    if (rest.length > limits.attribute)
      throw badLine(line + 1, `A line is longer than ${limits.attribute.toLocaleString('en')} characters`)
  }

  function takeLine(whole: string) {
    line += 1
    tests.take(whole, line)
  }
}
