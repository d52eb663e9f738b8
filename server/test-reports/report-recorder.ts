import { DomainError } from '#shared/errors.ts'
import type { ReportAnswer } from '#shared/test-reports/test-report.ts'
import { BackgroundJob } from '../background-job.ts'
import type { RecordReports, Services } from '../context.ts'
import { isPostgres } from '../database/dialect.ts'
import { deleteAbandoned, hasAbandoned } from '../attachments/arriving.repository.ts'
import { FairSlots } from '../limits/fair-slots.ts'
import { HOUR_MS, timeAgo } from '../times.ts'
import { removeParts } from './accept-report.ts'
import { lateness, recordStep, takeParts } from './record-step.ts'
import { listAbandonedParts } from './report-parts.repository.ts'
import { answerOf, findReport, listUnfinished } from './test-reports.repository.ts'

/** Another server continues a report that was not touched for this long. */
const SILENCE_MS = 15_000
const SWEEP_MS = 5_000
/** Node ends a request after five minutes, so the rest of what is older than this will not arrive. */
const ABANDONED_MS = HOUR_MS

/** Large reports whose senders wait for their turn. */
const WAITING_MAX = 20

/** Later than any time in the database. */
const ALL = '9'

const TEXT = 'Too many reports are waiting to be recorded. Send it again later'

/** Two large reports are recorded at once, also of one project. The projects of the others take turns. */
export const recordingSlots = () =>
  new FairSlots({
    slots: 2,
    slotsPerCaller: 2,
    // One project may use all places until another needs one.
    perCaller: WAITING_MAX + 1,
    perRank: WAITING_MAX,
    tooManyOfOne: TEXT,
    tooManyOfAll: TEXT,
    retryAfterSeconds: 10,
  })

/** Records accepted reports to their end, also those that another process has left. */
export class ReportRecorder extends BackgroundJob implements RecordReports {
  readonly #slots = recordingSlots()
  readonly #services: Pick<Services, 'db' | 'write' | 'log'>
  readonly #active = new Map<string, Promise<ReportAnswer>>()
  #isStart = true

  constructor(services: Pick<Services, 'db' | 'write' | 'log'>) {
    super({ log: services.log, everyMs: SWEEP_MS, failure: 'could not look for unfinished reports' })
    this.#services = services
  }

  /** Stops after the current transactions; the next start continues. */
  override async close(): Promise<void> {
    await Promise.allSettled([super.close(), ...this.#active.values()])
  }

  async inTurn<T>(projectId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return await this.#slots.run(projectId, signal, work)
  }

  /**
   * Records an accepted report and returns its answer. Several callers, also of other servers, may do so at once. Throws
   * CONFLICT when its run is deleted meanwhile.
   */
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

  async #record(id: string): Promise<ReportAnswer> {
    const { db, write } = this.#services
    for (;;) {
      if (this.isStopping()) throw stillRecording()
      const report = await findReport(db, id)
      if (!report) {
        await removeParts(write, id)
        throw runDeleted()
      }
      const scope = { project: report.project_id }
      const answer =
        answerOf(report) ??
        (await write(scope, (trx, isAwaited) => recordStep(trx, report, takeParts(trx, id), lateness(trx, isAwaited))))
      if (answer) return answer
    }
  }

  /** Continues what other servers have left, and removes what was not accepted: parts, and files also of uploads. */
  protected async round(): Promise<void> {
    const { db, write, log } = this.#services
    const isStart = this.#isStart
    this.#isStart = false
    // At the start, no other process uses an SQLite file.
    const isAlone = isStart && !isPostgres(db)
    const abandoned = isAlone ? ALL : timeAgo(ABANDONED_MS)
    for (const id of await listUnfinished(db, isStart ? ALL : timeAgo(SILENCE_MS))) {
      if (this.#active.has(id) || this.isStopping()) continue
      log.info({ reportId: id }, 'continuing a report')
      await this.record(id).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error
      })
    }
    for (const id of await listAbandonedParts(db, abandoned)) await removeParts(write, id)
    if (await hasAbandoned(db, abandoned)) while (await write(null, (trx) => deleteAbandoned(trx, abandoned)));
  }
}

/** The report sent again gets its answer. */
const stillRecording = () =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    'The report is accepted and its recording continues. Send it again to get its answer',
    { retryAfterSeconds: 15 },
  )

const runDeleted = () => new DomainError('CONFLICT', 'The run was deleted while its report was recorded')
