import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isFleet } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* What is decided before a body is read, and how much of it is unpacked. */

const server = await useTestServer()
const ada = await server.person('Ada')
const project = await server.project(ada)

const LONG = 1024 * 1024

/** Announces a long body, sends none of it, and resolves to the status of the answer that comes all the same. */
async function statusWithoutBody(path: string, headers: Record<string, string> = {}, method = 'POST') {
  return await new Promise<number | undefined>((resolve, reject) => {
    const announced = { 'content-type': 'application/json', 'content-length': LONG, ...headers }
    const sent = request(server.url + path, { method, headers: announced }, (response) => {
      resolve(response.statusCode)
      sent.destroy()
    })
    sent.on('error', reject).flushHeaders()
  })
}

describe.skipIf(isFleet)('before a byte of a body is sent', () => {
  test.each<[string, string, number, Record<string, string>?, string?]>([
    ['an unknown path', '/api/unknown', 404],
    ['a wrong method', '/api/projects', 405, undefined, 'PUT'],
    ['another type', '/api/projects', 415, { 'content-type': 'text/plain' }],
    ['an unknown encoding', '/api/projects', 415, { 'content-encoding': 'zip' }],
    ['no credential', '/api/projects', 401],
    ['a wrong credential', '/api/projects', 401, { authorization: 'Bearer wrong', 'content-encoding': 'br' }],
    ['a long sign-in', '/api/auth/sign-in', 413],
    ['an unknown path of tRPC', '/trpc/unknown', 404],
    ['no credential on tRPC', '/trpc/projects.create', 401],
    ['no credential on a batch', '/trpc/projects.create,projects.create?batch=1', 401],
  ])('%s is answered: %s %i', async (_, path, status, headers, method) => {
    expect(await statusWithoutBody(path, headers, method)).toBe(status)
  })
})

const SHORT = 'GET /api/unknown HTTP/1.1\r\nHost: x\r\n\r\n'

/** Sends requests at once on connections in use. Resolves to their indexes in the order of the answers. */
async function orderOfAnswers(requests: string[]): Promise<number[]> {
  const { hostname, port } = new URL(server.url)
  const sockets = requests.map(() => connect(Number(port), hostname))
  const ask = async (texts: string[]) => {
    const order: number[] = []
    const answered = sockets.map((socket, index) => once(socket, 'data').then(() => order.push(index)))
    sockets.forEach((socket, index) => socket.write(texts[index] as string))
    await Promise.all(answered)
    return order
  }
  await ask(requests.map(() => SHORT))
  const order = await ask(requests)
  for (const socket of sockets) socket.destroy()
  return order
}

test.skipIf(isFleet)(
  'short calls, with a body or without, wait for no turn of long or packed bodies before them',
  async () => {
    const post = 'POST /api/unknown HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const bodies = [
      `${post}Content-Length: ${LONG}\r\n\r\n`,
      `${post}Content-Encoding: br\r\nContent-Length: 9\r\n\r\n`,
    ]
    const requests = Array.from({ length: 60 }, (_, index) => bodies[index % 2] as string)
    const order = await orderOfAnswers([...requests, SHORT, `${post}Content-Length: 2\r\n\r\n{}`])
    expect(order.findLastIndex((index) => index >= 60)).toBeLessThan(30)
  },
)

const send = async (path: string, bytes: Buffer, headers: Record<string, string>) => {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: new Uint8Array(bytes),
  })
  const { message, error } = (await response.json()) as { message?: string; error?: { message: string } }
  return [response.status, message ?? error?.message]
}

const bearer = { authorization: ada.authorization }
const spaces = (bytes: number) => Buffer.from(`{"name":"Packed"}${' '.repeat(bytes)}`)

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a %s body is unpacked, up to the limit of its call and 100 times its size', async (encoding, pack) => {
  const packed = { ...bearer, 'content-encoding': encoding }
  const create = (bytes: number) => send('/api/projects', pack(spaces(bytes)), packed)
  expect(await create(1_000)).toEqual([201, undefined])
  expect(await create(2_000_000)).toEqual([413, 'The body unpacks to more than 100 times its size'])
  const signIn = await send('/api/auth/sign-in', pack(spaces(70_000)), { 'content-encoding': encoding })
  expect(signIn).toEqual([413, 'The body is larger than 64 kB'])
})

test('tRPC reads no more than 64 kB from nobody, and the standard limit from a caller', async () => {
  const body = Buffer.from(JSON.stringify({ name: 'Long', note: 'x'.repeat(100_000) }))
  expect(await send('/trpc/auth.signIn', body, {})).toEqual([413, 'The body is larger than 64 kB'])
  expect((await send('/trpc/projects.create', body, bearer))[0]).toBe(200)
})

test('a batch of tRPC reads a packed body once for all of its calls', async () => {
  const body = gzipSync(JSON.stringify({ 0: { name: 'One' }, 1: { name: 'Two' } }))
  const response = await fetch(`${server.url}/trpc/projects.create,projects.create?batch=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', ...bearer },
    body: new Uint8Array(body),
  })
  const answers = (await response.json()) as { result: { data: { name: string } } }[]
  expect(answers.map(({ result }) => result.data.name)).toEqual(['One', 'Two'])
})

test('200 hostile bodies at once are refused, and the server answers', async () => {
  const shapes = [
    `{"name":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
    `{"name":[0${',0'.repeat(500_000)}]}`,
    `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":0`).join()}}`,
  ].map((text) => Buffer.from(text))
  const bodies = shapes.flatMap((bytes): [Buffer, string][] => [
    [bytes, 'identity'],
    [gzipSync(bytes), 'gzip'],
    [brotliCompressSync(bytes), 'br'],
  ])
  const paths = ['/api/projects', `/api/projects/${project.id}/members`, '/trpc/projects.create', '/api/unknown']
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const [bytes, encoding] = bodies[at % bodies.length] as [Buffer, string]
      const path = paths[at % paths.length] as string
      return await send(path, bytes, { ...bearer, 'content-encoding': encoding }).then(
        ([status]) => status,
        () => 'cut off',
      )
    }),
  )
  for (const status of statuses) expect([400, 404, 413, 503, 'cut off']).toContain(status)
  expect((await server.get('/health')).status).toBe(200)
})
