import { basename } from 'node:path/posix'
import { buffer } from 'node:stream/consumers'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { DomainError } from '#shared/errors.ts'
import { slices } from '../limits/give-way.ts'
import { ALLURE_FILE } from './readers/allure-files.ts'
import { peek } from './peek.ts'
import { hasTooManyValues } from './readers/many-values.ts'
import { noReport, unsupported } from './readers/report-error.ts'
import { refuseExpansion } from './report-limits.ts'
import { openUnlinked, writeAll } from './spool.ts'

const ZIP = Buffer.from('PK\u0003\u0004')
const RESULT = '-result.json'

const MB = 1024 * 1024
/** Of a file that is read at once: a result, a container or an attachment. */
const FILE_MAX = 20 * MB
const BATCH = 32
const BATCH_BYTES = MB
/** Attachments, whose places in the zip file are kept. */
const ATTACHMENTS_MAX = 20_000

/**
 * Passes a report on as it is. A zip file of Allure results becomes one report: its results and containers, each on a
 * line, then its other files. Throws BAD_REQUEST for another or a damaged zip file, PAYLOAD_TOO_LARGE for one that
 * unpacks to more than `limit` bytes, or to many times its size.
 */
export async function* unpackedArchive(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  const { start, whole } = await peek(chunks[Symbol.asyncIterator](), ZIP.length)
  if (start.subarray(0, ZIP.length).equals(ZIP)) yield* unzipped(whole, limit)
  else yield* whole
}

/** The directory of a zip file is at its end, so the file goes to the disk first. */
async function* unzipped(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  const file = await openUnlinked()
  try {
    let packed = 0
    for await (const chunk of chunks) {
      await writeAll(file, chunk, packed)
      packed += chunk.length
    }
    const zip = await whole(fromFdPromise(file.fd, { lazyEntries: true, autoClose: false }))
    yield* linesOf(zip, { limit, packed })
  } finally {
    await file.close()
  }
}

async function* linesOf(zip: ZipFile, sizes: { limit: number; packed: number }): AsyncGenerator<Buffer> {
  const giveWay = slices()
  const attachments: Entry[] = []
  let results = 0
  let batch = { entries: [] as Entry[], bytes: 0 }
  for await (const entry of checked(entriesOf(zip), sizes)) {
    if (!ALLURE_FILE.test(entry.fileName)) {
      if (attachments.length < ATTACHMENTS_MAX) attachments.push(entry)
      continue
    }
    if (entry.uncompressedSize > FILE_MAX) throw tooLarge(`A file in the zip file is too large: ${entry.fileName}`)
    if (entry.fileName.endsWith(RESULT)) results += 1
    batch = { entries: [...batch.entries, entry], bytes: batch.bytes + entry.uncompressedSize }
    if (batch.entries.length < BATCH && batch.bytes < BATCH_BYTES) continue
    yield await resultLines(zip, batch.entries)
    batch = { entries: [], bytes: 0 }
    await giveWay()
  }
  if (results === 0) throw unsupported('This is a zip file. Unpack it and send the report inside')
  yield await resultLines(zip, batch.entries)
  for (const entry of attachments) {
    const file = basename(entry.fileName)
    const isLarge = entry.uncompressedSize > FILE_MAX
    const base64 = isLarge ? undefined : (await contentOf(zip, entry)).toString('base64')
    yield Buffer.from(`${JSON.stringify({ file, base64 })}\n`)
  }
}

/** What macOS keeps beside the files that it packs, under their names. */
const OF_MACOS = /(?:^|\/)(?:__MACOSX\/|\._)/

/** Leaves out folders, what is encrypted and what macOS adds. Throws for sizes over the limits before anything is unpacked. */
async function* checked(entries: AsyncIterable<Entry>, { limit, packed }: { limit: number; packed: number }) {
  let size = 0
  for await (const entry of entries) {
    size += entry.uncompressedSize
    if (size > limit) throw tooLarge(`The zip file unpacks to more than ${Math.round(limit / MB)} MB`)
    refuseExpansion(size, packed)
    if (!entry.fileName.endsWith('/') && !entry.isEncrypted() && !OF_MACOS.test(entry.fileName)) yield entry
  }
}

/** Unpacked together, small files take less time. */
async function resultLines(zip: ZipFile, entries: Entry[]): Promise<Buffer> {
  const contents = await Promise.all(entries.map((entry) => contentOf(zip, entry)))
  const lines = entries.map(({ fileName }, index) => {
    const content = parsed(fileName, contents[index] as Buffer)
    return `${JSON.stringify({ file: basename(fileName), content })}\n`
  })
  return Buffer.from(lines.join(''))
}

/** A zip file has at least one entry. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()
  for (let next = await whole(entries.next()); !next.done; next = await whole(entries.next())) yield next.value
}

const contentOf = async (zip: ZipFile, entry: Entry) => await whole(zip.openReadStreamPromise(entry).then(buffer))

function parsed(name: string, content: Buffer): unknown {
  const text = content.toString('utf8').replace(/^\ufeff/, '')
  if (hasTooManyValues(text)) throw tooLarge(`A file in the zip file has too many values: ${name}`)
  try {
    return JSON.parse(text)
  } catch {
    throw noReport(`A file in the zip file is not valid JSON: ${name}`)
  }
}

async function whole<Value>(reading: Promise<Value>): Promise<Value> {
  return await reading.catch((error: unknown) => {
    throw noReport(`The zip file is damaged: ${(error as Error).message}`)
  })
}

const tooLarge = (message: string) => new DomainError('PAYLOAD_TOO_LARGE', message)
