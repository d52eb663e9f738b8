import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { draftIn } from '../database/draft-files.ts'

/** Where bytes are in a spool. */
export type Extent = { position: number; length: number }

/** Keeps bytes in a temporary file, so that memory does not grow. The first flush opens it. */
export class Spool {
  #file: FileHandle | undefined
  #waiting: Buffer[] = []
  #written = 0
  #length = 0

  /** The position of the next bytes. */
  get length(): number {
    return this.#length
  }

  add(bytes: Buffer): Extent {
    const position = this.#length
    this.#waiting.push(bytes)
    this.#length += bytes.length
    return { position, length: bytes.length }
  }

  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return
    const bytes = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#file ??= await openUnlinked()
    await this.#file.write(bytes, 0, bytes.length, this.#written)
    this.#written += bytes.length
  }

  async read({ position, length }: Extent): Promise<Buffer> {
    const { buffer } = await (this.#file as FileHandle).read({ buffer: Buffer.alloc(length), position })
    return buffer
  }

  async close(): Promise<void> {
    this.#waiting = []
    await this.#file?.close()
    this.#file = undefined
  }
}

/**
 * The file is unlinked while open, so nothing is left when the process ends. If it is killed just before, the next start
 * removes the empty file.
 */
export async function openUnlinked(): Promise<FileHandle> {
  const path = draftIn(tmpdir())
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return file
}
