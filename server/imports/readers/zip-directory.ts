import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { DomainError } from '#shared/errors.ts'

const MB = 1024 * 1024
const UNPACKED_MAX = 100 * MB
const ENTRIES_MAX = 20_000

export const isZip = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

type Zip = { file: ZipFile; entries: Entry[] }

/**
 * The files of a zip file. Throws PAYLOAD_TOO_LARGE, before anything is unpacked, for one whose directory says that it
 * unpacks to more than 100 MB.
 */
export async function openZip(bytes: Buffer): Promise<Zip> {
  const file = await whole(fromBufferPromise(bytes, { lazyEntries: true }))
  const entries: Entry[] = []
  let size = 0
  const each = file.eachEntry()
  for (let next = await whole(each.next()); !next.done; next = await whole(each.next())) {
    const entry = next.value
    size += entry.uncompressedSize
    if (size > UNPACKED_MAX) throw tooLarge(`The file unpacks to more than ${UNPACKED_MAX / MB} MB`)
    if (entries.length >= ENTRIES_MAX)
      throw tooLarge(`The file has more than ${ENTRIES_MAX.toLocaleString('en')} files`)
    if (!entry.fileName.endsWith('/') && !entry.isEncrypted()) entries.push(entry)
  }
  return { file, entries }
}

export const unpackedEntry = async ({ file }: Zip, entry: Entry): Promise<Buffer> =>
  await whole(file.openReadStreamPromise(entry).then(buffer))

async function whole<Value>(reading: Promise<Value>): Promise<Value> {
  return await reading.catch((error: unknown) => {
    throw new DomainError('BAD_REQUEST', `The file is damaged: ${(error as Error).message}`)
  })
}

const tooLarge = (message: string) => new DomainError('PAYLOAD_TOO_LARGE', message)
