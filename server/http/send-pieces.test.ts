import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import express, { type Request, type Response } from 'express'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DomainError } from '#shared/errors.ts'
import { PieceSender } from './send-pieces.ts'

const PIECE = Buffer.alloc(1024 * 1024, 'x')

let server: Server
let url: string
let sender: PieceSender
let made: Map<string, number>
let sockets: Socket[]
let answer: (req: Request, res: Response) => Promise<void>

const LIMITS = { making: 2, makingPerCaller: 1, open: 20, stalledMs: 60_000 }

beforeEach(async () => {
  sender = new PieceSender(LIMITS)
  made = new Map()
  sockets = []
  answer = async ({ params }, res) => {
    const [caller, length] = [params['caller'] as string, Number(params['length'])]
    await sender.send(res, pieces(caller, length), { caller, isText: true })
  }
  const app = express()
  app.get('/:caller/:length', (req, res) => {
    answer(req, res).catch((error: unknown) => {
      if (res.headersSent) res.destroy()
      else res.status(error instanceof DomainError ? 503 : 500).end((error as Error).message)
    })
  })
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  server.close()
})

async function* pieces(caller: string, length: number): AsyncGenerator<Buffer> {
  for (let number = 0; number < length; number += 1) {
    made.set(caller, (made.get(caller) ?? 0) + 1)
    yield PIECE
  }
}

/** A client that takes as much as the connection itself, and reads nothing of an answer without end. */
async function stalled(caller: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.pause()
  socket.write(`GET /${caller}/1000000 HTTP/1.1\r\nHost: x\r\n\r\n`)
  const countOf = () => made.get(caller) ?? 0
  await expect.poll(countOf).toBeGreaterThan(0)
  let [before, turns] = [countOf(), 0]
  while (turns < 200) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    turns = countOf() === before ? turns + 1 : 0
    before = countOf()
  }
  return socket
}

const isEnded = async (socket: Socket) => {
  socket.resume()
  await once(socket, 'close')
}

test('clients that do not read hold no slot, and nothing more is made for them', async () => {
  for (const caller of ['a', 'b', 'c', 'd']) await stalled(caller)
  const before = new Map(made)
  const given = await fetch(`${url}/other/20`, { headers: { 'accept-encoding': 'identity' } })
  expect((await given.arrayBuffer()).byteLength).toBe(20 * PIECE.length)
  made.delete('other')
  expect(made).toEqual(before)
})

test('another answer ends the one of the greediest caller that waits longest for its client', async () => {
  sender = new PieceSender({ ...LIMITS, open: 3, stalledMs: 0 })
  const first = await stalled('single')
  const greedy = await stalled('greedy')
  await stalled('greedy')
  expect((await fetch(`${url}/other/1`)).status).toBe(200)
  await isEnded(greedy)
  expect(first.destroyed).toBe(false)
})

test('when all clients read, another answer is refused', async () => {
  sender = new PieceSender({ ...LIMITS, open: 1 })
  await stalled('a')
  const refused = await fetch(`${url}/b/1`)
  expect([refused.status, await refused.text()]).toEqual([503, 'Too many downloads are under way. Try again later'])
})

test('the place of an answer is free when its client has left', async () => {
  sender = new PieceSender({ ...LIMITS, open: 1 })
  const socket = await stalled('a')
  socket.destroy()
  await expect.poll(async () => (await fetch(`${url}/b/1`)).status).toBe(200)
})

test('one piece of a caller is made at once, and meanwhile one of another caller', async () => {
  const gate = Promise.withResolvers<void>()
  const making: string[] = []
  answer = async ({ params }, res) => {
    const caller = params['caller'] as string
    async function* slow() {
      making.push(caller)
      await gate.promise
      yield PIECE
    }
    await sender.send(res, slow(), { caller, isText: false })
  }
  const calls = ['a', 'a', 'a', 'b'].map((caller) => fetch(`${url}/${caller}/1`))
  await expect.poll(() => making.toSorted()).toEqual(['a', 'b'])
  gate.resolve()
  for (const call of calls) expect((await (await call).arrayBuffer()).byteLength).toBe(PIECE.length)
})

test('an answer is prepared in its caller’s turn, and not for a client that has left', async () => {
  const gate = Promise.withResolvers<void>()
  const preparing: string[] = []
  const left: unknown[] = []
  let asked = 0
  answer = async ({ params }, res) => {
    asked += 1
    const caller = params['caller'] as string
    const work = async () => {
      preparing.push(caller)
      await gate.promise
    }
    await sender.prepare(res, caller, work).catch((error: unknown) => left.push(error))
    res.end(caller)
  }
  const leaving = new AbortController()
  const calls = ['a', 'a', 'b'].map((caller) => fetch(`${url}/${caller}/1`))
  await expect.poll(() => preparing.toSorted()).toEqual(['a', 'b'])
  const gone = fetch(`${url}/c/1`, { signal: leaving.signal }).catch(() => 'gone')
  await expect.poll(() => asked).toBe(4)
  leaving.abort()
  expect(await gone).toBe('gone')
  await expect.poll(() => left.length).toBe(1)
  gate.resolve()
  expect(await Promise.all(calls.map(async (call) => await (await call).text()))).toEqual(['a', 'a', 'b'])
  expect(preparing.toSorted()).toEqual(['a', 'a', 'b'])
})

test('an error of the first piece is answered, one of a later piece cuts the answer', async () => {
  answer = async ({ params }, res) => {
    async function* broken() {
      if (params['length'] === '1') yield PIECE
      throw new Error('broken')
    }
    await sender.send(res, broken(), { caller: 'a', isText: false })
  }
  const early = await fetch(`${url}/a/0`)
  expect([early.status, await early.text()]).toEqual([500, 'broken'])
  await expect(fetch(`${url}/a/1`).then((late) => late.arrayBuffer())).rejects.toThrow('terminated')
})

test('a text is compressed for a client that takes it', async () => {
  const plain = await fetch(`${url}/a/2`, { headers: { 'accept-encoding': 'identity' } })
  const packed = await fetch(`${url}/a/2`)
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip'])
  expect(await packed.text()).toBe(await plain.text())
})
