import { subscribe } from 'node:diagnostics_channel'
import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { brotliDecompressSync, inflateSync, unzipSync, zstdDecompressSync } from 'node:zlib'

/* Every request that a test server of this process answered, as sent over the network. */

export type Exchange = {
  method: string
  /** With the query, relative to /api. */
  address: string
  requestHeaders: IncomingHttpHeaders
  requestBody: Buffer
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
}

/** The path prefixes of test servers by port. Other HTTP servers of this process are proxies and stubs. */
const prefixes = new Map<number, string>()

/**
 * `prefix` is the path that its addresses may have before /api. Returns a function that unregisters the server: its
 * port may become a proxy's.
 */
export function noteTestServer(url: string, prefix: string): () => void {
  const port = Number(new URL(url).port)
  prefixes.set(port, prefix)
  return () => prefixes.delete(port)
}

type Started = { request: IncomingMessage; response: ServerResponse }

let follower: ((exchange: Exchange) => void) | undefined

/** Calls back after each REST answer of a test server, with unpacked bodies. A later call replaces the callback. */
export function followExchanges(onExchange: (exchange: Exchange) => void): void {
  if (!follower) install()
  follower = onExchange
}

function install(): void {
  const sent = new WeakMap<object, Buffer[]>()
  // On the prototype, because the app's own prototype overrides `end`.
  for (const name of ['write', 'end']) keepChunks(ServerResponse.prototype, name, (response) => sent.get(response))
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as Started
    const prefix = prefixes.get(request.socket.localPort ?? 0)
    const [, before, address] = /^(.*?)\/api(\/.*)$/.exec(request.url ?? '') ?? []
    if (address === undefined || prefix === undefined || !['', prefix].includes(before as string)) return
    const method = request.method ?? ''
    const requestChunks: Buffer[] = []
    keepChunks(request, 'push', () => requestChunks)
    const responseChunks: Buffer[] = []
    sent.set(response, responseChunks)
    response.once('finish', () => {
      const headers = response.getHeaders()
      const body = unpacked(Buffer.concat(responseChunks), headers['content-encoding'])
      const requestHeaders = request.headers
      follower?.({
        method,
        address,
        requestHeaders,
        requestBody: Buffer.concat(requestChunks),
        status: response.statusCode,
        headers,
        body: method === 'HEAD' ? Buffer.alloc(0) : body,
      })
    })
  })
}

function keepChunks(owner: object, name: string, chunksOf: (stream: object) => Buffer[] | undefined): void {
  const methods = owner as Record<string, (...given: unknown[]) => unknown>
  const original = methods[name] as (...given: unknown[]) => unknown
  methods[name] = function (this: object, ...given) {
    const [chunk] = given
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunksOf(this)?.push(Buffer.from(chunk as string))
    return original.apply(this, given)
  }
}

const UNPACK: Record<string, (packed: Buffer) => Buffer> = {
  gzip: unzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
  zstd: zstdDecompressSync,
}

function unpacked(packed: Buffer, encoding: unknown): Buffer {
  return UNPACK[String(encoding)]?.(packed) ?? packed
}
