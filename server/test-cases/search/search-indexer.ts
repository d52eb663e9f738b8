import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '../../context.ts'
import { createTrigramIndex } from '../../database/search/trigrams.ts'
import {
  countWaiting,
  hasUnsearchable,
  indexSome,
  keepSearchable,
  listUnsearchable,
} from '../../database/search/texts.ts'

const FILL_ROWS = 1_000
const LOOK_MS = 1_000

/** At this rate of new texts, a report is being recorded. It should not wait for the index. */
const ARRIVING = 500
const PATIENCE = 10

/**
 * Adds the texts of cases to the trigram index after their writes: indexing within them would make a report of 100,000
 * cases much slower. Until then, searches read these texts.
 */
export class SearchIndexer {
  readonly #services: Pick<Services, 'db' | 'writeLater' | 'log'>
  #stop: AbortController | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(services: Pick<Services, 'db' | 'writeLater' | 'log'>) {
    this.#services = services
  }

  /** Resolves when every case can be found. The index is filled later. */
  async start(): Promise<void> {
    const { db, log } = this.#services
    const problem = await createTrigramIndex(db)
    if (problem) log.warn(`searches of cases read all texts, because PostgreSQL has no trigram index: ${problem}`)
    await this.#fill()
    if (problem) return
    this.#stop = new AbortController()
    this.#running = this.#run(this.#stop.signal)
  }

  async close(): Promise<void> {
    this.#stop?.abort()
    await this.#running
  }

  async #fill(): Promise<void> {
    const { db, writeLater } = this.#services
    if (!(await hasUnsearchable(db))) return
    for (let after = ''; ;) {
      const cases = await writeLater(null, async (db) => {
        const found = await listUnsearchable(db, after, FILL_ROWS)
        await keepSearchable(db, found)
        return found
      })
      if (cases.length === 0) return
      after = cases.at(-1)?.id ?? ''
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    let [before, looks] = [0, 0]
    while (!signal.aborted) {
      try {
        const waiting = await countWaiting(this.#services.db)
        looks = waiting > before + ARRIVING ? looks + 1 : 0
        before = waiting
        if (looks === 0 || looks > PATIENCE) before = await this.#index(signal)
      } catch (error) {
        this.#services.log.error({ err: error }, 'could not index the texts of cases; trying again')
      }
      await wait(LOOK_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Works at most half of the time: other writes wait for each step. */
  async #index(signal: AbortSignal): Promise<number> {
    for (let count = 1; count > 0 && !signal.aborted;) {
      const start = performance.now()
      count = await this.#services.writeLater(null, indexSome)
      if (count > 0) await wait(performance.now() - start, undefined, { signal, ref: false }).catch(() => {})
    }
    return 0
  }
}
