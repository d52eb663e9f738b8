import type { IncomingMessage } from 'node:http'
import { DomainError } from '#shared/errors.ts'
import { inTurn } from './reading-slots.ts'

/** Bytes that one row holds. No other write waits for more than the storing of one. */
export const CHUNK_BYTES = 256 * 1024

const MB = 1024 * 1024

/** The bytes of a body in chunks of CHUNK_BYTES; the last may be shorter. Throws PAYLOAD_TOO_LARGE above `limit`. */
export async function* attachmentBytes(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send the file as it is, without a content encoding')
  let size = 0
  let waiting: Buffer[] = []
  let length = 0
  try {
    // A refused file must not cut the connection: the client still waits for the answer.
    for await (const part of inTurn(request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)) {
      size += part.length
      if (size > limit)
        throw new DomainError('PAYLOAD_TOO_LARGE', `The attachment is larger than ${Math.round(limit / MB)} MB`)
      waiting.push(part)
      length += part.length
      while (length >= CHUNK_BYTES) {
        const bytes = Buffer.concat(waiting)
        yield bytes.subarray(0, CHUNK_BYTES)
        waiting = [bytes.subarray(CHUNK_BYTES)]
        length -= CHUNK_BYTES
      }
    }
    if (length > 0) yield Buffer.concat(waiting)
  } finally {
    // The connection serves the client's next request only once this one is read to its end.
    request.resume()
  }
}
