import type { ReportReader, ReportSink } from '../reported-test.ts'
import { junitElements } from './junit-elements.ts'
import { READER_LIMITS, type ReaderLimits } from './limits.ts'
import { tidySink } from './tidy-sink.ts'
import { xmlParser } from './xml-parser.ts'

/** Reads JUnit XML in all its dialects, in constant memory. */
export function junitReader(target: ReportSink, limits: ReaderLimits = READER_LIMITS): ReportReader {
  const sink = tidySink(target, 'JUnit')
  const elements = junitElements(sink, limits)
  const parser = xmlParser(elements, limits)
  return {
    format: 'junit',
    write: (chunk) => parser.write(chunk),
    end() {
      parser.end()
      elements.end()
      if (parser.hasInvalidBytes) sink.warn("Bytes that are invalid in the report's encoding were replaced")
      sink.finish()
    },
  }
}
