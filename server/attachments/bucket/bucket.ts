import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { S3mini, S3ServiceError } from 's3mini'
import { DomainError } from '#shared/errors.ts'
import type { BucketAddress } from './bucket-address.ts'

const TIMES = {
  /** The longest call takes less time than the objects of a deleted upload wait for their removal. */
  timeoutMs: 15_000,
  /** So long after a call that found no working bucket, others fail at once: they would hold what other calls wait for. */
  restMs: 3_000,
}
const PAUSES_MS = [200, 1_000]
const RETRY_AFTER_SECONDS = 30

/** What `check` writes. It stays, so that servers do not delete each other's. */
const TRIAL = 'trial'
const TRIAL_BYTES = Buffer.from('Assay can write to this bucket.\n')

type Given = {
  address: BucketAddress
  keys: { id: string; secret: string }
  /** Whether new files go there. The bucket of before is only read, and cleared of what is deleted. */
  takesNew: boolean
  log: Logger
  times?: { timeoutMs: number; restMs: number }
}

/** A bucket of an S3 service with the bytes of attachments. All methods throw SERVICE_UNAVAILABLE if it does not work. */
export class Bucket {
  readonly takesNew: boolean
  readonly #s3: S3mini
  readonly #prefix: string
  readonly #log: Logger
  readonly #restMs: number
  #failedAt = -Infinity
  #isWorking = true

  constructor({ address, keys, takesNew, log, times = TIMES }: Given) {
    this.takesNew = takesNew
    this.#s3 = new S3mini({
      accessKeyId: keys.id,
      secretAccessKey: keys.secret,
      endpoint: `${address.endpoint}/${address.bucket}`,
      region: address.region,
      requestAbortTimeout: times.timeoutMs,
    })
    this.#prefix = address.prefix
    this.#log = log
    this.#restMs = times.restMs
  }

  /** Whether the last call found a bucket that works. */
  get isWorking(): boolean {
    return this.#isWorking
  }

  /** The service compares the bytes with their checksum. */
  async put(name: string, bytes: Buffer): Promise<void> {
    const checksum = { 'content-md5': createHash('md5').update(bytes).digest('base64') }
    await this.#ask(() =>
      this.#s3.putObject(this.#prefix + name, bytes, 'application/octet-stream', undefined, checksum),
    )
  }

  async get(name: string): Promise<Buffer | undefined> {
    const bytes = await this.#ask(() => this.#s3.getObjectArrayBuffer(this.#prefix + name))
    return bytes === null ? undefined : Buffer.from(bytes)
  }

  /** There may be no such object. */
  async remove(name: string): Promise<void> {
    await this.#ask(async () => {
      await this.#s3.deleteObject(this.#prefix + name).catch((error: unknown) => {
        if (!(error instanceof S3ServiceError) || error.code !== 'NoSuchKey') throw error
      })
    })
  }

  /** Looks whether the bucket works: reads, and as long as it does not, all that `check` does. */
  async look(): Promise<void> {
    if (this.#isWorking) await this.get(TRIAL)
    else await this.check()
  }

  /** Writes, reads and deletes. */
  async check(): Promise<void> {
    await this.put(TRIAL, TRIAL_BYTES)
    if (!(await this.get(TRIAL))?.equals(TRIAL_BYTES)) throw unavailable('it did not keep what was written')
    await this.remove(`${TRIAL}-deleted`)
  }

  async #ask<T>(work: () => Promise<T>): Promise<T> {
    if (performance.now() - this.#failedAt < this.#restMs) throw unavailable('it did not work a moment ago')
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await work()
        this.#note(true)
        return answer
      } catch (error) {
        const wait = PAUSES_MS[tries]
        if (isRefusal(error) || isLate(error) || wait === undefined) throw this.#failed(error)
        await pause(wait)
      }
    }
  }

  #failed(error: unknown): DomainError {
    if (!isRefusal(error)) this.#failedAt = performance.now()
    this.#note(false)
    this.#log.error({ err: error }, 'the bucket of attachments does not work')
    return unavailable(error)
  }

  #note(isWorking: boolean): void {
    if (isWorking) this.#failedAt = -Infinity
    this.#isWorking = isWorking
  }
}

/** The service answers, but not with what was asked: a wrong key or bucket. Trying again does not help. */
export function isRefusal(error: unknown): error is S3ServiceError {
  return error instanceof S3ServiceError && error.status < 500 && ![408, 429].includes(error.status)
}

const isLate = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

function unavailable(cause: unknown): DomainError {
  const error = new DomainError(
    'SERVICE_UNAVAILABLE',
    'Attachments cannot be stored or read at the moment. Try again later',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
  error.cause = cause
  return error
}
