import type { Request as HttpRequest } from 'express'
import type { Context, Services } from './context.ts'
import { pathPrefix } from './path-prefix.ts'

/** The context of the procedures that one HTTP request calls. */
export function createContext(services: Services, req: HttpRequest): Context {
  const request = {
    id: req.res?.getHeader('X-Request-Id') as string | undefined,
    authorization: req.headers.authorization,
    idempotencyKey: req.get('Idempotency-Key'),
    address: req.ip ?? '',
    get baseUrl() {
      return originOf(req) + pathPrefix(services.config)
    },
  }
  return { ...services, request, reply: {} }
}

/** Scheme, host and port under which the caller reached us. */
export function originOf(req: HttpRequest): string {
  return `${req.protocol}://${req.host}`
}
