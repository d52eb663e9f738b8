import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { DomainError } from '#shared/errors.ts'
import { unpackedArchive } from './report-archive.ts'
import { refuseExpansion } from './report-limits.ts'

/** A truncated gzip stream. The reader reports the line it had reached. */
export class TruncatedGzip extends Error {
  override readonly name = 'TruncatedGzip'
}

/** The bytes of a report, unpacked from gzip and from a zip file. Throws TruncatedGzip and DomainError. */
export const reportBytes = (request: IncomingMessage, limit: number) =>
  unpackedArchive(bodyBytes(request, limit), limit)

/**
 * The bytes of a body, unpacked if the first bytes are those of gzip, whatever the header says. Throws TruncatedGzip,
 * and DomainError for an unknown encoding or more than `limit` bytes.
 */
async function* bodyBytes(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding))
    throw new DomainError(
      'UNSUPPORTED_MEDIA_TYPE',
      `The content encoding ${encoding} is not supported. Send gzip or the plain report`,
    )
  // A refused report must not cut the connection: the client still waits for the answer.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  try {
    const start = await firstBytes(chunks)
    let packed = 0
    const whole = Readable.from(
      joined(start, chunks, (bytes) => (packed += bytes)),
      { objectMode: false },
    )
    const isGzip = start[0] === 0x1f && start[1] === 0x8b
    let size = 0
    for await (const chunk of isGzip ? unpacked(whole) : whole) {
      size += (chunk as Buffer).length
      if (size > limit)
        throw new DomainError('PAYLOAD_TOO_LARGE', `The report is larger than ${Math.round(limit / 1024 / 1024)} MB`)
      if (isGzip) refuseExpansion(size, packed)
      yield chunk as Buffer
    }
  } finally {
    // The connection serves the client's next request only once this one is read to its end.
    void Promise.resolve(chunks.return?.()).then(
      () => request.resume(),
      () => {},
    )
  }
}

/** Larger than by default: each chunk costs a call into the thread that unpacks. */
const CHUNK = 64 * 1024

const MAGIC_LENGTH = 2

async function firstBytes(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let start = Buffer.alloc(0)
  while (start.length < MAGIC_LENGTH) {
    const { value, done } = await chunks.next()
    if (done) return start
    start = Buffer.concat([start, value])
  }
  return start
}

async function* joined(
  start: Buffer,
  chunks: AsyncIterator<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  onBytes(start.length)
  if (start.length > 0) yield start
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    onBytes(next.value.length)
    yield next.value
  }
}

async function* unpacked(packed: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK })
  packed.on('error', (error) => gunzip.destroy(error))
  try {
    for await (const chunk of packed.pipe(gunzip)) yield chunk as Buffer
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') throw new TruncatedGzip()
    throw code?.startsWith('Z_')
      ? new DomainError('BAD_REQUEST', `The gzip stream is damaged: ${(error as Error).message}`)
      : error
  }
}
