import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** Runs `work` in a read-only transaction that sees one state of the database throughout. */
export type ReadSnapshot = <T>(work: (db: Transaction<Tables>) => Promise<T>) => Promise<T>

/**
 * Long reads on separate connections, so that other reads and writes continue. When all are in use, a read waits for
 * its turn. `work` must not wait for a caller: an open snapshot keeps SQLite's log growing.
 */
export class Snapshots {
  readonly #free: Db[]
  readonly #size: number
  readonly #waiting: ((db: Db) => void)[] = []
  #closed: Promise<unknown> | undefined

  /** One entry per concurrent snapshot: on PostgreSQL the same pool several times. */
  constructor(connections: Db[]) {
    this.#free = [...connections]
    this.#size = connections.length
  }

  readonly read: ReadSnapshot = async (work) => {
    const db = await this.#take()
    try {
      return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
    } finally {
      this.#give(db)
    }
  }

  /** Resolves when no snapshot is open, however often it is called. Later reads wait forever. */
  async close(): Promise<void> {
    this.#closed ??= Promise.all(Array.from({ length: this.#size }, () => this.#take()))
    await this.#closed
  }

  async #take(): Promise<Db> {
    return this.#free.pop() ?? (await new Promise<Db>((resolve) => this.#waiting.push(resolve)))
  }

  #give(db: Db): void {
    const next = this.#waiting.shift()
    if (next) next(db)
    else this.#free.push(db)
  }
}
