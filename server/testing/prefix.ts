import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestServer, TestServer } from './server.ts'

/* A server behind a proxy that serves it under /assay and other applications elsewhere. */

export const PREFIX = '/assay'

export type ProxyKind = 'keeps the prefix' | 'strips the prefix'
export const PROXY_KINDS: ProxyKind[] = ['keeps the prefix', 'strips the prefix']

/** Starts a server behind such a proxy. `strays` collects requests outside the prefix. */
export async function startBehindProxy(kind: ProxyKind): Promise<{ server: TestServer; strays: string[] }> {
  const strays: string[] = []
  let target = ''
  const proxy = createServer((req, res) => {
    if (req.url?.startsWith(`${PREFIX}/`)) return forward(kind, target, req, res)
    strays.push(`${req.method} ${req.url}`)
    res.writeHead(418).end('another application')
  })
  const url = (await listen(proxy)) + PREFIX
  const upstream = await startTestServer({ PUBLIC_URL: url, TRUST_PROXY: 'loopback' })
  target = upstream.url
  const close = async () => {
    await upstream.close()
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  }
  return { server: new TestServer({ url, services: upstream.services, close }), strays }
}

function forward(kind: ProxyKind, target: string, req: IncomingMessage, res: ServerResponse): void {
  const { method, url = '', headers } = req
  const isStripped = kind === 'strips the prefix'
  const origin = { 'x-forwarded-host': headers.host, 'x-forwarded-proto': 'http' }
  const forwarded = request(target + (isStripped ? url.slice(PREFIX.length) : url), {
    method,
    headers: { ...headers, ...origin },
  })
  forwarded.on('response', (answer: IncomingMessage) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(res)
  })
  forwarded.on('error', () => res.destroy())
  res.on('close', () => forwarded.destroy())
  req.pipe(forwarded)
}

async function listen(proxy: Server): Promise<string> {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
