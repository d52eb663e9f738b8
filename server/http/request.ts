import type { Request as HttpRequest } from 'express'
import type { Config } from '../config.ts'
import type { Context, Request, Services } from '../context.ts'
import { pathPrefix } from './path-prefix.ts'

/** The context of the procedures that one HTTP request calls. */
export function createContext(services: Services, req: HttpRequest): Context {
  return { ...services, request: new Caller(req, services.config), reply: {} }
}

/** What few procedures ask for is made when they do; the address at once, since a closed connection has none. */
class Caller implements Request {
  readonly address: string
  readonly #req: HttpRequest
  readonly #config: Config

  constructor(req: HttpRequest, config: Config) {
    this.address = req.ip ?? ''
    this.#req = req
    this.#config = config
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

  get baseUrl(): string {
    return originOf(this.#req) + pathPrefix(this.#config)
  }

  cutOff(): void {
    this.#req.destroy()
  }
}

/** Scheme, host and port under which the caller reached us. */
export function originOf(req: HttpRequest): string {
  return `${req.protocol}://${req.host}`
}
