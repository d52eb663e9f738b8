import type { DomainError } from '#shared/errors.ts'
import type { Services } from '../../context.ts'
import { isArriving, reservePieces } from '../attachments.repository.ts'
import type { Bucket } from './bucket.ts'

const FIRST_PIECES = 4

/** The name of an object: its attachment and its place in it. */
export const objectOf = (attachmentId: string, piece: number): string => `${attachmentId}/${piece}`

type File = {
  id: string
  /** Inserts the row of the file, which then may have so many pieces. */
  insert: (pieces: number) => Promise<void>
  /** The error if somebody has deleted the row meanwhile. */
  gone: () => DomainError
}

/** How a new file goes to the bucket; undefined if its bytes go to the database. */
export function uploadTo(
  bucket: Bucket | undefined,
  services: Pick<Services, 'db' | 'write'>,
  file: File,
): BucketUpload | undefined {
  return bucket?.takesNew ? new BucketUpload(services, bucket, file) : undefined
}

/**
 * The pieces of an arriving file, each an object. The row says beforehand how many there may be, so that whoever deletes
 * it, also after a kill, knows all objects without a list of the bucket.
 */
class BucketUpload {
  readonly #services: Pick<Services, 'db' | 'write'>
  readonly #bucket: Bucket
  readonly #file: File
  #reserved = 0
  #sent = 0

  constructor(services: Pick<Services, 'db' | 'write'>, bucket: Bucket, file: File) {
    this.#services = services
    this.#bucket = bucket
    this.#file = file
  }

  get pieces(): number {
    return this.#sent
  }

  async send(piece: Buffer): Promise<void> {
    await this.#reserve()
    await this.#bucket.put(objectOf(this.#file.id, this.#sent), piece)
    this.#sent += 1
  }

  async #reserve(): Promise<void> {
    const { db, write } = this.#services
    const { id, insert, gone } = this.#file
    if (this.#sent < this.#reserved) {
      if (!(await isArriving(db, id))) throw gone()
      return
    }
    const pieces = Math.max(FIRST_PIECES, 2 * this.#reserved)
    if (this.#reserved === 0) await insert(pieces)
    else if (!(await write(null, (trx) => reservePieces(trx, id, pieces)))) throw gone()
    this.#reserved = pieces
  }
}
