import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import { countExecutions, limitedTests } from './report-limits.ts'
import type { FoundTest, ReportedTest } from './reported-test.ts'
import { type Extent, Spool } from './spool.ts'

/** Some tests of a report, one line of JSON each, packed. */
export type Part = Buffer

/** The maximum size of a part. Other writes wait for the recording of one part. */
const MAX = { executions: 400, length: 512 * 1024 }

/** Packing must not take longer than it saves. Larger chunks than by default make fewer calls. */
const [LEVEL, CHUNK] = [1, 64 * 1024]

const zip = promisify(gzip)

/** Packs in a thread of Node's pool. */
export const partOf = async (tests: ReportedTest[]): Promise<Part> =>
  await pack(tests.map((test) => JSON.stringify(test)))

const pack = async (lines: string[]): Promise<Part> => await zip(lines.join('\n'), { level: LEVEL, chunkSize: CHUNK })

/** Unpacks in this thread: a transaction may not wait for another one. */
export const testsOf = <T = ReportedTest>(part: Part): T[] =>
  gunzipSync(part, { chunkSize: CHUNK })
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

/** Splits the tests of a report into parts. All but the last go to a spool. */
export class Parts {
  readonly #refuseTooMany: (test: FoundTest) => void
  readonly #spool = new Spool()
  readonly #spooled: Extent[] = []
  /** The lines of parts that are to be packed. */
  #full: string[][] = []
  #lines: string[] = []
  #size = { executions: 0, length: 0 }

  constructor(maxTests: number) {
    this.#refuseTooMany = limitedTests(maxTests)
  }

  get count(): number {
    return this.#spooled.length + this.#full.length + Math.min(1, this.#lines.length)
  }

  /** Throws PAYLOAD_TOO_LARGE when the report has more tests or executions than allowed. */
  add(test: FoundTest): void {
    this.#refuseTooMany(test)
    const line = JSON.stringify(test)
    const executions = this.#size.executions + countExecutions(test)
    const length = this.#size.length + line.length
    if (this.#lines.length > 0 && (executions > MAX.executions || length > MAX.length)) {
      this.#full.push(this.#lines)
      this.#lines = []
      this.#size = { executions: 0, length: 0 }
    }
    this.#lines.push(line)
    this.#size.executions += countExecutions(test)
    this.#size.length += line.length
  }

  async settle(): Promise<void> {
    for (const lines of this.#full) this.#spooled.push(this.#spool.add(await pack(lines)))
    this.#full = []
    await this.#spool.flush()
  }

  async *read(): AsyncGenerator<Part> {
    for (const extent of this.#spooled) yield await this.#spool.read(extent)
    if (this.#lines.length > 0) yield await pack(this.#lines)
  }

  async close(): Promise<void> {
    this.#lines = []
    await this.#spool.close()
  }
}
