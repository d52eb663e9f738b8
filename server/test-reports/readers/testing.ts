import type { ReportedTest } from '../reported-test.ts'
import type { ReaderLimits } from './limits.ts'
import { openReader } from './open-reader.ts'

/** Everything that a reader told of one report. */
export type Told = {
  format: string
  tests: ReportedTest[]
  ignored: Record<string, number>
  warnings: string[]
  declared: number[]
}

/** Reads a report in chunks of `size` bytes, at once by default. */
export function readReport(report: Uint8Array | string, size = Number.POSITIVE_INFINITY, limits?: ReaderLimits): Told {
  const bytes = typeof report === 'string' ? Buffer.from(report) : report
  const told: Told = { format: '', tests: [], ignored: {}, warnings: [], declared: [] }
  const reader = openReader(bytes.subarray(0, size), sinkOf(told), limits)
  for (let from = 0; from < bytes.length; from += size) reader.write(bytes.subarray(from, from + size))
  reader.end()
  told.format = reader.format
  return told
}

function sinkOf(told: Told) {
  return {
    test: (test: ReportedTest) => void told.tests.push(test),
    ignore(element: string, _reason: string, count = 1) {
      told.ignored[element] = (told.ignored[element] ?? 0) + count
    },
    warn: (text: string) => void told.warnings.push(text),
    declare: (count: number) => void told.declared.push(count),
  }
}

/** A test on one line: `suite | suite :: name = status, status [key, key]`, with `worst` and `flaky` where they hold. */
export function lineOf({ suite, name, executions, keys, ifRepeated, isFlaky }: ReportedTest): string {
  const statuses = executions.map(({ status }) => status).join(', ')
  const tail = [
    keys.length > 0 ? ` [${keys.join(', ')}]` : '',
    ifRepeated === 'worst' ? ' worst' : '',
    isFlaky ? ' flaky' : '',
  ]
  return `${suite.join(' | ')} :: ${name} = ${statuses}${tail.join('')}`
}
