import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '../context.ts'
import type { Change } from '../database/changes.ts'
import { folding } from './fold.ts'
import { listProjectIds, projectOfRun } from './projects.repository.ts'

const LOOK_MS = 1_000
/** Quiet time before a project is folded: recording should not wait. */
const QUIET_MS = 2_000
/** The maximum delay while recording goes on. */
const PATIENCE_MS = 30_000
const LOGGED_RUNS = 10

type Dirty = { since: number; last: number }

/** Folds results into the summaries of quality after their commit, so that reads find little to fold. */
export class QualityFolder {
  readonly #services: Pick<Services, 'db' | 'write' | 'log'>
  readonly #runs = new Set<string>()
  readonly #dirty = new Map<string, Dirty>()
  readonly #stop = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(services: Pick<Services, 'db' | 'write' | 'log'>) {
    this.#services = services
  }

  /** Looks through all projects first: a server may have stopped before it had folded what it recorded. */
  start(): void {
    this.#running = this.#run(this.#stop.signal)
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  /** Called after each commit, so it only notes ids. */
  note(changes: Change[]): void {
    for (const change of changes)
      if (change.kind === 'run deleted') this.#mark(change.projectId)
      else if (change.kind === 'run' || change.kind === 'results') this.#runs.add(change.testRunId)
  }

  #mark(projectId: string): void {
    const now = performance.now()
    this.#dirty.set(projectId, { since: this.#dirty.get(projectId)?.since ?? now, last: now })
  }

  async #run(signal: AbortSignal): Promise<void> {
    await this.#try(async () => {
      for (const id of await listProjectIds(this.#services.db)) {
        if (signal.aborted) return
        await this.#fold(id, signal)
      }
    })
    while (!signal.aborted) {
      await wait(LOOK_MS, undefined, { signal, ref: false }).catch(() => {})
      if (!signal.aborted) await this.#try(async () => await this.#look(signal))
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const runs = [...this.#runs]
    this.#runs.clear()
    for (const id of runs) {
      const projectId = await projectOfRun(this.#services.db, id)
      if (projectId !== undefined) this.#mark(projectId)
    }
    const now = performance.now()
    for (const [projectId, { since, last }] of this.#dirty)
      if (now - last >= QUIET_MS || now - since >= PATIENCE_MS) {
        this.#dirty.delete(projectId)
        await this.#fold(projectId, signal)
      }
  }

  /** Works at most half of the time: other writes wait for each step. */
  async #fold(projectId: string, signal: AbortSignal): Promise<void> {
    const { log } = this.#services
    let logged = 0
    let begin = performance.now()
    for await (const plan of folding(this.#services, projectId)) {
      await wait(performance.now() - begin, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      begin = performance.now()
      const left = plan.stale.length
      if (left >= LOGGED_RUNS && Math.abs(left - logged) >= LOGGED_RUNS) {
        log.info({ projectId, runsToCount: left }, 'counting the results of runs for the quality of a project')
        logged = left
      }
    }
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#services.log.error({ err: error }, 'could not fold results for the quality of projects; trying again')
    }
  }
}
