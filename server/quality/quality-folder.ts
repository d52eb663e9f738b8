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
/** For so long after a read, a fold takes no pauses: somebody looks at the numbers. */
const HURRY_MS = 2_000
const LOGGED_RUNS = 10

type Dirty = { since: number; last: number }

/** It takes no pauses until `hurriedUntil`. */
type Fold = { ended: Promise<void>; hurriedUntil: number }

/** Folds results into the summaries of quality after their commit, so that reads find little to fold. */
export class QualityFolder {
  readonly #services: Pick<Services, 'db' | 'write' | 'log'>
  readonly #runs = new Set<string>()
  readonly #dirty = new Map<string, Dirty>()
  readonly #folds = new Map<string, Fold>()
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
    await Promise.all([this.#running, ...Array.from(this.#folds.values(), ({ ended }) => ended)])
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

  /** Folds the changes of a project. Returns when it is done, or after `ms`: the fold then goes on in the background. */
  async fold(projectId: string, ms: number): Promise<void> {
    const fold = this.#fold(projectId)
    fold.hurriedUntil = performance.now() + HURRY_MS
    await Promise.race([fold.ended, wait(ms, undefined, { ref: false })])
  }

  async #run(signal: AbortSignal): Promise<void> {
    await this.#try('projects', async () => {
      for (const id of await listProjectIds(this.#services.db)) {
        if (signal.aborted) return
        await this.#fold(id).ended
      }
    })
    while (!signal.aborted) {
      await wait(LOOK_MS, undefined, { signal, ref: false }).catch(() => {})
      if (!signal.aborted) await this.#try('projects', async () => await this.#look())
    }
  }

  async #look(): Promise<void> {
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
        await this.#fold(projectId).ended
      }
  }

  /** Reads and the background share the fold of a project. */
  #fold(projectId: string): Fold {
    const known = this.#folds.get(projectId)
    if (known) return known
    const fold: Fold = { hurriedUntil: 0, ended: Promise.resolve() }
    this.#folds.set(projectId, fold)
    fold.ended = this.#try('a project', async () => await this.#foldAll(projectId, fold)).finally(() =>
      this.#folds.delete(projectId),
    )
    return fold
  }

  /** Works at most half of the time, unless it is hurried: other writes wait for each step. */
  async #foldAll(projectId: string, fold: Fold): Promise<void> {
    const { signal } = this.#stop
    let logged = 0
    let begin = performance.now()
    for await (const { stale } of folding(this.#services, projectId)) {
      const now = performance.now()
      if (now > fold.hurriedUntil) await wait(now - begin, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      begin = performance.now()
      const left = stale.length
      if (left >= LOGGED_RUNS && Math.abs(left - logged) >= LOGGED_RUNS) {
        const text = 'counting the results of runs for the quality of a project'
        this.#services.log.info({ projectId, runsToCount: left }, text)
        logged = left
      }
    }
  }

  /** A full disk stops writes, not reads. */
  async #try(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#services.log.error({ err: error }, `could not fold results for the quality of ${what}`)
    }
  }
}
