import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Resolve } from './inner-addresses.ts'
import { refuseInnerUrl } from './inner-addresses.ts'
import { sendRequest } from './send-request.ts'
import { Sender } from './sender.ts'
import { LOOPBACK, type Receiver, startReceiver } from './testing.ts'

let receiver: Receiver
beforeEach(async () => void (receiver = await startReceiver()))
afterEach(() => receiver.close())

const request = (url: string) => ({ url, headers: { 'Content-Type': 'application/json' }, body: '{}' })
const named = () => `http://hooks.example:${receiver.port}/hook`
/** Answers one address after another. */
const resolver =
  (...addresses: string[]): Resolve =>
  (_, __, callback) =>
    callback(null, [{ address: addresses.shift() as string, family: 4 }])

test('a name that turns inner after it was checked gets no connection', async () => {
  const resolve = resolver('1.1.1.1', '127.0.0.1')
  await refuseInnerUrl(new URL(named()), [], resolve)
  await expect(sendRequest(request(named()), { allow: [], resolve })).rejects.toThrow('inner network')
  expect(receiver.requests).toEqual([])
})

test('a name is resolved once, and the connection goes to the address that was checked', async () => {
  const resolve = resolver('127.0.0.1', '10.0.0.1')
  await sendRequest(request(named()), { allow: LOOPBACK, resolve })
  expect(receiver.requests).toMatchObject([{ headers: { host: `hooks.example:${receiver.port}` } }])
})

test('of several addresses only the allowed ones are used', async () => {
  const resolve: Resolve = (_, __, callback) =>
    callback(null, [
      { address: '10.0.0.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
  await sendRequest(request(named()), { allow: LOOPBACK, resolve })
  expect(receiver.requests).toHaveLength(1)
})

test.each(['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost'])('%s gets no connection', async (host) => {
  const url = `http://${host}:${receiver.port}/hook`
  await expect(sendRequest(request(url), { allow: [] })).rejects.toThrow('inner network')
  expect(receiver.requests).toEqual([])
})

test('a redirect is not followed, and of an answer only the beginning is kept', async () => {
  const server = createServer((_, res) => {
    res.writeHead(302, { location: receiver.url })
    res.end(`é\0${'ü'.repeat(2_000_000)}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const { status, body } = await sendRequest(request(`http://127.0.0.1:${port}/`), { allow: LOOPBACK })
  expect([status, receiver.requests]).toEqual([302, []])
  expect(body).toMatch(/^éü{900,1000}$/)
  server.closeAllConnections()
  server.close()
})

test('an answer that breaks off counts by its status', async () => {
  const server = createServer((_, res) => {
    res.writeHead(200, { 'content-length': '100' })
    res.write('The beginning', () => res.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const received = await sendRequest(request(`http://127.0.0.1:${port}/`), { allow: LOOPBACK })
  expect(received).toMatchObject({ status: 200, body: 'The beginning' })
  server.close()
})

test('a request from the thread ends when the server stops, and a refusal says why', async () => {
  const release = receiver.hold()
  const stop = new AbortController()
  const sender = new Sender(LOOPBACK)
  const sent = sender.send(request(receiver.url), stop.signal)
  await expect.poll(() => receiver.requests.length).toBe(1)
  stop.abort()
  await expect(sent).rejects.toThrow('aborted')
  release()
  const { signal } = new AbortController()
  expect(await sender.send(request(receiver.url), signal)).toMatchObject({ status: 200, body: 'the answer' })
  await expect(sender.send(request('http://10.0.0.1/'), signal)).rejects.toThrow('OUTGOING_ALLOW opens it')
  await sender.close()
})
