import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Hop-by-hop headers: a proxy must not forward them (RFC 9110, 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]

export type Proxy = { url: string; close: () => Promise<void> }

/** `checkEveryMs`: interval of health checks. `isBehind`: whether to trust `X-Forwarded-*` of a proxy in front. */
type Options = { checkEveryMs?: number; isBehind?: boolean }

/**
 * A round-robin proxy over keep-alive connections that skips servers whose health check fails. A request that reached
 * no server goes to the next one. A request that may have reached a server is not retried: it answers 502.
 */
export async function startProxy(servers: string[], { checkEveryMs, isBehind = false }: Options = {}): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 50 })
  const targets = servers.map((url) => ({ url: new URL(url), isHealthy: true }))
  let turn = 0
  const nextOrder = () => {
    turn += 1
    const all = targets.map((_, index) => targets[(turn + index) % targets.length] as Target)
    return [...all.filter(({ isHealthy }) => isHealthy), ...all.filter(({ isHealthy }) => !isHealthy)]
  }
  const server = createServer((req, res) =>
    forward(req, res, { agent, headers: requestHeaders(req, isBehind) }, nextOrder()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const checks = targets.map((target) => checkEveryMs && setInterval(() => void check(target), checkEveryMs))
  const close = async () => {
    for (const timer of checks) clearInterval(timer)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    agent.destroy()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

type Target = { url: URL; isHealthy: boolean }

async function check(target: Target): Promise<void> {
  target.isHealthy = await fetch(new URL('/api/health', target.url)).then(
    ({ ok }) => ok,
    () => false,
  )
}

type Sending = { agent: Agent; headers: Record<string, string | string[] | undefined> }

function forward(req: IncomingMessage, res: ServerResponse, sending: Sending, [target, ...others]: Target[]): void {
  if (target === undefined) return refuse(req, res, 503)
  const { hostname, port } = target.url
  const outgoing = request({ hostname, port, path: req.url, method: req.method, ...sending })
  let isReached = false
  let isAnswered = false
  outgoing.once('socket', (socket) => {
    const send = () => {
      isReached = true
      req.pipe(outgoing)
    }
    if (socket.connecting) socket.once('connect', send)
    else send()
  })
  outgoing.once('response', (incoming) => {
    isAnswered = true
    answer(incoming, res)
    // Like nginx: a server that answers before it has read the body reads no more of it.
    incoming.once('end', () => outgoing.writableFinished || outgoing.destroy())
  })
  outgoing.on('close', () => {
    // Bytes that the server left unread would block the next request on this connection.
    if (isAnswered) req.unpipe(outgoing).resume()
  })
  outgoing.on('error', () => {
    req.unpipe(outgoing)
    if (isAnswered) return
    if (isReached) return refuse(req, res, 502)
    target.isHealthy = false
    forward(req, res, sending, others)
  })
  res.once('close', () => res.writableFinished || outgoing.destroy())
}

function requestHeaders(req: IncomingMessage, isBehind: boolean): Sending['headers'] {
  const trusted = (name: string) => (isBehind ? req.headers[`x-forwarded-${name}`] : undefined)
  const passed = Object.entries(req.headers).filter(([name]) => !isForOneHop(name, req.headers.connection))
  const isUnframed = req.headers['content-length'] === undefined && req.headers['transfer-encoding'] !== undefined
  return {
    ...Object.fromEntries(passed),
    ...(isUnframed && { 'transfer-encoding': 'chunked' }),
    'x-forwarded-for': [trusted('for'), req.socket.remoteAddress].flat().filter(Boolean).join(', '),
    'x-forwarded-host': trusted('host') ?? req.headers.host,
    'x-forwarded-proto': trusted('proto') ?? 'http',
  }
}

function answer(incoming: IncomingMessage, res: ServerResponse): void {
  const names = incoming.rawHeaders.filter((_, index) => index % 2 === 0)
  const passed = names.flatMap((name, index) =>
    isForOneHop(name, incoming.headers.connection) ? [] : [name, incoming.rawHeaders[index * 2 + 1] as string],
  )
  res.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, passed)
  incoming.once('error', () => res.destroy())
  incoming.pipe(res)
}

const isForOneHop = (name: string, connection = '') =>
  HOP_BY_HOP.includes(name.toLowerCase()) ||
  connection
    .toLowerCase()
    .split(/\s*,\s*/)
    .includes(name.toLowerCase())

/** Answers for the proxy itself. Reads the request to its end, otherwise the client may not read the answer. */
function refuse(req: IncomingMessage, res: ServerResponse, status: number): void {
  req.resume()
  res.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"No server answers","code":"PROXY"}')
}
