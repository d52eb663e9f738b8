import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { createGunzip, type Gunzip } from 'node:zlib'
import { DomainError } from '#shared/errors.ts'
import { peek } from './peek.ts'
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
    const { start, whole } = await peek(chunks, GZIP.length)
    const gunzip = start.subarray(0, GZIP.length).equals(GZIP) ? createGunzip({ chunkSize: CHUNK }) : undefined
    let size = 0
    for await (const chunk of gunzip ? unpacked(whole, gunzip) : whole) {
      size += chunk.length
      if (size > limit)
        throw new DomainError('PAYLOAD_TOO_LARGE', `The report is larger than ${Math.round(limit / 1024 / 1024)} MB`)
      if (gunzip) refuseExpansion(size, gunzip.bytesWritten)
      yield chunk
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

const GZIP = Buffer.from([0x1f, 0x8b])

async function* unpacked(whole: AsyncIterable<Buffer>, gunzip: Gunzip): AsyncGenerator<Buffer> {
  const packed = Readable.from(whole, { objectMode: false })
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
