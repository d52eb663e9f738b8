import { once } from 'node:events'
import { createServer, request, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { gracefulClose } from '../stop.ts'

const LARGE = 30_000_000
const HEAD = 'GET / HTTP/1.1\r\nHost: assay\r\n\r\n'

let server: Server
let close: () => Promise<void>
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function serve(listener: RequestListener, timeoutMs = 10_000): Promise<number> {
  server = createServer(listener)
  close = gracefulClose(server, timeoutMs)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function received(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return new Promise((resolve) => socket.once('close', () => resolve(text)).once('error', () => {}))
}

test('an answer that is written but not yet sent arrives in full while the server closes', async () => {
  const written = Promise.withResolvers<void>()
  const port = await serve((_req, res) => {
    res.end(Buffer.alloc(LARGE, 'x'))
    written.resolve()
  })
  const slow = connect(port, '127.0.0.1').pause()
  slow.write(HEAD)
  await written.promise
  const closed = close()
  await once(connect(port, '127.0.0.1'), 'error')
  const text = received(slow)
  slow.resume()
  expect((await text).split('\r\n\r\n')[1]).toHaveLength(LARGE)
  await closed
})

test('a request on a keep-alive connection is answered with Connection: close while the server closes', async () => {
  const port = await serve((_req, res) => res.end('done'))
  const socket = connect(port, '127.0.0.1')
  const text = received(socket)
  socket.write(HEAD)
  await new Promise((resolve) => socket.once('data', resolve))
  const closed = close()
  socket.write(HEAD)
  await closed
  expect((await text).match(/Connection: (close|keep-alive)/g)).toEqual(['Connection: keep-alive', 'Connection: close'])
})

test('idle connections do not delay the close, and new ones are refused', async () => {
  const port = await serve((_req, res) => res.end('done'))
  const silent = connect(port, '127.0.0.1')
  await new Promise((resolve) => server.once('connection', resolve))
  const text = received(silent)
  await close()
  expect(await text).toBe('')
  const late = request({ port, host: '127.0.0.1' }).end()
  await expect(new Promise((_, reject) => late.once('error', reject))).rejects.toThrow('ECONNREFUSED')
})

test('an answer that never ends is closed after the timeout', async () => {
  const port = await serve((_req, res) => res.write('begun'), 100)
  const socket = connect(port, '127.0.0.1')
  const text = received(socket)
  socket.write(HEAD)
  await new Promise((resolve) => socket.once('data', resolve))
  await close()
  expect(await text).toContain('begun')
})
