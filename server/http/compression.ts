import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import compression from 'compression'
import type { Express, Request, RequestHandler, Response } from 'express'
import { giveWay } from '../limits/give-way.ts'
import { DomainError } from '#shared/errors.ts'
import { sendDomainError } from './errors.ts'
import { isHead } from './methods.ts'
import type { Bytes, Json, Reply } from './json.ts'
import { sendPieces } from './send-pieces.ts'

/** Compression of a smaller answer saves no packet. Also the default threshold of the compression package. */
const SMALL_BYTES = 1024

/** One such answer is sent in each turn of the event loop. */
const LARGE_BYTES = 256 * 1024

const compress = compression()
const COMPRESSES = 'compressesLarge'

type End = (this: Response, ...rest: unknown[]) => Response
const NODES = ServerResponse.prototype as unknown as { end: End }

/** Makes `compressLarge` work in this app. */
export function allowCompressLarge(app: Express): void {
  // On the prototype: an own `end` keeps each response in memory until the next major garbage collection, which took a
  // fifth of the CPU of small calls.
  ;(app as unknown as { response: { end: End } }).response.end = function (...rest) {
    if (!this.locals[COMPRESSES]) return sendAsIs(this, rest)
    this.locals[COMPRESSES] = false
    return endCompressed(this, rest)
  }
}

/**
 * Compresses large answers that are sent in one piece. On small answers the middleware alone costs 5 µs of the 140 µs
 * CPU that `GET /test-cases/{id}` takes, and it sends them in chunks.
 */
export const compressLarge: RequestHandler = (_req, res, next) => {
  res.locals[COMPRESSES] = true
  next()
}

function sendAsIs(res: Response, rest: unknown[] = []): Response {
  return NODES.end.apply(res, rest)
}

function endCompressed(res: Response, rest: unknown[]): Response {
  const [body] = rest
  if (res.statusCode === 304) {
    res.removeHeader('Content-Type')
    return sendAsIs(res)
  }
  const { ready } = replyOf(res)
  if (ready && res.statusCode < 300) {
    void sendReady(res.req, res, ready).catch((error: unknown) => {
      if (error instanceof DomainError && !res.headersSent) sendDomainError(res, error)
      else res.destroy()
    })
    return res
  }
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return sendAsIs(res, rest)
  const bytes = Buffer.byteLength(body)
  res.setHeader('Content-Length', bytes)
  if (bytes < SMALL_BYTES) return sendAsIs(res, rest)
  compress(res.req, res, () => res.end(...(rest as [string])))
  return res
}

/** Lets `compressLarge` send what the procedure put into the reply. */
export function keepReply(res: Response, reply: Reply): void {
  res.locals['reply'] = reply
}

const replyOf = (res: Response) => (res.locals['reply'] ?? {}) as Reply

/** Sends the JSON as it is or compressed. A long answer is made meanwhile. */
async function sendReady(
  req: Request,
  res: Response,
  { made, caller, keepCompressed = (make) => make() }: Json,
): Promise<void> {
  // What the reply holds would stay in memory while the client takes another form of it.
  delete res.locals['reply']
  if (!Array.isArray(made)) {
    if (isHead(res)) return void res.end()
    return await sendPieces(res, made as AsyncIterable<string>, { caller, isText: true })
  }
  const bytes: Bytes = made
  const isCompressed = lengthOf(bytes) >= SMALL_BYTES && req.acceptsEncodings(['gzip', 'identity']) === 'gzip'
  const sent = isCompressed ? await keepCompressed(() => compressed(bytes)) : bytes
  // The system copies some megabytes at once.
  if (lengthOf(sent) > LARGE_BYTES) await giveWay()
  if (res.destroyed) return
  if (isCompressed) res.setHeader('Content-Encoding', 'gzip')
  res.setHeader('Content-Length', lengthOf(sent))
  res.cork()
  for (const piece of sent) res.write(piece)
  res.end()
  res.uncork()
}

const compressed = async (bytes: Bytes): Promise<Bytes> => [
  await buffer(Readable.from(bytes, { objectMode: true }).pipe(createGzip())),
]

const lengthOf = (bytes: Bytes) => bytes.reduce((sum, { length }) => sum + length, 0)
