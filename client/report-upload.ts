import { v7 as uuidv7 } from 'uuid'
import type { ReportAnswer, ReportCheck } from '#shared/test-reports/test-report.ts'
import type { Connection } from './connection.ts'
import type { ReportFile } from './files.ts'
import { putFile } from './put-file.ts'
import { withRetries } from './retry.ts'

export type UploadOptions = {
  run?: string
  description?: string
  shard?: string
  complete?: boolean
  /** The reports repeat earlier ones of the run: a later pass makes a test flaky instead of failed. */
  retry?: boolean
  gzip: boolean
}
export type Sent = ReportAnswer & { file: string; bytes: number; isRepeat: boolean }

/** Sends reports into one run: the given run, or a new one created by the first report. */
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

  /** The run to name when the command is repeated, if known. */
  get run(): string | undefined {
    return this.#run
  }

  /** Sends one report, with retries; `complete` completes the run with it. Throws CallFailure. */
  async send(file: ReportFile, complete: boolean, onProgress: (bytes: number) => void): Promise<Sent> {
    const { authorization, policy, timeoutMs } = this.#connection
    const headers = { authorization, ...(this.#run === undefined && { 'idempotency-key': this.#idempotencyKey }) }
    const put = { file, headers, gzip: this.#options.gzip, timeoutMs, onProgress }
    const { status, body } = await withRetries(() => putFile(this.#url(complete), put), policy)
    const answer = body as ReportAnswer
    this.#run ??= answer.testRun.id
    return { file: file.path, bytes: file.bytes, isRepeat: status === 200, ...answer }
  }

  /** What the server reads in a file, without recording it; with retries. Throws CallFailure. */
  async check(file: ReportFile): Promise<ReportCheck> {
    const { authorization, policy, timeoutMs } = this.#connection
    const put = { file, headers: { authorization }, gzip: this.#options.gzip, timeoutMs, onProgress: () => {} }
    const { body } = await withRetries(() => putFile(this.#address('report/check'), put), policy)
    return body as ReportCheck
  }

  #address(path: string): URL {
    const { url, projectId } = this.#connection
    return new URL(`${url}/api/test-runs/project/${encodeURIComponent(projectId)}/${path}`)
  }

  #url(complete: boolean): URL {
    const { description, shard, retry } = this.#options
    const address = this.#address('report')
    const flags = { complete: complete ? 'true' : undefined, retry: retry ? 'true' : undefined }
    for (const [name, value] of Object.entries({ run: this.#run, description, shard, ...flags }))
      if (value !== undefined) address.searchParams.set(name, value)
    return address
  }
}
