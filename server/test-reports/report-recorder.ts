import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '#shared/errors.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import type { RecordReports, Services } from '../context.ts'
import { isPostgres } from '../database/dialect.ts'
import { deleteAbandoned, hasAbandoned } from '../attachments/arriving.repository.ts'
import { stillRecording } from './received-report.ts'
import { PartsAhead } from './parts-ahead.ts'
import { recordStep } from './record-step.ts'
import { removeParts } from './remove-parts.ts'
import { listOrphans } from './report-parts.repository.ts'
import { answerOf, findReport, listUnfinished } from './test-reports.repository.ts'
import { recordingSlots } from './recording-slots.ts'

/** Another server continues a report that was not touched for this long. */
const SILENCE_MS = 15_000
/** Parts without an accepted report are removed after this time. */
const ORPHAN_MS = 60_000
const SWEEP_MS = 5_000
/** Node cuts a request after five minutes, so a file that began to arrive before this arrives no more. */
const ABANDONED_MS = 60 * 60 * 1000

const POLL_MS = 100
const WAIT_MS = 60_000

/** Later than any time in the database. */
const ALL = '9'

/** Records accepted reports to their end, also those that another process has left. */
export class ReportRecorder implements RecordReports {
  readonly #slots = recordingSlots()
  readonly #services: Pick<Services, 'db' | 'write' | 'log'>
  /** The reports that this process records. */
  readonly #active = new Map<string, Promise<ReportAnswer>>()
  #sweeping: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isStopping = false

  constructor(services: Pick<Services, 'db' | 'write' | 'log'>) {
    this.#services = services
  }

  /** Records what a crash has left, and removes what was not accepted. Then looks for both now and then. */
  async start(): Promise<void> {
    const { db } = this.#services
    await this.#sweep(ALL, isPostgres(db) ? ago(ORPHAN_MS) : ALL)
    await this.#removeAbandoned(isPostgres(db) ? ago(ABANDONED_MS) : ALL)
    this.#timer = setInterval(() => {
      this.#sweeping = this.#sweeping
        .then(() => this.#sweep(ago(SILENCE_MS), ago(ORPHAN_MS)))
        .then(() => this.#removeAbandoned(ago(ABANDONED_MS)))
    }, SWEEP_MS).unref()
  }

  /** Stops after the current transactions; the next start continues. */
  async close(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await Promise.allSettled([this.#sweeping, ...this.#active.values()])
  }

  async inTurn<T>(projectId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return await this.#slots.run(projectId, signal, work)
  }

  /** Records an accepted report and returns its answer. Throws CONFLICT when its run is deleted meanwhile. */
  async record(id: string): Promise<ReportAnswer> {
    const recording = this.#active.get(id) ?? this.#record(id).finally(() => this.#active.delete(id))
    this.#active.set(id, recording)
    try {
      return await recording
    } catch (error) {
      if (error instanceof DomainError) throw error
      this.#services.log.error({ err: error, reportId: id }, 'could not record a report; trying again later')
      throw stillRecording()
    }
  }

  /** Waits for the answer of a report that this or another server records. */
  async waitFor(id: string, signal: AbortSignal): Promise<ReportAnswer> {
    for (const start = performance.now(); performance.now() - start < WAIT_MS; await pause(POLL_MS)) {
      signal.throwIfAborted()
      const report = await findReport(this.#services.db, id)
      if (!report) throw runDeleted()
      const answer = answerOf(report)
      if (answer) return answer
    }
    throw stillRecording()
  }

  async #record(id: string): Promise<ReportAnswer> {
    const { db, write } = this.#services
    const parts = new PartsAhead(db, id)
    for (;;) {
      if (this.#isStopping) throw stillRecording()
      const report = await findReport(db, id)
      if (!report) {
        await removeParts(write, id)
        throw runDeleted()
      }
      const answer = answerOf(report)
      if (answer) return answer
      const next = await parts.read()
      const recorded = await write({ project: report.project_id }, (trx, isAwaited) =>
        recordStep(trx, report, next, isAwaited),
      )
      // Another server has recorded the first of them.
      parts.drop(recorded || 1)
    }
  }

  async #sweep(untouchedSince: string, storedUntil: string): Promise<void> {
    const { db, write, log } = this.#services
    try {
      for (const id of await listUnfinished(db, untouchedSince)) {
        if (this.#active.has(id) || this.#isStopping) continue
        log.info({ reportId: id }, 'continuing a report')
        await this.record(id).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error
        })
      }
      for (const id of await listOrphans(db, storedUntil)) await removeParts(write, id)
    } catch (error) {
      log.error({ err: error }, 'could not look for unfinished reports')
    }
  }

  /** Removes the files that killed servers have left: of uploads, and of reports that were not accepted. */
  async #removeAbandoned(createdUntil: string): Promise<void> {
    const { db, write, log } = this.#services
    try {
      if (await hasAbandoned(db, createdUntil)) while (await write(null, (trx) => deleteAbandoned(trx, createdUntil)));
    } catch (error) {
      log.error({ err: error }, 'could not remove what is left of attachments')
    }
  }
}

const runDeleted = () => new DomainError('CONFLICT', 'The run was deleted while its report was recorded')

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
