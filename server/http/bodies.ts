import type { Request, RequestHandler } from 'express'
import { DomainError } from '#shared/errors.ts'
import { giveWay } from '../limits/give-way.ts'
import { SMALL_BODY } from './body-size.ts'
import { sendDomainError } from './errors.ts'
import { parseJson } from './parse-json.ts'
import { type BodyOf, encodingOf, readBytes, unknownEncoding } from './read-bytes.ts'

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Begins one request with a long or packed body in each turn of the event loop: many at once would fill a turn that all
 * others wait for.
 */
export const longBodiesInTurns: RequestHandler = ({ headers }, _res, next) => {
  const length = headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : Infinity)
  if (Number(length) <= SMALL_BODY && headers['content-encoding'] === undefined) return next()
  void giveWay().then(() => next())
}

/** Refuses what is not JSON by its headers. The body itself is read when a procedure asks for its input: `readBody`. */
export const refuseOtherTypes: RequestHandler = (req, res, next) => {
  if (!WITH_BODY.has(req.method)) return next()
  if (!isEmpty(req)) {
    if (!isJson(req) && !mayBeEmpty(req)) return sendDomainError(res, otherType(req))
    if (!encodingOf(req)) return sendDomainError(res, unknownEncoding())
  }
  next()
}

/** Reads a JSON object; an absent body is `{}`. Throws DomainError. */
export async function readBody(req: Request, of: BodyOf): Promise<object> {
  const body = await readJson(req, of)
  if (body === undefined) return {}
  if (mayBeEmpty(req)) throw otherType(req)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new DomainError('BAD_REQUEST', 'The body must be a JSON object')
}

/** Reads any JSON; an absent body is undefined. Throws DomainError. */
export async function readJson(req: Request, of: BodyOf): Promise<unknown> {
  if (!WITH_BODY.has(req.method) || isEmpty(req)) return undefined
  const charset = /charset=["']?([^\s;"']+)/i.exec(req.headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  return await readBytes(req, of, async (bytes) => (bytes.length === 0 ? undefined : parseJson(asUtf8(bytes, charset))))
}

function isEmpty({ headers }: Request): boolean {
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] === undefined : length === '0'
}

/** Some clients announce a body of unknown length for a call without one. */
const mayBeEmpty = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined && headers['content-type'] === undefined

const otherType = ({ headers: { 'content-type': given = 'none' } }: Request) =>
  new DomainError('UNSUPPORTED_MEDIA_TYPE', `Content-Type must be application/json, not ${given}`)

function asUtf8(bytes: Buffer, charset: string): Buffer {
  if (charset === 'utf-8') return bytes
  if (/^utf-16(le|be)?$/.test(charset)) return Buffer.from(new TextDecoder(charset).decode(bytes))
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The charset is not supported')
}

/** As the document says: a PATCH may also be called a merge patch. */
const isJson = (req: { method?: string | undefined; headers: Request['headers'] }) =>
  (req.method === 'PATCH' ? /^application\/(merge-patch\+)?json\s*(;|$)/i : /^application\/json\s*(;|$)/i).test(
    req.headers['content-type'] ?? '',
  )
