import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { endSlowReaders } from './slow-readers.ts'

const MB = 1024 * 1024
const ANSWER = Buffer.alloc(40 * MB, 'x')
const NEVER = 1_000_000_000

let server: Server
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  server.close()
})

async function serve(limits: { idleMs?: number; unreadBytes?: number; stalledMs?: number }): Promise<void> {
  server = createServer((_req, res) => res.end(ANSWER))
  endSlowReaders(server, { idleMs: NEVER, unreadBytes: NEVER, stalledMs: NEVER, sweepMs: 50, ...limits })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** Asks for the large answer and does not read it. */
function ask(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return socket
}

const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

test('a client that takes no byte of its answer is ended', async () => {
  await serve({ idleMs: 300 })
  ask()
  await once(server, 'request')
  await expect.poll(open).toBe(0)
})

test('a client that reads with pauses gets its whole answer', async () => {
  await serve({ idleMs: 5_000 })
  const socket = ask()
  let read = 0
  socket.on('data', (bytes: Buffer) => (read += bytes.length))
  while (read < ANSWER.length) {
    socket.resume()
    await pause(20)
    socket.pause()
    await pause(20)
    expect(socket.destroyed).toBe(false)
  }
})

test('a connection on which nothing is to be sent stays', async () => {
  await serve({ idleMs: 1 })
  const idle = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(idle)
  await once(idle, 'connect')
  const closed = Promise.withResolvers<void>()
  server.on('connection', (socket: Socket) => socket.once('close', () => closed.resolve()))
  ask()
  await closed.promise
  expect(await open()).toBe(1)
})

test('when clients have left too many bytes unread, of those that take none some are ended', async () => {
  await serve({ unreadBytes: 90 * MB, stalledMs: 300 })
  for (const _ of [1, 2, 3, 4, 5]) {
    ask()
    await once(server, 'request')
  }
  await expect.poll(open).toBe(2)
})
