import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Meant for one connection only, so that a proxy must not pass them on. */
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

/** `checkEveryMs`: how often each server is asked how it is. `isBehind`: whether a proxy in front is to be believed. */
type Options = { checkEveryMs?: number; isBehind?: boolean }

/**
 * A proxy that sends every request to the next of these servers, over connections that it keeps, and passes over
 * those whose health check does not answer 200. What never reached a server goes to another one; what may have
 * reached one and got no answer is told with 502, and is not sent again.
 */
export async function startProxy(servers: string[], { checkEveryMs, isBehind = false }: Options = {}): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 50 })
  const targets = servers.map((url) => ({ url: new URL(url), isWell: true }))
  let turn = 0
  const inTurn = () => {
    turn += 1
    const all = targets.map((_, index) => targets[(turn + index) % targets.length] as Target)
    return [...all.filter(({ isWell }) => isWell), ...all.filter(({ isWell }) => !isWell)]
  }
  const server = createServer((req, res) =>
    passOn(req, res, { agent, headers: requestHeaders(req, isBehind) }, inTurn()),
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

type Target = { url: URL; isWell: boolean }

async function check(target: Target): Promise<void> {
  target.isWell = await fetch(new URL('/api/health', target.url)).then(
    ({ ok }) => ok,
    () => false,
  )
}

type Sending = { agent: Agent; headers: Record<string, string | string[] | undefined> }

function passOn(req: IncomingMessage, res: ServerResponse, sending: Sending, [target, ...others]: Target[]): void {
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
  })
  outgoing.on('error', () => {
    req.unpipe(outgoing)
    if (isAnswered) return
    if (isReached) return refuse(req, res, 502)
    target.isWell = false
    passOn(req, res, sending, others)
  })
  res.once('close', () => res.writableFinished || outgoing.destroy())
}

function requestHeaders(req: IncomingMessage, isBehind: boolean): Sending['headers'] {
  const told = (name: string) => (isBehind ? req.headers[`x-forwarded-${name}`] : undefined)
  const passed = Object.entries(req.headers).filter(([name]) => !isForOneHop(name, req.headers.connection))
  const isUnframed = req.headers['content-length'] === undefined && req.headers['transfer-encoding'] !== undefined
  return {
    ...Object.fromEntries(passed),
    ...(isUnframed && { 'transfer-encoding': 'chunked' }),
    'x-forwarded-for': [told('for'), req.socket.remoteAddress].flat().filter(Boolean).join(', '),
    'x-forwarded-host': told('host') ?? req.headers.host,
    'x-forwarded-proto': told('proto') ?? 'http',
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

/** An answer of the proxy itself. What the caller still sends is read to its end, or the answer might not be. */
function refuse(req: IncomingMessage, res: ServerResponse, status: number): void {
  req.resume()
  res.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"No server answers","code":"PROXY"}')
}
