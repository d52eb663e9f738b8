import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** The command as it runs from a clone. */
export const CLONE = fileURLToPath(new URL('./assay.mjs', import.meta.url))

/** The command as it is packed, which starts faster. */
export const ENTRY = execFileSync(
  process.execPath,
  [fileURLToPath(new URL('../scripts/cli-for-tests.ts', import.meta.url))],
  { encoding: 'utf8' },
).trim()

export type CliResult = { code: number | null; stdout: string; stderr: string }

type CommandOptions = { env?: Record<string, string>; stdin?: string | Buffer; cwd?: string }

/** Runs the command with a clean environment and almost no delay between retries. */
export async function assay(args: string[], options: CommandOptions = {}): Promise<CliResult> {
  return await runCommand([process.execPath, ENTRY, '--retry-delay', '0.01', ...args], options)
}

export async function runCommand(
  [program = '', ...args]: string[],
  { env = {}, stdin = '', cwd }: CommandOptions = {},
): Promise<CliResult> {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env },
    ...(cwd !== undefined && { cwd }),
  })
  const closed = Promise.withResolvers<number | null>()
  child.on('error', closed.reject)
  child.on('close', closed.resolve)
  // It may end before it has read all.
  child.stdin.on('error', () => {}).end(stdin)
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed.promise])
  return { code, stdout, stderr }
}

/** Whether `script` is installed, which provides a terminal. */
export const hasTerminals = process.platform === 'linux' && existsSync('/usr/bin/script')

/** Runs the command on a terminal and returns its whole output. */
export async function assayOnTerminal(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; screen: string }> {
  const command = [process.execPath, ENTRY, ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', TERM: 'xterm', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = Promise.withResolvers<number | null>()
  child.on('error', closed.reject)
  child.on('close', closed.resolve)
  const [screen, code] = await Promise.all([text(child.stdout), closed.promise])
  return { code, screen }
}

export function environmentOf(url: string, project: { id: string; clientSecret: string }): Record<string, string> {
  return { ASSAY_URL: url, ASSAY_PROJECT_ID: project.id, ASSAY_CLIENT_SECRET: project.clientSecret }
}

export type Seen = { method: string; url: string; headers: IncomingMessage['headers'] }
/** How the proxy treats a request. An object is a response of the proxy itself. */
export type Fault =
  | 'pass'
  | 'reset before the request'
  | 'reset during the request'
  | 'drop the response'
  | 'no response'
  | { status: number; headers?: Record<string, string> }

/** A proxy that injects one network fault per request, then forwards. `isTarget` selects the requests. */
export async function faultyProxy(target: string, faults: Fault[], isTarget = (_seen: Seen) => true) {
  const seen: Seen[] = []
  const bodies: Promise<unknown>[] = []
  const server = createServer((req, res) => {
    const { method = '', url = '', headers } = req
    seen.push({ method, url, headers })
    bodies.push(once(req, 'end').catch(() => {}))
    const fault = isTarget({ method, url, headers }) ? (faults.shift() ?? 'pass') : 'pass'
    void injectFault(fault, target, req, res)
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  /** Resolves when all requests so far have arrived completely. */
  const received = () => Promise.all(bodies)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, received, close }
}

async function injectFault(fault: Fault, target: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (fault === 'no response') return void req.resume()
  if (fault === 'reset before the request') return void req.socket.destroy()
  if (fault === 'reset during the request') return void req.once('data', () => req.socket.destroy())
  if (typeof fault === 'object') {
    req.resume()
    return void res.writeHead(fault.status, fault.headers).end(`<h1>${fault.status}</h1>`)
  }
  const forwarded = request(`${target}${req.url}`, { method: req.method, headers: req.headers })
  req.pipe(forwarded)
  forwarded.on('response', (answer: IncomingMessage) => {
    if (fault === 'drop the response') {
      answer.resume().on('end', () => req.socket.destroy())
      return
    }
    // The server may close its connection before the body is sent. A proxy reads the rest: a client that writes into a
    // closed connection loses the answer.
    const { connection: _, ...headers } = answer.headers
    res.writeHead(answer.statusCode ?? 502, headers)
    answer.pipe(res)
    forwarded.once('close', () => req.resume())
  })
  // A server that has answered may refuse the rest of the body. Its response is still passed on.
  forwarded.on('error', () => res.headersSent || req.socket.destroy())
}
