import { v7 as uuidv7 } from 'uuid'
import type { ReportAnswer, ReportCheck } from '#shared/test-reports/test-report.ts'
import { type Attached, attachFiles } from './attach-files.ts'
import type { Connection } from './connection.ts'
import type { ReportFile } from './files.ts'
import type { Output } from './output.ts'
import { sendFile } from './put-file.ts'
import { withRetries } from './retry.ts'

export type UploadOptions = {
  run?: string
  description?: string
  branch?: string
  commit?: string
  environment?: string
  buildUrl?: string
  milestone?: string
  shard?: string
  complete?: boolean
  /** The reports repeat earlier ones of the run: a later pass makes a test flaky instead of failed. */
  retry?: boolean
  gzip: boolean
  attachments: boolean
}
export type Sent = ReportAnswer & { file: string; bytes: number; isRepeat: boolean; attached?: Attached }

/**
 * `complete` completes the run with the report. `isFirst`: it is the first of several of a shard, which has not arrived
 * before it is sent again.
 */
export type Place = { complete: boolean; isFirst: boolean }

/** `follow`: the files that the report names are sent afterwards. */
type Flags = Place & { follow: boolean }

/** Sends reports into one run: the given run, or a new one that the first report creates. */
export class ReportUpload {
  readonly #connection: Connection
  readonly #options: UploadOptions
  /** Prevents a second run when the first report is sent again after a lost response. */
  readonly #idempotencyKey = uuidv7()
  #run: string | undefined

  constructor(connection: Connection, options: UploadOptions) {
    this.#connection = connection
    this.#options = options
    this.#run = options.run
  }

  /** The run to name in a repeated command, if known. */
  get run(): string | undefined {
    return this.#run
  }

  /** Whether the reports are a shard of the run. */
  get isShard(): boolean {
    return this.#options.shard !== undefined
  }

  /**
   * Sends one report and then the files that it names, with retries. An ended run accepts no files, so the run stays open
   * until they are there and the report is sent a second time. Throws CallFailure.
   */
  async send(file: ReportFile, place: Place, output: Output, onProgress: (bytes: number) => void): Promise<Sent> {
    const sent = await this.#put(file, { ...place, follow: this.#options.attachments }, onProgress)
    // A server of an earlier version sends no attachments.
    const { awaited = [] } = (sent.attachments as Partial<ReportAnswer['attachments']> | undefined) ?? {}
    if (!this.#options.attachments || awaited.length === 0) return sent
    const attached = await attachFiles(this.#connection, file, awaited, output)
    if (!place.isFirst) await this.sendAgain(file, place.complete)
    return { ...sent, attached }
  }

  /** Sends a report again, whose files are there. It is not counted twice. */
  async sendAgain(file: ReportFile, complete: boolean): Promise<void> {
    await this.#put(file, { complete, isFirst: false, follow: false }, () => {})
  }

  async #put(file: ReportFile, flags: Flags, onProgress: (bytes: number) => void): Promise<Sent> {
    const { authorization, policy, timeoutMs } = this.#connection
    const headers = { authorization, ...(this.#run === undefined && { 'idempotency-key': this.#idempotencyKey }) }
    const put = { method: 'PUT', file, headers, gzip: this.#options.gzip, timeoutMs, onProgress } as const
    const { status, body } = await withRetries(() => sendFile(this.#url(flags), put), policy)
    const answer = body as ReportAnswer
    this.#run ??= answer.testRun.id
    return { file: file.path, bytes: file.bytes, isRepeat: status === 200, ...answer }
  }

  async check(file: ReportFile): Promise<ReportCheck> {
    const { authorization, policy, timeoutMs } = this.#connection
    const sending = { gzip: this.#options.gzip, timeoutMs, onProgress: () => {} }
    const put = { method: 'PUT', file, headers: { authorization }, ...sending } as const
    const { body } = await withRetries(() => sendFile(this.#address('report/check'), put), policy)
    return body as ReportCheck
  }

  #address(path: string): URL {
    const { url, projectId } = this.#connection
    return new URL(`${url}/api/test-runs/project/${encodeURIComponent(projectId)}/${path}`)
  }

  #url({ complete, isFirst, follow }: Flags): URL {
    const { description, shard, retry, branch, commit, environment, buildUrl, milestone } = this.#options
    const address = this.#address('report')
    const flags = {
      complete: complete ? 'true' : undefined,
      retry: retry ? 'true' : undefined,
      attachments: follow ? 'follow' : undefined,
      reports: isFirst ? 'follow' : undefined,
    }
    const facts = { branch, commit, environment, build_url: buildUrl, milestone }
    for (const [name, value] of Object.entries({ run: this.#run, description, shard, ...flags, ...facts }))
      if (value !== undefined) address.searchParams.set(name, value)
    return address
  }
}
