import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { draftIn } from '../database/draft-files.ts'
import { asStorageFailure, StorageFailed } from '../database/storage-failed.ts'

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
    await writeAll(this.#file, bytes, this.#written)
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
  const file = await open(path, 'wx+', 0o600).catch((error: unknown) => {
    const failure = asStorageFailure(error)
    throw failure instanceof StorageFailed ? failure : new StorageFailed(CANNOT_WRITE, error)
  })
  await rm(path, { force: true })
  return file
}

const CANNOT_WRITE = 'The folder for temporary files cannot be written'

/** A disk that fills up takes a part of the bytes, and fails only at the next write. */
export async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
}
