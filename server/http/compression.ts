import compression from 'compression'
import type { Request, RequestHandler, Response } from 'express'
import type { Bytes, ReadyAnswer, Reply } from './ready-answer.ts'

/** Compression of a smaller answer saves no packet. Also the default threshold of the compression package. */
const SMALL_BYTES = 1024

const compress = compression()

type End = (...rest: unknown[]) => Response

/**
 * Compresses large answers that are sent in one piece. On small answers the middleware alone costs 5 µs of the 140 µs
 * CPU that `GET /test-cases/{id}` takes, and it sends them in chunks.
 */
export const compressLarge: RequestHandler = (req, res, next) => {
  const end = res.end.bind(res) as End
  res.end = (...rest: unknown[]) => {
    res.end = end
    const [body] = rest
    if (res.statusCode === 304) {
      res.removeHeader('Content-Type')
      return end()
    }
    const { ready } = replyOf(res)
    if (ready && res.statusCode < 300) {
      void sendReady(req, res, ready).catch(() => res.destroy())
      return res
    }
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return end(...rest)
    const bytes = Buffer.byteLength(body)
    res.setHeader('Content-Length', bytes)
    if (bytes < SMALL_BYTES) return end(...rest)
    compress(req, res, () => res.end(...(rest as [string])))
    return res
  }
  next()
}

/** Lets `compressLarge` send what the procedure put into the reply. */
export function keepReply(res: Response, reply: Reply): void {
  res.locals['reply'] = reply
}

const replyOf = (res: Response) => (res.locals['reply'] ?? {}) as Reply

/** Sends the bytes as they are, or their compressed form, which is kept with them. */
async function sendReady(req: Request, res: Response, { bytes, gzip }: ReadyAnswer): Promise<void> {
  const isCompressed = lengthOf(bytes) >= SMALL_BYTES && req.acceptsEncodings(['gzip', 'identity']) === 'gzip'
  const sent = isCompressed ? await gzip() : bytes
  if (isCompressed) res.setHeader('Content-Encoding', 'gzip')
  res.setHeader('Content-Length', lengthOf(sent))
  res.cork()
  for (const piece of sent) res.write(piece)
  res.end()
  res.uncork()
}

const lengthOf = (bytes: Bytes) => bytes.reduce((sum, { length }) => sum + length, 0)
