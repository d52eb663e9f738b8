import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readRange, type AddressRange } from '../config.ts'

/** What tests give as OUTGOING_ALLOW: their endpoints are on this machine. */
export const LOOPBACK = [readRange('127.0.0.1') as AddressRange]

export type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string; json: any }

/** An endpoint of another tool. It answers `statuses` in turn, then 200. Close it after use. */
export async function startReceiver(statuses: number[] = [], headers: Record<string, string> = {}) {
  const requests: ReceivedRequest[] = []
  let [open, most] = [0, 0]
  let gate: Promise<void> = Promise.resolve()
  const server = createServer((req, res) => {
    open += 1
    most = Math.max(most, open)
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      requests.push({ path: req.url ?? '', headers: req.headers, body, json: JSON.parse(body) })
      void gate.then(() => {
        open -= 1
        res.writeHead(statuses.shift() ?? 200, headers).end('the answer')
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    requests,
    statuses,
    /** The highest number of requests at a time. */
    mostAtOnce: () => most,
    /** Answers nothing until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
