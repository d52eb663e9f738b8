import type { ReportAttachments } from '#shared/test-reports/test-report.ts'
import { newId } from '../database/new-id.ts'
import type { EmbeddedSink, FoundTest, ReportedFile } from './reported-test.ts'
import { Spool } from './spool.ts'

const FILES_MAX = 5_000

const TOO_MANY = `The report has more than ${FILES_MAX.toLocaleString('en')} attachments`
const BROKEN = 'It is not base64'

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const MB = 1024 * 1024

type Skipped = ReportAttachments['skipped']

/** A file in a report. `problem` names why it is not kept, for users. */
type EmbeddedFile = { position: number; size: number; problem: string | null }

/**
 * The files that the tests of a report attach. Takes those in the report itself from its reader, as base64, and keeps
 * their bytes in a spool: at most `FILES_MAX`, and nothing of one that is larger than `maxBytes`.
 */
export class ReportFiles implements EmbeddedSink {
  readonly skipped: Skipped = []
  /** The ids of the files in the report that its tests name. */
  readonly ids = new Set<string>()
  awaited = 0
  readonly #maxBytes: number
  readonly #spool = new Spool()
  readonly #embedded = new Map<string, EmbeddedFile>()
  #current: EmbeddedFile | undefined
  /** The characters that wait for the rest of their group of four. */
  #rest = ''
  #isPadded = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Leaves out files that are not kept, and counts the others. */
  of({ files = [], ...test }: FoundTest): FoundTest {
    const kept = files.filter((file) => this.#keeps(file))
    return kept.length > 0 ? { ...test, files: kept } : test
  }

  #keeps(file: ReportedFile): boolean {
    const problem = this.#problemOf(file)
    if (problem !== null) addSkipped(this.skipped, file.name, problem)
    else if ('id' in file) this.ids.add(file.id)
    else this.awaited += 1
    return problem === null
  }

  #problemOf(file: ReportedFile): string | null {
    if (this.ids.size + this.awaited >= FILES_MAX) return TOO_MANY
    if (!('id' in file)) return null
    const embedded = this.#embedded.get(file.id)
    return embedded ? embedded.problem : TOO_MANY
  }

  open(): string {
    const id = newId()
    this.#rest = ''
    this.#isPadded = false
    this.#current = undefined
    if (this.#embedded.size >= FILES_MAX) return id
    this.#current = { position: this.#spool.length, size: 0, problem: null }
    this.#embedded.set(id, this.#current)
    return id
  }

  write(base64: Uint8Array): void {
    if (!this.#current || this.#current.problem !== null) return
    // A writer of JSON may escape slashes.
    const text = (this.#rest + Buffer.from(base64).toString('latin1')).replaceAll('\\/', '/')
    const whole = text.endsWith('\\') ? text.length - 1 : text.length
    const length = whole - (whole % 4)
    this.#rest = text.slice(length)
    this.#decode(this.#current, text.slice(0, length))
  }

  close(): void {
    const file = this.#current
    if (!file || file.problem !== null) return
    // Some writers leave the padding out.
    if (this.#rest.length === 1) file.problem = BROKEN
    else this.#decode(file, this.#rest)
    if (file.size === 0) file.problem ??= 'It is empty'
  }

  async settle(): Promise<void> {
    await this.#spool.flush()
  }

  /** The bytes of a file in chunks of the given size; the last may be shorter. */
  async *read(id: string, chunk: number): AsyncGenerator<Buffer> {
    const { position, size } = this.#embedded.get(id) as EmbeddedFile
    for (let at = 0; at < size; at += chunk)
      yield await this.#spool.read({ position: position + at, length: Math.min(chunk, size - at) })
  }

  async end(): Promise<void> {
    await this.#spool.close()
  }

  #decode(file: EmbeddedFile, text: string): void {
    if (text === '') return
    if (this.#isPadded || !BASE64.test(text)) file.problem = BROKEN
    this.#isPadded = text.endsWith('=')
    const bytes = Buffer.from(text, 'base64')
    file.size += bytes.length
    if (file.size > this.#maxBytes) file.problem = `It is larger than ${Math.round(this.#maxBytes / MB)} MB`
    if (file.problem === null) this.#spool.add(bytes)
  }
}

export function addSkipped(skipped: Skipped, name: string, reason: string): void {
  const known = skipped.find((one) => one.reason === reason)
  if (known) known.count += 1
  else skipped.push({ name, reason, count: 1 })
}
