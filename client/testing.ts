import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('./assay.mjs', import.meta.url))

export type Ended = { code: number | null; stdout: string; stderr: string }

/** Runs the command as a shell would, with nothing in its environment but what is given, and no pauses between retries. */
export async function assay(
  args: string[],
  { env = {}, stdin = '', cwd }: { env?: Record<string, string>; stdin?: string; cwd?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [ENTRY, '--retry-delay', '0.01', ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env },
    ...(cwd !== undefined && { cwd }),
  })
  const closed = Promise.withResolvers<number | null>()
  child.on('error', closed.reject)
  child.on('close', closed.resolve)
  child.stdin.end(stdin)
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed.promise])
  return { code, stdout, stderr }
}

/** Whether the system has the program that lends a terminal. */
export const hasTerminals = process.platform === 'linux' && existsSync('/usr/bin/script')

/** Runs the command on a terminal; answers all that it wrote there. */
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

/** The environment that names a project of a server. */
export function environmentOf(url: string, project: { id: string; clientSecret: string }): Record<string, string> {
  return { ASSAY_URL: url, ASSAY_PROJECT_ID: project.id, ASSAY_CLIENT_SECRET: project.clientSecret }
}

export type Seen = { method: string; url: string; headers: IncomingMessage['headers'] }
/** Answers a request by itself, or says what is to become of it. */
export type Trouble =
  | 'pass'
  | 'cut before'
  | 'cut in the midst'
  | 'lose the answer'
  | 'silence'
  | { status: number; headers?: Record<string, string> }

/** A server in front of another one, which makes the trouble that networks make: one entry for each request, then none. */
export async function troubledProxy(target: string, troubles: Trouble[], isConcerned = (_seen: Seen) => true) {
  const seen: Seen[] = []
  const server = createServer((req, res) => {
    const { method = '', url = '', headers } = req
    seen.push({ method, url, headers })
    const trouble = isConcerned({ method, url, headers }) ? (troubles.shift() ?? 'pass') : 'pass'
    void makeTrouble(trouble, target, req, res)
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close }
}

async function makeTrouble(trouble: Trouble, target: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (trouble === 'silence') return void req.resume()
  if (trouble === 'cut before') return void req.socket.destroy()
  if (trouble === 'cut in the midst') return void req.once('data', () => req.socket.destroy())
  if (typeof trouble === 'object') {
    req.resume()
    return void res.writeHead(trouble.status, trouble.headers).end(`<h1>${trouble.status}</h1>`)
  }
  const forwarded = request(`${target}${req.url}`, { method: req.method, headers: req.headers })
  req.pipe(forwarded)
  forwarded.on('response', (answer: IncomingMessage) => {
    if (trouble === 'lose the answer') {
      answer.resume().on('end', () => req.socket.destroy())
      return
    }
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(res)
  })
  forwarded.on('error', () => req.socket.destroy())
}
