import type { FoundTest } from '../reported-test.ts'
import type { ReaderLimits } from './limits.ts'
import { openReader } from './open-reader.ts'

/** Everything a reader found in one report. */
export type Found = {
  format: string
  tests: FoundTest[]
  ignored: Record<string, number>
  warnings: string[]
  declared: number[]
  failures: number[]
  /** The base64 of the files in the report, by id. */
  embedded: Record<string, string>
}

/** Reads a report in chunks of `size` bytes, at once by default. */
export function readReport(report: Uint8Array | string, size = Number.POSITIVE_INFINITY, limits?: ReaderLimits): Found {
  const bytes = typeof report === 'string' ? Buffer.from(report) : report
  const found = nothingFound()
  const reader = openReader(sinkOf(found), limits)
  for (let from = 0; from < bytes.length; from += size) reader.write(bytes.subarray(from, from + size))
  Array.from(reader.end())
  found.format = reader.format
  return found
}

/** How many tests each step of reading finds: of each line, and of each slice of the end. */
export function testsOfSteps(lines: string[]): number[] {
  const found = nothingFound()
  const reader = openReader(sinkOf(found))
  const sinceLast = () => found.tests.splice(0).length
  const ofLine = (line: string) => {
    reader.write(Buffer.from(`${line}\n`))
    return sinceLast()
  }
  return [...lines.map(ofLine), ...Array.from(reader.end(), sinceLast), sinceLast()]
}

const nothingFound = (): Found => ({
  format: '',
  tests: [],
  ignored: {},
  warnings: [],
  declared: [],
  failures: [],
  embedded: {},
})

function sinkOf(found: Found) {
  let id = ''
  return {
    embedded: {
      open() {
        id = `file ${Object.keys(found.embedded).length + 1}`
        found.embedded[id] = ''
        return id
      },
      write: (base64: Uint8Array) => void (found.embedded[id] += Buffer.from(base64).toString('latin1')),
      close: () => {},
    },
    test: (test: FoundTest) => void found.tests.push(test),
    ignore(element: string, _reason: string, count = 1) {
      found.ignored[element] = (found.ignored[element] ?? 0) + count
    },
    warn: (text: string) => void found.warnings.push(text),
    environment: () => {},
    declare: (count: number) => void found.declared.push(count),
    declareFailures: (declared: number) => void found.failures.push(declared),
  }
}

/** A test on one line: `suite | suite :: name = status, status [key, key]`, then the kind of reruns and `flaky` if they apply. */
export function lineOf({ suite, name, executions, keys, reruns, isFlaky }: FoundTest): string {
  const statuses = executions.map(({ status }) => status).join(', ')
  const tail = [keys.length > 0 ? ` [${keys.join(', ')}]` : '', reruns ? ` ${reruns}` : '', isFlaky ? ' flaky' : '']
  return `${suite.join(' | ')} :: ${name} = ${statuses}${tail.join('')}`
}
