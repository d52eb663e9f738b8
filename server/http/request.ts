import type { Request as HttpRequest } from 'express'
import type { Context, Request, Services } from '../context.ts'
import { networkOf } from './network.ts'
import { pathPrefix } from './path-prefix.ts'

/** The context of the procedures that one HTTP request calls. */
export function createContext(services: Services, req: HttpRequest, { takesBytes = false } = {}): Context {
  const request: Request = {
    // Read at once: a closed connection has no address.
    network: networkOf(req.ip ?? ''),
    get id() {
      return req.res?.getHeader('X-Request-Id') as string | undefined
    },
    get authorization() {
      return req.headers.authorization
    },
    get idempotencyKey() {
      return req.get('Idempotency-Key')
    },
    get ifMatch() {
      return req.get('If-Match')
    },
    get ifNoneMatch() {
      return req.get('If-None-Match')
    },
    get baseUrl() {
      return originOf(req) + pathPrefix(services.config)
    },
    takesBytes,
    cutOff: () => void req.destroy(),
  }
  return { ...services, request, reply: {} }
}

/** Scheme, host and port under which the caller reached us. */
export function originOf(req: HttpRequest): string {
  return `${req.protocol}://${req.host}`
}
