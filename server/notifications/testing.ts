import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { readRange, type AddressRange } from '../address-range.ts'

/** What tests give as OUTGOING_ALLOW: their endpoints are on this machine. */
export const LOOPBACK = [readRange('127.0.0.1') as AddressRange]

type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string; json: any }

/** An endpoint of another tool. It answers `statuses` in turn, then 200. Close it after use. */
export async function startReceiver(statuses: number[] = [], headers: Record<string, string> = {}) {
  const requests: ReceivedRequest[] = []
  let [open, most] = [0, 0]
  let gate: Promise<void> = Promise.resolve()
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    open += 1
    most = Math.max(most, open)
    const body = await text(req)
    requests.push({ path: req.url ?? '', headers: req.headers, body, json: JSON.parse(body) })
    await gate
    open -= 1
    res.writeHead(statuses.shift() ?? 200, headers).end('the answer')
  }
  const server = createServer((req, res) => void answer(req, res))
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
