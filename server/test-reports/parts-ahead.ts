import type { Db } from '../database/databases.ts'
import { type Part, readParts } from './report-parts.repository.ts'

/** Parts to read at once, and the most that one transaction records. */
const AHEAD = 16

/** The parts of a report to record next. They are read and unpacked while earlier ones are recorded. */
export class PartsAhead {
  readonly #db: Db
  readonly #reportId: string
  #read: Part[] = []
  #reading: Promise<Part[]>

  constructor(db: Db, reportId: string) {
    this.#db = db
    this.#reportId = reportId
    this.#reading = this.#readAfter(0)
  }

  /** The next parts, oldest first; none when none is left. */
  async read(): Promise<Part[]> {
    if (this.#read.length < AHEAD) {
      const more = await this.#reading
      this.#read.push(...more)
      this.#reading = more.length === 0 ? Promise.resolve([]) : this.#readAfter(more.at(-1)?.number ?? 0)
    }
    return this.#read
  }

  /** Forgets the first parts. */
  drop(count: number): void {
    this.#read = this.#read.slice(count)
  }

  /** Its error is thrown only to who awaits it. */
  #readAfter(number: number): Promise<Part[]> {
    const parts = readParts(this.#db, this.#reportId, number, AHEAD)
    parts.catch(() => {})
    return parts
  }
}
