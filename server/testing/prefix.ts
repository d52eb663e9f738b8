import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestServer, TestServer } from './server.ts'

/* Real servers under /assay of a host that has other things elsewhere. */

export const PREFIX = '/assay'

export type ProxyKind = 'passes the prefix on' | 'takes the prefix off'
export const PROXY_KINDS: ProxyKind[] = ['passes the prefix on', 'takes the prefix off']

/** A server as callers see it through such a proxy, and what they asked the host for that is not under the prefix. */
export async function startBehindProxy(kind: ProxyKind): Promise<{ server: TestServer; strays: string[] }> {
  const strays: string[] = []
  let target = ''
  const proxy = createServer((req, res) => {
    if (req.url?.startsWith(`${PREFIX}/`)) return passOn(kind, target, req, res)
    strays.push(`${req.method} ${req.url}`)
    res.writeHead(418).end('another application')
  })
  const url = (await listen(proxy)) + PREFIX
  const hidden = await startTestServer({ PUBLIC_URL: url, TRUST_PROXY: 'loopback' })
  target = hidden.url
  const close = async () => {
    await hidden.close()
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  }
  return { server: new TestServer({ url, services: hidden.services, close }), strays }
}

function passOn(kind: ProxyKind, target: string, req: IncomingMessage, res: ServerResponse): void {
  const { method, url = '', headers } = req
  const isTakenOff = kind === 'takes the prefix off'
  const said = { 'x-forwarded-host': headers.host, 'x-forwarded-proto': 'http' }
  const forwarded = request(target + (isTakenOff ? url.slice(PREFIX.length) : url), {
    method,
    headers: { ...headers, ...said },
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
