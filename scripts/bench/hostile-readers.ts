import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Attack, Victim } from './attack.ts'
import { timesOf } from './load.ts'
import { ms } from './table.ts'

/* Callers that take much, slowly or not at all: files of runs, attachments, whole reads, shared pages. And slow uploads. */

const SECONDS = 10
const MB = 1024 * 1024
const RESULTS = 10_000
const FORMATS = ['csv', 'json', 'ctrf', 'junit', 'html']

export function hostileReaders(): Attack[] {
  return [
    attack('4 loops of exports of 10,000 results', async (victim) => {
      const path = `/api/test-runs/${victim.project.testRunId}/export`
      return () => loops(4, (at) => readAll(victim, `${path}?format=${FORMATS[at % 5]}`))
    }),
    attack('300 callers that do not read an export', async (victim, run) => {
      return () => unread(victim, `/api/test-runs/${run}/export?format=html`)
    }),
    attack('300 callers that do not read a whole run', async (victim, run) => {
      return () => unread(victim, `/api/test-runs/${run}`)
    }),
    attack('6 loops of downloads of 10 MB', async (victim) => {
      const path = await attach(victim, 10)
      return () => loops(6, () => readAll(victim, path))
    }),
    attack('300 callers that do not read a download of 10 MB', async (victim) => {
      const path = await attach(victim, 10)
      return () => unread(victim, path)
    }),
    attack('8 loops of a shared page of 1,000 hostile texts', async (victim) => {
      const run = await report(victim, 1_000, () => `<failure message="no">${'%40'.repeat(15_000)}</failure>`)
      const { link } = await victim.user.call('POST', `/test-runs/${run}/share`, {})
      const path = `/api/shared-runs/${String(link).split('/').at(-1)}`
      return () => loops(8, () => readAll(victim, path))
    }),
    attack('4 loops of a search that finds 10,000 cases', async (victim) => {
      return () => loops(4, () => readAll(victim, `/api/projects/${victim.project.id}/test-cases?type=auto`))
    }),
    attack('40 trickling uploads', async (victim) => () => trickling(victim)),
  ]
}

type Prepared = (victim: Victim, testRunId: string) => Promise<() => Promise<unknown>>

/** Against a server with a run of many results. */
const attack = (name: string, prepare: Prepared): Attack => ({
  name,
  growth: 200,
  prepare: async (victim) => {
    const text = 'Expected the answer as it is documented. '.repeat(5)
    const failure = (at: number) => (at % 5 === 0 ? `<failure message="${text}">${text}</failure>` : '')
    return await prepare(victim, await report(victim, RESULTS, failure))
  },
})

/** Uploads a report and returns the id of its run. */
async function report({ user, project }: Victim, count: number, content: (at: number) => string): Promise<string> {
  const cases = Array.from({ length: count }, (_, at) => `<testcase name="case ${at}">${content(at)}</testcase>`)
  return await user.report(project.id, `<testsuite name="bench">${cases.join('')}</testsuite>`)
}

/** Calls again and again, `count` at a time. */
async function loops(count: number, call: (at: number) => Promise<void>): Promise<void> {
  const end = performance.now() + SECONDS * 1_000
  const loop = async (at: number) => {
    for (let index = at; performance.now() < end; index++) await call(index)
  }
  await Promise.all(Array.from({ length: count }, (_, at) => loop(at)))
}

async function readAll({ server, user }: Victim, path: string): Promise<void> {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${user.token}` } })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  for await (const _ of answer.body ?? []);
}

async function unread({ server, user }: Victim, path: string): Promise<void> {
  const sockets = Array.from({ length: 300 }, () => connected(server.url))
  for (const socket of sockets) {
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n\r\n`)
  }
  await wait(SECONDS * 1_000)
  for (const socket of sockets) socket.destroy()
}

function connected(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => {})
}

async function resultOf({ user, project }: Victim, index: number): Promise<string> {
  return (await user.call('GET', `/test-runs/${project.testRunId}`)).results[index].id
}

/** Uploads an attachment and returns its address. */
async function attach(victim: Victim, megabytes: number): Promise<string> {
  const { server, user } = victim
  const address = `${server.url}/api/test-runs/result/${await resultOf(victim, 0)}/attachments?name=x`
  const body = new Uint8Array(megabytes * MB).fill(120)
  const headers = { authorization: `Bearer ${user.token}` }
  const answer = await fetch(address, { method: 'POST', body, headers })
  return `/api/attachments/${((await answer.json()) as { id: string }).id}`
}

/** Other uploads of 1 MB, one after the other. */
async function trickling(victim: Victim): Promise<void> {
  const path = `/api/test-runs/result/${await resultOf(victim, 1)}/attachments?name=slow`
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${victim.user.token}`]
  const open = async () => {
    const socket = connected(victim.server.url)
    await once(socket, 'connect')
    socket.write([...head, `Content-Length: ${8 * MB}`, '', ''].join('\r\n'))
    socket.write(Buffer.alloc(40 * 1024, 'x'))
    return socket
  }
  const sockets = await Promise.all(Array.from({ length: 40 }, open))
  const timer = setInterval(() => sockets.forEach((socket) => socket.write('slowly, 20 bytes ...')), 10)
  const times: number[] = []
  for (const end = performance.now() + SECONDS * 1_000; performance.now() < end; await wait(200))
    times.push(...(await timesOf(1, () => attach(victim, 1))))
  clearInterval(timer)
  for (const socket of sockets) socket.destroy()
  console.log(`${times.length} honest uploads of 1 MB, the longest in ${ms(Math.max(...times))}`)
}
