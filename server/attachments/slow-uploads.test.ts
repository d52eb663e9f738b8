import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'
import { attachmentBytes, CHUNK_BYTES } from './attachment-body.ts'

const KB = 1024
const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** An upload that sends much at first, and then a few bytes again and again. */
async function trickle(path: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(
    `POST /api${path}/attachments?name=slow HTTP/1.1\r\nHost: x\r\nAuthorization: ${olga.authorization}\r\n` +
      `Content-Length: ${8 * KB * KB}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(40 * KB, 'x'))
  const timer = setInterval(() => socket.write('slow'), 3)
  ends.push(() => {
    clearInterval(timer)
    socket.destroy()
  })
  return socket
}

test('files of others and of the same person arrive while 40 clients trickle theirs', async () => {
  const resultOf = async (person: typeof olga) => (await server.projectWithRun(person, tess)).run.results[0].id
  const slow = await resultOf(olga)
  const sockets = await Promise.all(Array.from({ length: 40 }, () => trickle(`/test-runs/result/${slow}`)))
  for (const person of [tess, olga]) {
    const bytes = Buffer.alloc(KB * KB, person.name)
    const { status, body } = await server.attach(person, await resultOf(person), bytes, 'honest')
    expect([status, body.size]).toEqual([201, bytes.length])
    const answer = await fetch(`${server.url}/api/attachments/${body.id}`, {
      headers: { authorization: person.authorization },
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  }
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([])
})

/** A body in parts of 16 kB, and the number of parts that were read. */
function bodyOf(parts: number) {
  const seen = { read: 0 }
  async function* source() {
    for (; seen.read < parts; seen.read += 1) yield Buffer.alloc(16 * KB, 'x')
  }
  const stream = Readable.from(source(), { highWaterMark: 1 })
  return { request: Object.assign(stream, { headers: {} }) as unknown as IncomingMessage, seen }
}

test('a file of another caller arrives while bodies that began before it arrive byte by byte', async () => {
  const over = new AbortController()
  async function* slowly() {
    yield Buffer.alloc(40 * KB, 'x')
    for (; !over.signal.aborted; await new Promise(setImmediate)) yield Buffer.from('x')
  }
  const slow = Array.from({ length: 8 }, async () => {
    const request = Object.assign(Readable.from(slowly()), { headers: {} }) as unknown as IncomingMessage
    for await (const _ of attachmentBytes(request, { limit: 8 * KB * KB, caller: 'slow' }));
  })
  await new Promise(setImmediate)
  let length = 0
  for await (const chunk of attachmentBytes(bodyOf(64).request, { limit: 8 * KB * KB, caller: 'other' }))
    length += chunk.length
  expect(length).toBe(KB * KB)
  over.abort()
  await Promise.all(slow)
})

test('a file that waits for its turn is read no further than its first bytes', async () => {
  const given = { limit: 8 * KB * KB, caller: 'someone' }
  const running = Array.from({ length: 3 }, () => attachmentBytes(bodyOf(100).request, given))
  for (const chunks of running) expect((await chunks.next()).value?.length).toBe(CHUNK_BYTES)
  const waiting = bodyOf(100)
  const chunks = attachmentBytes(waiting.request, given)
  const first = chunks.next()
  for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate)
  expect(waiting.seen.read).toBeLessThanOrEqual(4)
  // Another caller does not wait for this one.
  const other = attachmentBytes(bodyOf(2).request, { ...given, caller: 'other' })
  expect((await other.next()).value?.length).toBe(32 * KB)
  await other.return(undefined)
  await running[0]?.return(undefined)
  expect((await first).value?.length).toBe(CHUNK_BYTES)
  for (const each of [...running, chunks]) await each.return(undefined)
})

test('a chunk is never larger than a row holds', async () => {
  const lengths: number[] = []
  for await (const chunk of attachmentBytes(bodyOf(70).request, { limit: 8 * KB * KB, caller: 'a' }))
    lengths.push(chunk.length)
  expect(Math.max(...lengths)).toBe(CHUNK_BYTES)
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(70 * 16 * KB)
})
