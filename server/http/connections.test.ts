import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Response } from 'express'
import { describe, expect, test } from 'vitest'
import { isFleet } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { closeAfterAnswer } from './connections.ts'

/* What a client sees on the connection itself. The proxy of three servers would answer some of it. */

const server = await useTestServer({ REPORT_MAX_MB: 5 })
const ada = await server.person('Ada')
const { id } = await server.project(ada)
const { host, hostname, port } = new URL(server.url)
const LARGE = 6 * 1024 * 1024

/** Sends text over a new connection, and resolves to all that the server sends until it closes it. */
async function send(text: string): Promise<string> {
  let received = ''
  const socket = connect(Number(port), hostname)
  socket.on('data', (chunk) => (received += chunk.toString()))
  socket.write(text)
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

const head = (line: string, headers: string[] = []) => [line, `Host: ${host}`, ...headers, '', ''].join('\r\n')

describe.skipIf(isFleet)('on its own connection', () => {
  test.each([
    ['POST /api/projects', 'The body is larger than 4 MB'],
    ['PATCH /api/projects/x', 'The body is larger than 4 MB'],
    ['POST /trpc/projects.create', 'The body is larger than 4 MB'],
    [`PUT /api/test-runs/project/${id}/report`, 'The report is larger than 5 MB'],
  ])('%s with a large Content-Length answers 413 before a byte of the body is sent', async (line, message) => {
    const answer = await send(head(`${line} HTTP/1.1`, [`Content-Length: ${LARGE}`, 'Content-Type: application/json']))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toMatch(/\r\nConnection: close\r\n/i)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ message, code: 'PAYLOAD_TOO_LARGE' })
  })

  test('a large body is not asked for with 100 Continue, a small one is', async () => {
    const expecting = (length: number) =>
      head('POST /api/projects HTTP/1.1', [
        'Expect: 100-continue',
        `Content-Length: ${length}`,
        'Content-Type: application/json',
        'Connection: close',
      ])
    expect(await send(expecting(LARGE))).toMatch(/^HTTP\/1\.1 413 /)
    expect(await send(`${expecting(2)}{}`)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /)
  })

  const LONG = `X-Long: ${'x'.repeat(20_000)}`
  test.each([
    ['a malformed request', 'GET\r\n\r\n', '400 Bad Request', 'The request is malformed'],
    ['headers of 20 kB', head('GET /api/health HTTP/1.1', [LONG]), '431 Request Header Fields Too Large', /headers/],
    [
      'a chunk with a long extension',
      `${head('POST /api/auth/sign-in HTTP/1.1', ['Transfer-Encoding: chunked'])}1;${'x'.repeat(20_000)}\r\n`,
      '413 Payload Too Large',
      /chunk/,
    ],
  ])('%s answers with an error of our form and closes the connection', async (_case, text, status, message) => {
    const [start, body = ''] = (await send(text)).split('\r\n\r\n')
    expect(start).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`))
    expect(start).toContain('Connection: close')
    const code = status.startsWith('413') ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST'
    expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(message), code })
  })

  test('CONNECT answers 405', async () => {
    expect(await send(head('CONNECT example.com:443 HTTP/1.1'))).toMatch(/^HTTP\/1\.1 405 .*\r\nAllow: GET/)
  })
})

test('a client that sends its large body all the same gets the 413', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(LARGE) })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => server.call('POST', '/projects', { as: ada, body })),
  )
  expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 413, 413])
})

test('a bulk call may be larger than other bodies', async () => {
  const body = { results: [], note: 'x'.repeat(LARGE) }
  expect((await server.post('/test-runs/unknown/results', body, ada)).status).not.toBe(413)
})

async function statusOf(method: string, path: string): Promise<[number | undefined, string | undefined]> {
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string | undefined]>()
  request(server.url + path, { method }, (response) => {
    response.resume()
    resolve([response.statusCode, response.headers.allow])
  })
    .on('error', reject)
    .end()
  return await promise
}

test.each([
  ['TRACE', '/trpc', 'GET, HEAD, POST, OPTIONS'],
  ['TRACE', '/trpc/projects.list', 'GET, HEAD, POST, OPTIONS'],
  ['PROPFIND', '/trpc/projects.list', 'GET, HEAD, POST, OPTIONS'],
  ['DELETE', '/trpc/live.projects', 'GET, HEAD, POST, OPTIONS'],
  ['TRACE', '/api/projects', 'GET, POST, HEAD, OPTIONS'],
  ['TRACE', '/api/health', 'GET, HEAD, OPTIONS'],
  ['TRACE', '/', 'GET, HEAD, OPTIONS'],
  ['TRACE', '/login', 'GET, HEAD, OPTIONS'],
  ['POST', '/login', 'GET, HEAD, OPTIONS'],
])('%s %s answers 405 with Allow: %s', async (method, path, allow) => {
  expect(await statusOf(method, path)).toEqual([405, allow])
})

test.each(['/trpc/%', '/trpc/%zz?batch=1', '/trpc/%FF'])('GET %s answers 400', async (path) => {
  expect(await statusOf('GET', path)).toEqual([400, undefined])
})

test('of a refused body that comes all the same, at most one chunk is read in each turn', async () => {
  const CHUNK = 64 * 1024
  const refusing = createServer((_req, res) => {
    closeAfterAnswer(res as Response)
    res.writeHead(413).end()
  }).listen(0)
  const { promise: answered, resolve: onAnswered } = Promise.withResolvers<Socket>()
  refusing.on('request', (req, res) => res.once('finish', () => onAnswered(req.socket)))
  const client = connect((refusing.address() as AddressInfo).port)
  client.on('error', () => {})
  client.write(head('POST / HTTP/1.1', [`Content-Length: ${LARGE}`]))
  client.write(Buffer.alloc(LARGE))
  const socket = await answered
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const reads: number[] = []
  for (let before = socket.bytesRead; !socket.closed && before < LARGE; before = socket.bytesRead) {
    await new Promise(setImmediate)
    reads.push(socket.bytesRead - before)
  }
  client.destroy()
  await ended
  refusing.close()
  expect(reads.filter((bytes) => bytes > 0).length).toBeGreaterThan(10)
  // A turn of this test may see two turns of reading.
  expect(Math.max(...reads)).toBeLessThanOrEqual(2 * CHUNK)
})
