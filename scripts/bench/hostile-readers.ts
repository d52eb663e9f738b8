import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Attack, Victim } from './probe-attack.ts'

/* Callers that take much, slowly or not at all: files of runs, attachments, whole reads, shared pages. And slow uploads. */

const SECONDS = 10
const KB = 1024
const MB = 1024 * KB
const RESULTS = 10_000
const FORMATS = ['csv', 'json', 'ctrf', 'junit', 'html']

export function hostileReaders(): Attack[] {
  return [
    attack('4 loops of exports of 10,000 results', async ({ project, token, url }) => {
      return () =>
        loops(4, (at) => readAll(`${url}/api/test-runs/${project.testRunId}/export?format=${FORMATS[at % 5]}`, token))
    }),
    attack('300 callers that do not read an export', async (victim, run) => {
      const path = `/api/test-runs/${run}/export?format=html`
      return () => unread(victim, 300, path)
    }),
    attack('300 callers that do not read a whole run', async (victim, run) => {
      return () => unread(victim, 300, `/api/test-runs/${run}`)
    }),
    attack('6 loops of downloads of 10 MB', async (victim) => {
      const { id } = await uploadTo(victim, Buffer.alloc(10 * MB, 'x'))
      return () => loops(6, () => readAll(`${victim.url}/api/attachments/${id}`, victim.token))
    }),
    attack('300 callers that do not read a download of 10 MB', async (victim) => {
      const { id } = await uploadTo(victim, Buffer.alloc(10 * MB, 'x'))
      return () => unread(victim, 300, `/api/attachments/${id}`)
    }),
    attack('8 loops of a shared page of 1,000 hostile texts', async (victim) => {
      const link = await sharedHostile(victim)
      return () => loops(8, () => readAll(`${victim.url}/api/shared-runs/${link}`))
    }),
    attack('4 loops of a search that finds 10,000 cases', async ({ project, token, url }) => {
      return () => loops(4, () => readAll(`${url}/api/projects/${project.projectId}/test-cases?type=auto`, token))
    }),
    attack('40 trickling uploads', async (victim) => () => trickling(victim)),
  ]
}

type Prepared = (victim: Victim, testRunId: string) => Promise<() => Promise<unknown>>

/** Against a server with a run of many results. */
const attack = (name: string, prepare: Prepared): Attack => ({
  name,
  growthMib: 200,
  prepare: async (victim) => {
    const text = 'Expected the answer as it is documented. '.repeat(5)
    const failure = (at: number) => (at % 5 === 0 ? `<failure message="${text}">${text}</failure>` : '')
    const cases = Array.from({ length: RESULTS }, (_, at) => `<testcase name="case ${at}">${failure(at)}</testcase>`)
    return await prepare(victim, await report(victim, cases))
  },
})

/** Uploads a report and returns the id of its run. */
async function report({ url, token, project }: Victim, cases: string[]): Promise<string> {
  const answer = await fetch(`${url}/api/test-runs/project/${project.projectId}/report`, {
    method: 'PUT',
    body: `<testsuite name="bench">${cases.join('')}</testsuite>`,
    headers: { authorization: `Bearer ${token}` },
  })
  const { testRun } = (await answer.json()) as { testRun: { id: string } }
  return testRun.id
}

async function loops(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  const end = performance.now() + SECONDS * 1_000
  let done = 0
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (performance.now() < end) await work(done++)
    }),
  )
  console.log(`${done} times in ${SECONDS} s`)
}

async function readAll(address: string, token?: string): Promise<void> {
  const answer = await fetch(address, token ? { headers: { authorization: `Bearer ${token}` } } : {})
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  for await (const _ of answer.body ?? []);
}

async function unread({ url, token }: Victim, count: number, path: string): Promise<void> {
  const sockets = Array.from({ length: count }, () => connected(url))
  for (const socket of sockets) {
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  }
  await wait(SECONDS * 1_000)
  for (const socket of sockets) socket.destroy()
}

function connected(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => {})
}

async function uploadTo({ url, token, call, project }: Victim, bytes: Buffer): Promise<{ id: string }> {
  const { results } = (await call('GET', `/test-runs/${project.testRunId}`)) as { results: { id: string }[] }
  const address = `${url}/api/test-runs/result/${results[0]?.id}/attachments?name=x`
  const answer = await fetch(address, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { authorization: `Bearer ${token}` },
  })
  return (await answer.json()) as { id: string }
}

async function sharedHostile(victim: Victim): Promise<string> {
  const trace = '%40'.repeat(15_000)
  const cases = Array.from(
    { length: 1_000 },
    (_, at) => `<testcase name="hostile ${at}"><failure message="no">${trace}</failure></testcase>`,
  )
  const testRunId = await report(victim, cases)
  const { link } = (await victim.call('POST', `/test-runs/${testRunId}/share`, {})) as { link: string }
  return link.split('/').at(-1) as string
}

/** Other uploads of 1 MB, one after the other. */
async function trickling(victim: Victim): Promise<void> {
  const { results } = (await victim.call('GET', `/test-runs/${victim.project.testRunId}`)) as {
    results: { id: string }[]
  }
  const sockets = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = connected(victim.url)
      await once(socket, 'connect')
      socket.write(
        `POST /api/test-runs/result/${results[1]?.id}/attachments?name=slow HTTP/1.1\r\nHost: x\r\n` +
          `Authorization: Bearer ${victim.token}\r\nContent-Length: ${8 * MB}\r\n\r\n`,
      )
      socket.write(Buffer.alloc(40 * KB, 'x'))
      return socket
    }),
  )
  const timer = setInterval(() => sockets.forEach((socket) => socket.write('slowly, 20 bytes ...')), 10)
  const times: number[] = []
  for (const end = performance.now() + SECONDS * 1_000; performance.now() < end;) {
    const start = performance.now()
    await uploadTo(victim, Buffer.alloc(MB, 'x'))
    times.push(performance.now() - start)
    await wait(200)
  }
  clearInterval(timer)
  for (const socket of sockets) socket.destroy()
  console.log(`${times.length} honest uploads of 1 MB, the longest in ${Math.max(...times).toFixed(0)} ms`)
}
