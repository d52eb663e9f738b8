import type { Request as HttpRequest } from 'express'
import type { Context, Request, Services } from './context.ts'

/** The context of the procedures that one HTTP request calls. */
export function createContext(services: Services, req: HttpRequest): Context {
  return { ...services, request: new Caller(req), reply: {} }
}

/** What few procedures ask for is made when they do; the address at once, since a closed connection has none. */
class Caller implements Request {
  readonly address: string
  readonly #req: HttpRequest

  constructor(req: HttpRequest) {
    this.address = req.ip ?? ''
    this.#req = req
  }

  get id(): string | undefined {
    return this.#req.res?.getHeader('X-Request-Id') as string | undefined
  }

  get authorization(): string | undefined {
    return this.#req.headers.authorization
  }

  get idempotencyKey(): string | undefined {
    return this.#req.get('Idempotency-Key')
  }

  get origin(): string {
    return originOf(this.#req)
  }
}

/** Scheme, host and port under which the caller reached us. */
export function originOf(req: HttpRequest): string {
  return `${req.protocol}://${req.host}`
}
