import compression from 'compression'
import type { Request, Response } from 'express'

/* A request and its answer as the library that serves REST sees them. */

/**
 * The request as the library wants it. Of a Node request it would make a web Request, a body stream and an
 * AbortController, at a tenth of the price of a call, for a signal that no procedure reads.
 */
export class WebRequest {
  readonly incoming: Request

  constructor(incoming: Request) {
    this.incoming = incoming
  }

  static {
    const own = (read: (request: WebRequest) => unknown): PropertyDescriptor => ({
      get(this: WebRequest) {
        return read(this)
      },
    })
    const never = new AbortController().signal
    Object.setPrototypeOf(this.prototype, globalThis.Request.prototype)
    Object.defineProperties(this.prototype, {
      method: own(({ incoming }) => incoming.method),
      url: own(({ incoming }) => incoming.url),
      body: own(({ incoming }) => incoming.body),
      query: own(({ incoming }) => incoming.query),
      headers: own(({ incoming }) => ({ get: (name: string) => incoming.headers[name] ?? null })),
      signal: own(() => never),
    })
  }
}

/** Below this a compressed answer takes as many packets; it is the compression's own threshold. */
const SMALL_BYTES = 1024

const compress = compression()

/**
 * The answer as the library writes it: whole, in one piece. Its length is told, or else Node would send it in
 * chunks, and only a large one pays for the compression's hooks.
 */
export class WholeAnswer {
  readonly #req: Request
  readonly #res: Response

  constructor(req: Request, res: Response) {
    this.#req = req
    this.#res = res
  }

  set statusCode(status: number) {
    this.#res.statusCode = status
  }

  setHeader(name: string, text: string): void {
    this.#res.setHeader(name, text)
  }

  end(text: string): void {
    const bytes = Buffer.byteLength(text)
    this.#res.setHeader('Content-Length', bytes)
    if (bytes < SMALL_BYTES) this.#res.end(text)
    else compress(this.#req, this.#res, () => this.#res.end(text))
  }
}
