import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startProxy } from './proxy.ts'
import { useTestServer } from './use-server.ts'

const LARGE = 6 * 1024 * 1024

const server = await useTestServer()

test('a connection to the proxy serves the next request after a body that was refused unread', async () => {
  const proxy = await startProxy([server.url])
  onTestFinished(() => proxy.close())
  const { hostname, port } = new URL(proxy.url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString()
    if (received.includes('HTTP/1.1 200')) socket.destroy()
  })
  socket.write(`POST /api/projects HTTP/1.1\r\nHost: x\r\nContent-Length: ${LARGE}\r\n\r\n`)
  socket.write(Buffer.alloc(LARGE))
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'close')
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
})
