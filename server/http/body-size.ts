import type { Request, RequestHandler } from 'express'
import { DomainError } from '#shared/errors.ts'
import { askForBody, closeAfterAnswer } from './connections.ts'
import type { Meta } from '../meta.ts'
import { sendDomainError } from './errors.ts'
import { patternOf, type Route } from './routes.ts'

/** A REST route whose body has a limit of its own, in bytes. `noun` names the body in messages. */
export type LimitedRoute = Route & { limit: number; noun?: string }

const MB = 1024 * 1024

/** The limit of all other bodies, over tRPC too. A test case may have 100 steps of 20,000 characters. */
export const BODY_LIMIT = 4 * MB

/** The limit of a body from nobody: a sign-in, a sign-up, an accepted invite. */
export const SMALL_BODY = 64 * 1024

/** How many bytes the body of a call may have, unpacked. */
export const bodyLimitOf = ({ bodyLimit, callers }: Meta) =>
  bodyLimit ?? (callers === 'anyone' ? SMALL_BODY : BODY_LIMIT)

const sizeText = (bytes: number) => (bytes < MB ? `${Math.round(bytes / 1024)} kB` : `${Math.round(bytes / MB)} MB`)

export const tooLarge = (limit: number, noun = 'body') =>
  new DomainError('PAYLOAD_TOO_LARGE', `The ${noun} is larger than ${sizeText(limit)}`)

type Limit = Pick<LimitedRoute, 'limit' | 'noun'>
const STANDARD: Limit = { limit: BODY_LIMIT }

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

/** Refuses a body whose declared length is over the limit of its address, before any of it is read. */
export function refuseDeclaredSize(routes: LimitedRoute[]): RequestHandler {
  const limited = routes.map((route) => ({
    ...route,
    pattern: patternOf({ ...route, path: `/api${route.path}` }),
  }))
  const limitOf = ({ method: given, path }: Request, length: number): Limit =>
    (length > SMALL_BODY && limited.find(({ method, pattern }) => method === given && pattern.test(path))) || STANDARD
  return (req, res, next) => {
    const length = WITH_BODY.has(req.method) ? Number(req.headers['content-length'] ?? 0) : 0
    const { limit, noun } = limitOf(req, length)
    if (length > limit) {
      closeAfterAnswer(res)
      return sendDomainError(res, tooLarge(limit, noun))
    }
    askForBody(req, res)
    next()
  }
}
