import type { Request, RequestHandler } from 'express'
import { askForBody, closeAfterAnswer } from './connections.ts'
import { sendError } from './errors.ts'
import { patternOf, type Route } from './routes.ts'

/** A REST route whose body may be larger than others: up to `limit` bytes. `noun` names the body in messages. */
export type LargeBodyRoute = Route & { limit: number; noun?: string }

const MB = 1024 * 1024

/** The limit of all other bodies, over tRPC too. */
export const BODY_LIMIT = 4 * MB

type Limit = Pick<LargeBodyRoute, 'limit' | 'noun'>
const STANDARD: Limit = { limit: BODY_LIMIT }

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

/** Refuses a body whose declared length is over the limit of its address, before any of it is read. */
export function refuseDeclaredSize(largeBodyRoutes: LargeBodyRoute[]): RequestHandler {
  const large = largeBodyRoutes.map((route) => ({
    ...route,
    pattern: patternOf({ ...route, path: `/api${route.path}` }),
  }))
  const limitOf = ({ method: given, path }: Request, length: number): Limit =>
    (length > BODY_LIMIT && large.find(({ method, pattern }) => method === given && pattern.test(path))) || STANDARD
  return (req, res, next) => {
    const length = WITH_BODY.has(req.method) ? Number(req.headers['content-length'] ?? 0) : 0
    const { limit, noun = 'body' } = limitOf(req, length)
    if (length > limit) {
      closeAfterAnswer(res)
      return sendError(res, 413, 'PAYLOAD_TOO_LARGE', `The ${noun} is larger than ${Math.round(limit / MB)} MB`)
    }
    askForBody(req, res)
    next()
  }
}
