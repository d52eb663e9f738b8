import type { FileHandle } from 'node:fs/promises'
import { newId } from '../database/new-id.ts'
import type { EmbeddedSink } from './reported-test.ts'
import { openUnlinked } from './unlinked-file.ts'

type EmbeddedFile = { position: number; size: number; problem: string | null }

/** A problem names why a file is not kept, for users. */
const BROKEN = 'It is not base64'

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const MB = 1024 * 1024

/**
 * Takes the files that are in a report from its reader, as base64, and keeps their bytes on the disk until the report is
 * stored. It keeps at most `maxFiles`, and nothing of one that is larger than `maxBytes`.
 */
export class EmbeddedFiles implements EmbeddedSink {
  readonly #limits: { maxFiles: number; maxBytes: number }
  readonly #files = new Map<string, EmbeddedFile>()
  #current: EmbeddedFile | undefined
  /** The characters that wait for the rest of their group of four. */
  #rest = ''
  #isPadded = false
  /** Bytes to write after the first `#written` of the file on the disk. */
  #waiting: Buffer[] = []
  #written = 0
  #length = 0
  #disk: FileHandle | undefined

  constructor(limits: { maxFiles: number; maxBytes: number }) {
    this.#limits = limits
  }

  open(): string {
    const id = newId()
    this.#rest = ''
    this.#isPadded = false
    this.#current = undefined
    if (this.#files.size >= this.#limits.maxFiles) return id
    this.#current = { position: this.#length, size: 0, problem: null }
    this.#files.set(id, this.#current)
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

  /** Why the file is not kept; undefined for one that was not taken, and null for one that is. */
  problemOf(id: string): string | null | undefined {
    return this.#files.get(id)?.problem
  }

  /** Waits for the disk. */
  async settle(): Promise<void> {
    if (this.#waiting.length === 0) return
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#disk ??= await openUnlinked()
    await this.#disk.write(bytes, 0, bytes.length, this.#written)
    this.#written += bytes.length
  }

  /** The bytes of a file in chunks of the given size; the last may be shorter. */
  async *read(id: string, chunk: number): AsyncGenerator<Buffer> {
    const { position, size } = this.#files.get(id) as EmbeddedFile
    for (let at = 0; at < size; at += chunk) {
      const length = Math.min(chunk, size - at)
      const { buffer } = await (this.#disk as FileHandle).read({
        buffer: Buffer.alloc(length),
        position: position + at,
      })
      yield buffer
    }
  }

  async end(): Promise<void> {
    this.#waiting = []
    await this.#disk?.close()
    this.#disk = undefined
  }

  #decode(file: EmbeddedFile, text: string): void {
    if (text === '') return
    if (this.#isPadded || !BASE64.test(text)) file.problem = BROKEN
    this.#isPadded = text.endsWith('=')
    const bytes = Buffer.from(text, 'base64')
    file.size += bytes.length
    if (file.size > this.#limits.maxBytes)
      file.problem = `It is larger than ${Math.round(this.#limits.maxBytes / MB)} MB`
    if (file.problem !== null) return
    this.#waiting.push(bytes)
    this.#length += bytes.length
  }
}
