import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { addProject, failure, junit, type Project, signUp, type User } from './data.ts'
import { type Figure, type Figures, ms } from './figures.ts'
import { hostileWrites } from './hostile-writes.ts'
import { repeat, type Request, sendOnce, timeOf, waitsDuring } from './load.ts'
import { endAll, memoryOf, startAssay } from './servers.ts'

/*
 * Callers that try to stop the server for all others: how long another one waits, and how much memory the attack takes.
 * `bodies` are small to send and dear to read; `readers` take much, slowly or not at all, or upload slowly; `writes` change
 * many cases at once. BENCH_ATTACKS names the kinds, as in `bodies,readers`; BENCH_HEAP_MB limits the heap of the server.
 */

const IDLE_MS = 3_000
/** A server that is stopped for longer has lost. */
const PATIENCE_MS = 120_000

/** A user of a server, a project of 100 cases, and a run of 10,000 results from a report. */
type Victim = { user: User; project: Project; runId: string }

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
    return async () => void (await sendOnce(victim.user.server, { requests, connections: BODIES }))
  }
  return { kind: 'bodies', name: `${BODIES} hostile bodies, ${name}`, growth: 150, prepare }
}

const reading = (name: string, prepare: Prepare): Attack => ({ kind: 'readers', name, growth: 200, prepare })

const loops = (connections: number, name: string, ...paths: Path[]): Attack =>
  reading(`${connections} loops of ${name}`, async (victim) => {
    const requests: Request[] = []
    for (const path of paths) requests.push(victim.user.get(await path(victim)))
    return async () => void (await repeat(victim.user.server, { connections, requests, seconds: SECONDS }))
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

const ATTACKS: Attack[] = [
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

export async function* hostile(): Figures {
  const kinds = process.env['BENCH_ATTACKS']?.split(',') ?? ['bodies', 'readers', 'writes']
  for (const { kind, name, growth, prepare } of ATTACKS) {
    if (!kinds.includes(kind)) continue
    const victim = await startVictim()
    const attack = await prepare(victim)
    yield* damage(victim.user, name, growth, async () => await Promise.race([attack(), outOfPatience()]))
    await endAll()
  }
  if (!kinds.includes('writes')) return
  const { user, project } = await startVictim()
  yield* hostileWrites(user, project)
}

async function startVictim(): Promise<Victim> {
  const { BENCH_HEAP_MB: heap } = process.env
  const flags = heap ? [`--max-old-space-size=${heap}`] : []
  const user = await signUp(await startAssay(undefined, { flags }))
  const project = await addProject(user, 1, 100)
  const text = 'Expected the answer as it is documented. '.repeat(5)
  const contentOf = (index: number) => (index % 5 === 0 ? failure(text, text) : '')
  return { user, project, runId: await user.report(project.id, junit(10_000, { contentOf })) }
}

async function* damage(user: User, name: string, growth: number, attack: Act): Figures {
  const { server } = user
  const during = (work: () => Promise<unknown>) => waitsDuring(server, user.get('/projects'), work)
  const { longestMs: idleMs } = await during(() => wait(IDLE_MS))
  const residentMib = memoryOf(server, 'VmRSS')
  // The kernel counts the peak from here on.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
  let others: Figure[] | void = undefined
  const { longestMs, p99Ms } = await during(async () => (others = await attack()))
  const { ok } = await fetch(`${server.url}/api/health`)
  if (!ok) throw new Error('The server is not healthy afterwards')
  const grownMib = memoryOf(server, 'VmHWM') - residentMib
  yield {
    work: `longest wait of another caller: ${name}`,
    assay: `${ms(longestMs)}, p99 ${ms(p99Ms)} (${ms(idleMs)} idle)`,
    value: longestMs - idleMs,
    bar: '≤ 150 ms above idle',
  }
  const memory = `${grownMib.toFixed(0)} MiB more than ${residentMib.toFixed(0)} MiB`
  yield { work: `memory: ${name}`, assay: memory, value: grownMib, bar: `≤ ${growth} MiB` }
  yield* others ?? []
}

async function outOfPatience(): Promise<never> {
  await wait(PATIENCE_MS, undefined, { ref: false })
  throw new Error(`The attack did not end within ${PATIENCE_MS / 1_000} s`)
}

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
  const address = `${victim.user.server.url}/api${await uploadPath(victim, 0)}`
  const answer = await fetch(address, { method: 'POST', body: new Uint8Array(megabytes * MB).fill(120), headers })
  if (!answer.ok) throw new Error(`the upload answered ${answer.status}`)
  return `/attachments/${((await answer.json()) as { id: string }).id}`
}

async function uploadPath({ user, project }: Victim, index: number): Promise<string> {
  const { results } = await user.call('GET', `/test-runs/${project.testRunId}`)
  return `/test-runs/result/${results[index].id}/attachments?name=${index}`
}

/** Sends the head of a request. */
function open({ user }: Victim, method: string, path: string, ...headers: string[]): Socket {
  const { hostname, port } = new URL(user.server.url)
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
