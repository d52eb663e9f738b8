import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { temporaryFolder } from '../testing/process.ts'
import { type Caller, machine, type Person, startTestServer, type TestServer } from '../testing/server.ts'
import { SSE } from '../trpc.ts'
import { STREAMS_PER_CALLER } from './streams.ts'
import { breakableWay, LiveWatcher, toldAll } from './testing.ts'

/* What a stream does when connections break, readers are slow, rights are taken away, or the server stops. */

let server: TestServer
let olga: Person
let tess: Person
let project: { id: string; clientSecret: string }
let cases: { id: string }[]
let run: any
let way: Awaited<ReturnType<typeof breakableWay>>
let watchers: LiveWatcher[]

beforeEach(async () => {
  server = await startTestServer()
  olga = await server.person('Olga')
  tess = await server.person('Tess')
  ;({ project, cases, run } = await server.projectWithRun(olga, tess))
  await toldAll(server, server)
  way = await breakableWay(server.url)
  watchers = []
})
afterEach(async () => {
  for (const watcher of watchers) watcher.stop()
  way.close()
  await server.close()
})

async function watch(as: Caller, url = server.url, input: object = { testRunId: run.id }): Promise<LiveWatcher> {
  const watcher = new LiveWatcher(url, 'run', input, as)
  watchers.push(watcher)
  await watcher.until(({ messages, error }) => messages.length > 1 || error)
  return watcher
}

const execute = (place: number, outcome: object) =>
  server.execute(machine(project), cases[place]?.id as string, run.id, outcome as Record<string, unknown>)
const resultsOf = (watcher: LiveWatcher) =>
  watcher.messages.flatMap(({ type, results }) => (type === 'changed' ? results : []))

const textOf = (number: number) => `${number} `.padEnd(90_000, '世')

/** So many messages, each of half a megabyte, one after the other has reached this watcher. */
async function fillMessages(count: number, steady: LiveWatcher): Promise<void> {
  for (let number = 0; number < count; number++) {
    const results = cases.map(({ id }) => ({ testCaseId: id, actualValue: textOf(number) }))
    await server.post(`/test-runs/${run.id}/results`, { results }, machine(project))
    await steady.until((its) => resultsOf(its).at(-1)?.actualValue === textOf(number), 10_000)
  }
}

describe('after a lost connection', () => {
  test('a watcher gets exactly what it missed, in one message', async () => {
    const [steady, broken] = [await watch(olga), await watch(tess, way.url)]
    await execute(0, { actualValue: 'before' })
    await broken.until((its) => resultsOf(its).length > 0)
    way.shut()
    for (const value of ['one', 'two', 'three']) {
      await execute(1, { actualValue: value })
      await steady.until((its) => resultsOf(its).at(-1)?.actualValue === value)
    }
    way.open()
    await broken.until((its) => resultsOf(its).length > 1, 10_000)
    expect(broken.types).not.toContain('stale')
    expect(resultsOf(broken).map(({ actualValue }) => actualValue)).toEqual(['before', 'three'])
    expect(broken.last('changed')).toEqual(steady.last('changed'))
    await execute(0, { actualValue: 'after' })
    await broken.until((its) => resultsOf(its).at(-1)?.actualValue === 'after')
  })

  test('a watcher whose last message is not known here is told to read again', async () => {
    const input = { testRunId: run.id, lastEventId: '4b61a3c4-1111-4222-8333-123456789012.7' }
    const { messages } = await watch(olga, server.url, input)
    expect(messages[0]).toMatchObject({ type: 'stale', run: { summary: { total: 2 } } })
    expect((await watch(olga, server.url, { ...input, lastEventId: 'nonsense' })).types[0]).toBe('stale')
  })

  test('a watcher that missed more than one message may carry is told to read again', async () => {
    const suite = (await server.get(`/projects/${project.id}`, olga)).body.testSuites[0]
    const made = await Promise.all(
      Array.from({ length: 120 }, (_, index) => server.testCase(olga, suite.id, { name: `Case ${index}` })),
    )
    const [steady, broken] = [await watch(olga), await watch(tess, way.url)]
    way.shut()
    for (let start = 0; start < made.length; start += 60) {
      const results = made.slice(start, start + 60).map(({ id }) => ({ testCaseId: id, actualValue: 'ok' }))
      await server.post(`/test-runs/${run.id}/results`, { results }, olga)
      await steady.until((its) => its.last('changed')?.['run'].summary.passed === start + 60)
    }
    way.open()
    await broken.until((its) => its.last('stale'), 10_000)
    expect(broken.last('stale')).toMatchObject({ run: { summary: { total: 122, passed: 120 } } })
    expect(steady.types).not.toContain('stale')
  })
})

/** A reader over a socket that holds little, whatever the machine; it reads only once it is told to. */
async function lazyReader(folder: string) {
  const socketPath = join(folder, 'socket')
  const listener = createServer(createApp(server.services)).listen(socketPath)
  await once(listener, 'listening')
  const path = `/trpc/live.run?input=${encodeURIComponent(JSON.stringify({ testRunId: run.id }))}`
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

test('a reader that does not keep up is told to read again, and nothing piles up for it', async () => {
  const folder = temporaryFolder()
  const [slow, steady] = [await lazyReader(folder.path), await watch(olga)]
  await fillMessages(25, steady)
  slow.read()
  await expect.poll(() => slow.text.includes('"type":"stale"'), { timeout: 10_000 }).toBe(true)
  expect(steady.types).not.toContain('stale')
  expect(slow.text.split('"type":"changed"').length).toBeLessThan(10)
  await execute(0, { actualValue: 'the end' })
  await expect.poll(() => slow.text.includes('"actualValue":"the end"'), { timeout: 10_000 }).toBe(true)
  slow.close()
  folder.remove()
})

describe('a right that is taken away', () => {
  test("ends the streams of a removed member, and nobody else's", async () => {
    const [others, removed] = [await watch(olga), await watch(tess)]
    await server.delete(`/projects/${project.id}/members/${tess.id}`, olga)
    await removed.until((its) => its.error)
    expect(removed.error?.data).toMatchObject({ code: 'NOT_FOUND', httpStatus: 404 })
    await execute(0, { actualValue: 'secret' })
    await others.until((its) => resultsOf(its).length > 0)
    expect([others.error, resultsOf(removed)]).toEqual([undefined, []])
  })

  test('ends the streams of one who was deactivated, deleted or has another password', async () => {
    const [pat, dan, lee] = [await server.person('Pat'), await server.person('Dan'), await server.person('Lee')]
    for (const person of [pat, dan, lee]) await server.member(olga, project.id, person)
    await toldAll(server, server)
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

  test('ends the streams of a harness whose secret is not the last one', async () => {
    const [harness, user] = [await watch(machine(project)), await watch(tess)]
    await server.post(`/projects/${project.id}/regenerate-secret`, undefined, olga)
    await harness.until((its) => its.error)
    expect([harness.error?.data?.code, user.error]).toEqual(['UNAUTHORIZED', undefined])
  })

  test('ends a stream when messages between servers may have been lost', async () => {
    const [others, removed] = [await watch(olga), await watch(tess)]
    await server.services.write(
      null,
      async (db) => void (await db.deleteFrom('project_members').where('user_id', '=', tess.id).execute()),
    )
    server.services.live.bus.lost()
    await removed.until((its) => its.error)
    await others.until((its) => its.last('stale'))
    expect([removed.error?.data?.code, others.error]).toEqual(['NOT_FOUND', undefined])
  })
})

test('one user may have so many streams open and no more', async () => {
  const all = await Promise.all(Array.from({ length: STREAMS_PER_CALLER }, () => watch(olga)))
  const refused = await watch(olga)
  expect(refused.error?.data).toMatchObject({ code: 'TOO_MANY_REQUESTS', httpStatus: 429 })
  expect((await watch(tess)).error).toBeUndefined()
  all[0]?.stop()
  await wait(200)
  expect((await watch(olga)).error).toBeUndefined()
})

test('HEAD is answered, opens no stream, and leaves its connection to others', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const path = `/trpc/live.run?input=${encodeURIComponent(JSON.stringify({ testRunId: run.id }))}`
  const ask = async (method: string, target: string) => {
    const asked = request(server.url + target, {
      method,
      agent,
      headers: { authorization: tess.authorization },
      signal: AbortSignal.timeout(3_000),
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

test('a server that stops ends its streams at once, even clogged ones, and readers look for it again', async () => {
  const [fine, clogged] = [await watch(olga), await watch(tess, way.url)]
  way.clog()
  await fillMessages(20, fine)
  const start = performance.now()
  await server.close()
  expect(performance.now() - start).toBeLessThan(2_000)
  expect([fine.isComplete, fine.error, clogged.isComplete, clogged.error]).toEqual([false, undefined, false, undefined])
})

/** What a plain HTTP client gets of the run's stream until the text contains this. */
async function received(awaited: string) {
  const { promise, resolve } = Promise.withResolvers<{ headers: Record<string, unknown>; text: string; ms: number }>()
  const path = `/trpc/live.run?input=${encodeURIComponent(JSON.stringify({ testRunId: run.id }))}`
  const start = performance.now()
  const asked = request(
    `${server.url}${path}`,
    { headers: { authorization: olga.authorization, 'accept-encoding': 'gzip', accept: 'text/event-stream' } },
    (response) => {
      let text = ''
      response
        .on('error', () => {})
        .on('data', (chunk: Buffer) => {
          text += chunk.toString()
          if (text.includes(awaited)) resolve({ headers: response.headers, text, ms: performance.now() - start })
        })
    },
  ).on('error', () => {})
  asked.end()
  const got = await promise
  asked.destroy()
  return got
}

test('a stream on which nothing happens gives a sign of life', async () => {
  const { intervalMs } = SSE.ping
  SSE.ping.intervalMs = 100
  const { text } = await received('event: ping')
  SSE.ping.intervalMs = intervalMs
  expect(text).toMatch(/event: ping\ndata: \n\n$/)
})

test('messages go out as they come, uncompressed, never kept', async () => {
  const { headers, text, ms } = await received('"type":"state"')
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(headers).not.toHaveProperty('content-encoding')
  expect(text).toMatch(/^event: connected\ndata: {"reconnectAfterInactivityMs":40000}/)
  expect(ms).toBeLessThan(500)
})
