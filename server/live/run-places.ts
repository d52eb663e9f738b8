import type { Logger } from 'pino'
import type { Db } from '../database/databases.ts'
import type { Bus } from './bus.ts'

const KEPT = 1_000

type Listener = (testRunId: string, projectId: string) => void

/**
 * Says in which project results have changed. Those who record results tell the run only; its project is looked up
 * once for each run, and only while somebody looks at a list of runs.
 */
export class RunPlaces {
  readonly #db: Db
  readonly #bus: Bus
  readonly #log: Logger
  readonly #listeners = new Set<Listener>()
  readonly #projectOf = new Map<string, Promise<string | undefined>>()
  #stop = () => {}

  constructor(db: Db, bus: Bus, log: Logger) {
    this.#db = db
    this.#bus = bus
    this.#log = log
  }

  /** The answer ends it. */
  subscribe(listener: Listener): () => void {
    if (this.#listeners.size === 0)
      this.#stop = this.#bus.subscribe(
        'results',
        (change) => change?.kind === 'results' && void this.#tell(change.testRunId),
      )
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    }
  }

  async #tell(testRunId: string): Promise<void> {
    try {
      const projectId = await this.#find(testRunId)
      if (projectId !== undefined) for (const listener of this.#listeners) listener(testRunId, projectId)
    } catch (error) {
      this.#projectOf.delete(testRunId)
      this.#log.error({ err: error }, 'could not find the project of a run')
    }
  }

  #find(testRunId: string): Promise<string | undefined> {
    const known = this.#projectOf.get(testRunId)
    if (known) return known
    if (this.#projectOf.size >= KEPT) this.#projectOf.clear()
    const found = this.#projectOfRun(testRunId)
    this.#projectOf.set(testRunId, found)
    return found
  }

  async #projectOfRun(testRunId: string): Promise<string | undefined> {
    const query = this.#db.selectFrom('test_runs').select('project_id').where('id', '=', testRunId)
    return (await query.executeTakeFirst())?.project_id
  }
}
