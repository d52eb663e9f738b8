import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { temporaryFolder } from '../testing/process.ts'
import { type Caller, machine, type Person, startTestServer, type TestServer } from '../testing/server.ts'
import { SSE } from '../trpc.ts'
import { STREAMS_PER_CALLER } from './streams.ts'
import { breakableProxy, LiveWatcher, allPublished } from './testing.ts'

/* Streams when connections break, readers are slow, access is revoked, or the server stops. */

let server: TestServer
let olga: Person
let tess: Person
let project: { id: string; clientSecret: string }
let cases: { id: string }[]
let run: any
let proxy: Awaited<ReturnType<typeof breakableProxy>>
let watchers: LiveWatcher[]

beforeEach(async () => {
  server = await startTestServer()
  olga = await server.person('Olga')
  tess = await server.person('Tess')
  ;({ project, cases, run } = await server.projectWithRun(olga, tess))
  await allPublished(server, server)
  proxy = await breakableProxy(server.url)
  watchers = []
})
afterEach(async () => {
  for (const watcher of watchers) watcher.stop()
  proxy.close()
  await server.close()
})

const input = () => ({ projectId: project.id, testRunId: run.id })

async function watch(as: Caller, url = server.url): Promise<LiveWatcher> {
  const watcher = new LiveWatcher(url, 'project', input(), as)
  watchers.push(watcher)
  await watcher.until(({ messages, error }) => messages.length > 2 || error)
  return watcher
}

const execute = (index: number, outcome: object) =>
  server.execute(machine(project), cases[index]?.id as string, run.id, outcome as Record<string, unknown>)
const resultsOf = (watcher: LiveWatcher) => watcher.messages.flatMap(({ results = [] }) => results)

const textOf = (number: number) => `${number} `.padEnd(90_000, '世')

/** Sends this watcher messages of half a megabyte, one by one. */
async function fillMessages(count: number, steady: LiveWatcher): Promise<void> {
  for (let number = 0; number < count; number++) {
    const results = cases.map(({ id }) => ({ testCaseId: id, actualValue: textOf(number) }))
    await server.post(`/test-runs/${run.id}/results`, { results }, machine(project))
    await steady.until((its) => resultsOf(its).at(-1)?.actualValue === textOf(number), 10_000)
  }
}

describe('after a lost connection', () => {
  test('a watcher gets the state and then what changes', async () => {
    const broken = await watch(tess, proxy.url)
    await execute(0, { actualValue: 'before' })
    await broken.until((its) => resultsOf(its).length > 0)
    proxy.shut()
    await execute(1, { actualValue: 'ok' })
    proxy.open()
    const states = () => broken.messages.filter(({ type }) => type === 'run')
    await broken.until(() => states().length === 2, 10_000)
    expect(broken.last('run')).toMatchObject({ run: { summary: { total: 2, pending: 0 } } })
    await execute(0, { actualValue: 'after' })
    await broken.until((its) => resultsOf(its).at(-1)?.actualValue === 'after')
    expect(resultsOf(broken).map(({ actualValue }) => actualValue)).toEqual(['before', 'after'])
  })
})

/** A reader behind a socket with small buffers on every machine. It reads nothing until `read`. */
async function lazyReader(folder: string) {
  const socketPath = join(folder, 'socket')
  const listener = createServer(createApp(server.services)).listen(socketPath)
  await once(listener, 'listening')
  const path = `/trpc/live.project?input=${encodeURIComponent(JSON.stringify(input()))}`
  const asked = request({ socketPath, path, headers: { authorization: tess.authorization } }).on('error', () => {})
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const reader = {
    text: '',
    read: () => response.setEncoding('utf8').on('data', (text: string) => (reader.text += text)),
  }
  const close = () => {
    asked.destroy()
    listener.close()
  }
  return Object.assign(reader, { close })
}

test('a reader that does not keep up loses its queue and gets the state once it has caught up', async () => {
  const folder = temporaryFolder()
  const [slow, steady] = [await lazyReader(folder.path), await watch(olga)]
  await fillMessages(25, steady)
  slow.read()
  const states = () => slow.text.split('"type":"run",').length - 1
  await expect.poll(states, { timeout: 30_000 }).toBe(2)
  expect(steady.types.filter((type) => type === 'run')).toHaveLength(1)
  expect(slow.text.split('"type":"results"').length).toBeLessThan(10)
  await execute(0, { actualValue: 'the end' })
  await expect.poll(() => slow.text.includes('"actualValue":"the end"'), { timeout: 30_000 }).toBe(true)
  slow.close()
  folder.remove()
})

describe('revoked access', () => {
  test('revoked access ends the streams of a removed member only', async () => {
    const [others, removed] = [await watch(olga), await watch(tess)]
    await server.delete(`/projects/${project.id}/members/${tess.id}`, olga)
    await removed.until((its) => its.error)
    expect(removed.error?.data).toMatchObject({ code: 'NOT_FOUND', httpStatus: 404 })
    await execute(0, { actualValue: 'secret' })
    await others.until((its) => resultsOf(its).length > 0)
    expect([others.error, resultsOf(removed)]).toEqual([undefined, []])
  })

  test('revoked access ends the streams of a user who was deactivated, deleted, or got a new password', async () => {
    const [pat, dan, lee] = [await server.person('Pat'), await server.person('Dan'), await server.person('Lee')]
    for (const person of [pat, dan, lee]) await server.member(olga, project.id, person)
    await allPublished(server, server)
    const ended = [await watch(pat), await watch(dan), await watch(lee)]
    await server.call('PATCH', `/admin/users/${dan.id}/toggle-status`, { as: olga })
    await server.delete(`/admin/users/${lee.id}`, olga)
    expect(
      (await server.post('/auth/reset-password', { currentPassword: pat.password, newPassword: 'another one' }, pat))
        .status,
    ).toBe(200)
    for (const watcher of ended) {
      await watcher.until((its) => its.error)
      expect(watcher.error?.data?.code).toBe('UNAUTHORIZED')
    }
  })

  test('revoked access ends the streams of a harness whose secret was replaced', async () => {
    const [harness, user] = [await watch(machine(project)), await watch(tess)]
    await server.post(`/projects/${project.id}/regenerate-secret`, undefined, olga)
    await harness.until((its) => its.error)
    expect([harness.error?.data?.code, user.error]).toEqual(['UNAUTHORIZED', undefined])
  })

  test.each(['personal', 'project'])(
    'revoked access ends the streams of %s tokens that were revoked or rotated',
    async (kind) => {
      const path = kind === 'personal' ? '/auth/tokens' : `/projects/${project.id}/tokens`
      const make = async () => (await server.post(path, { name: 'CI', verbs: ['read'] }, olga)).body
      const [revoked, rotated, kept] = [await make(), await make(), await make()]
      const streams: LiveWatcher[] = []
      for (const { token } of [revoked, rotated, kept]) streams.push(await watch({ authorization: `Bearer ${token}` }))
      await server.delete(`${path}/${revoked.id}`, olga)
      await streams[0]?.until((its) => its.error)
      await server.post(`${path}/${rotated.id}/rotate`, {}, olga)
      await streams[1]?.until((its) => its.error)
      expect(streams.map(({ error }) => error?.data?.code)).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED', undefined])
    },
  )

  test('revoked access ends a stream when the change itself was lost between servers', async () => {
    const [others, removed] = [await watch(olga), await watch(tess)]
    await server.services.write(
      null,
      async (db) => void (await db.deleteFrom('project_members').where('user_id', '=', tess.id).execute()),
    )
    server.services.live.bus.lost()
    await removed.until((its) => its.error)
    await others.until((its) => its.types.filter((type) => type === 'run').length === 2)
    expect([removed.error?.data?.code, others.error]).toEqual(['NOT_FOUND', undefined])
  })
})

test('one user has at most STREAMS_PER_CALLER streams, and the next is refused', async () => {
  const all = await Promise.all(Array.from({ length: STREAMS_PER_CALLER }, () => watch(olga)))
  const refused = await watch(olga)
  expect(refused.error?.data).toMatchObject({ code: 'TOO_MANY_REQUESTS', httpStatus: 429 })
  expect((await watch(tess)).error).toBeUndefined()
  all[0]?.stop()
  await expect.poll(async () => (await watch(olga)).error).toBeUndefined()
})

test('HEAD is answered without a stream and frees its connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const path = `/trpc/live.project?input=${encodeURIComponent(JSON.stringify(input()))}`
  const ask = async (method: string, target: string) => {
    const asked = request(server.url + target, {
      method,
      agent,
      headers: { authorization: tess.authorization },
      signal: AbortSignal.timeout(60_000),
    }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    await once(response.resume(), 'end')
    return response.statusCode
  }
  expect(await ask('HEAD', path)).toBeLessThan(300)
  expect(await ask('GET', '/api/health')).toBe(200)
  expect((await watch(olga)).last('viewers')?.['viewers']).toEqual([{ id: olga.id, name: 'Olga' }])
  agent.destroy()
})

test('a server that stops ends its streams at once, even stalled ones, and readers reconnect', async () => {
  const [fine, clogged] = [await watch(olga), await watch(tess, proxy.url)]
  proxy.clog()
  await fillMessages(20, fine)
  const start = performance.now()
  await server.close()
  // A stalled stream that does not end holds up a stop for 10 s.
  expect(performance.now() - start).toBeLessThan(8_000)
  expect([fine.error, clogged.error]).toEqual([undefined, undefined])
})

/** The stream as a plain HTTP client reads it, until the text contains `awaited`. */
async function received(awaited: string) {
  const { promise, resolve } = Promise.withResolvers<{ headers: Record<string, unknown>; text: string }>()
  const path = `/trpc/live.project?input=${encodeURIComponent(JSON.stringify(input()))}`
  const asked = request(
    `${server.url}${path}`,
    { headers: { authorization: olga.authorization, 'accept-encoding': 'gzip', accept: 'text/event-stream' } },
    (response) => {
      let text = ''
      response
        .on('error', () => {})
        .on('data', (chunk: Buffer) => {
          text += chunk.toString()
          if (text.includes(awaited)) resolve({ headers: response.headers, text })
        })
    },
  ).on('error', () => {})
  asked.end()
  const got = await promise
  asked.destroy()
  return got
}

test('an idle stream sends pings', async () => {
  const { intervalMs } = SSE.ping
  SSE.ping.intervalMs = 100
  const { text } = await received('event: ping')
  SSE.ping.intervalMs = intervalMs
  expect(text).toMatch(/event: ping\ndata: \n\n$/)
})

test('messages are sent at once, uncompressed, and not cached', async () => {
  const { intervalMs } = SSE.ping
  SSE.ping.intervalMs = 3_600_000
  // The last message of an idle stream: no later one, not even a ping, can flush it.
  const { headers, text } = await received('"type":"settled"')
  SSE.ping.intervalMs = intervalMs
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(headers).not.toHaveProperty('content-encoding')
  expect(text).toMatch(/^event: connected\ndata: {"reconnectAfterInactivityMs":40000}/)
  for (const type of ['run', 'runs', 'viewers']) expect(text).toContain(`"type":"${type}"`)
})
