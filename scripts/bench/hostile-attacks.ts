import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { failure, junit, type Project, type User } from './data.ts'
import { type Figure, ms } from './figures.ts'
import { repeat, type Request, sendOnce, timeOf } from './load.ts'
import type { Server } from './servers.ts'

/* Bodies that are small to send and dear to read; callers that take much, slowly or not at all; slow uploads. */

/** A server with a project of 100 cases and a run of 10,000 results from a report. */
export type Victim = { server: Server; user: User; project: Project; runId: string }

/** Makes what the attack needs, and returns the attack. */
type Prepare = (victim: Victim) => Promise<Act>
/** Resolves to what others measured meanwhile, beside the waits that are always measured. */
type Act = () => Promise<Figure[] | void>
/** `growth` is how much the memory may grow, in MiB. */
type Attack = { kind: 'bodies' | 'readers'; name: string; growth: number; prepare: Prepare }
type Path = (victim: Victim) => Promise<string> | string

const BODIES = 200
const CALLERS = 300
const SECONDS = 10
const MB = 1024 * 1024
const FORMATS = ['csv', 'json', 'ctrf', 'junit', 'html']

const bodies = (name: string, tokensOf: (token: string) => string[]): Attack => {
  const prepare: Prepare = async (victim) => {
    const requests = hostileRequests(victim, tokensOf(victim.user.token))
    return async () => void (await sendOnce(victim.server, { requests, connections: BODIES }))
  }
  return { kind: 'bodies', name: `${BODIES} hostile bodies, ${name}`, growth: 150, prepare }
}

const reading = (name: string, prepare: Prepare): Attack => ({ kind: 'readers', name, growth: 200, prepare })

const loops = (connections: number, name: string, ...paths: Path[]): Attack =>
  reading(`${connections} loops of ${name}`, async (victim) => {
    const requests: Request[] = []
    for (const path of paths) requests.push(victim.user.get(await path(victim)))
    return async () => void (await repeat(victim.server, { connections, requests, seconds: SECONDS }))
  })

const unread = (name: string, path: Path): Attack =>
  reading(`${CALLERS} callers that do not read ${name}`, async (victim) => {
    const address = await path(victim)
    return async () => {
      const sockets = Array.from({ length: CALLERS }, () => open(victim, 'GET', address).pause())
      await wait(SECONDS * 1_000)
      for (const socket of sockets) socket.destroy()
    }
  })

const attachment: Path = (victim) => attach(victim, 10)

export const ATTACKS: Attack[] = [
  bodies('nobody knows the caller', () => ['', 'wrong']),
  bodies('with a token', (token) => [token]),
  loops(4, 'exports of 10,000 results', ...FORMATS.map((format) => exportOf(format))),
  unread('an export', exportOf('html')),
  unread('a whole run', ({ runId }) => `/test-runs/${runId}`),
  loops(6, 'downloads of 10 MB', attachment),
  unread('a download of 10 MB', attachment),
  loops(8, 'a shared page of 1,000 hostile texts', shareHostile),
  loops(4, 'a search that finds 10,000 cases', ({ project }) => `/projects/${project.id}/test-cases?type=auto`),
  reading('40 trickling uploads', async (victim) => () => trickle(victim)),
]

function hostileRequests({ project }: Victim, tokens: string[]): Request[] {
  const size = 4 * MB - 64
  const texts = [
    `{"name":[0${',0'.repeat(size / 2 - 8)}]}`,
    `{"name":${'['.repeat(size / 2 - 8)}${']'.repeat(size / 2 - 8)}}`,
    `{${Array.from({ length: size / 12 }, (_, at) => `"k${at.toString(36)}":0`).join()}}`,
    `{"name":[{}${',{}'.repeat(size / 3 - 8)}]}`,
    `{"actualValue":1${',"actualValue":1'.repeat(size / 16 - 8)}}`,
    `{"name":"${'\\u0041'.repeat(size / 6 - 8)}"}`,
    ' '.repeat(64 * MB),
  ]
  const encoded: [encoding: string, body: Buffer][] = texts.flatMap((text) => [
    ['identity', Buffer.from(text.slice(0, 4 * MB))],
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ])
  const run = [`/test-runs/${project.testRunId}/results`, `/test-cases/${project.caseIds[0]}/execute`]
  const rest = ['/auth/sign-in', '/invites/accept', '/projects', '/test-cases', ...run, '/unknown']
  const rpc = ['auth.signIn', 'projects.create,projects.create?batch=1', 'unknown']
  const paths = [...rest.map((path) => `/api${path}`), ...rpc.map((path) => `/trpc/${path}`)]
  return Array.from({ length: BODIES }, (_, at) => {
    const [encoding, body] = encoded[at % encoded.length] as [string, Buffer]
    const token = tokens[Math.floor(at / encoded.length) % tokens.length]
    const headers: Record<string, string> = { 'content-type': 'application/json', 'content-encoding': encoding }
    if (token) headers['authorization'] = `Bearer ${token}`
    return { method: 'POST', path: paths[at % paths.length] as string, headers, body }
  })
}

function exportOf(format: string): Path {
  return ({ runId }) => `/test-runs/${runId}/export?format=${format}`
}

async function shareHostile({ user, project }: Victim): Promise<string> {
  const contentOf = () => failure('no', '%40'.repeat(15_000))
  const run = await user.report(project.id, junit(1_000, { contentOf }))
  const { link } = await user.call('POST', `/test-runs/${run}/share`, {})
  return `/shared-runs/${String(link).split('/').at(-1)}`
}

/** Uploads an attachment and returns its path. */
async function attach(victim: Victim, megabytes: number): Promise<string> {
  const headers = { authorization: `Bearer ${victim.user.token}` }
  const address = `${victim.server.url}/api${await uploadPath(victim, 0)}`
  const answer = await fetch(address, { method: 'POST', body: new Uint8Array(megabytes * MB).fill(120), headers })
  if (!answer.ok) throw new Error(`the upload answered ${answer.status}`)
  return `/attachments/${((await answer.json()) as { id: string }).id}`
}

async function uploadPath({ user, project }: Victim, index: number): Promise<string> {
  const { results } = await user.call('GET', `/test-runs/${project.testRunId}`)
  return `/test-runs/result/${results[index].id}/attachments?name=${index}`
}

/** Sends the head of a request. */
function open({ server, user }: Victim, method: string, path: string, ...headers: string[]): Socket {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  const head = [`${method} /api${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${user.token}`, ...headers]
  socket.write([...head, '', ''].join('\r\n'))
  return socket
}

/** Another uploads 1 MB meanwhile, again and again. */
async function trickle(victim: Victim): Promise<Figure[]> {
  const times: number[] = []
  const path = await uploadPath(victim, 1)
  const sockets = Array.from({ length: 40 }, () => open(victim, 'POST', path, `Content-Length: ${8 * MB}`))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.write(Buffer.alloc(40 * 1024, 'x'))
  const timer = setInterval(() => sockets.forEach((socket) => socket.write('slowly, 20 bytes ...')), 10)
  for (const end = performance.now() + SECONDS * 1_000; performance.now() < end; await wait(200))
    times.push(await timeOf(() => attach(victim, 1)))
  clearInterval(timer)
  for (const socket of sockets) socket.destroy()
  const longestMs = Math.max(...times)
  const work = 'longest honest upload of 1 MB beside 40 trickling ones'
  return [{ work, assay: `${ms(longestMs)} of ${times.length} uploads`, value: longestMs, bar: '≤ 5000 ms' }]
}
