import { type IncomingMessage, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * Viewers of one run, in a thread of their own. Says `ready` once all have the first message, and when all have seen a
 * run with nothing pending.
 */

export type Watched = { url: string; projectId: string; testRunId: string; count: number; tokens: string[] }

/** The first summary is that of the run; those of its suites follow. */
const NOTHING_PENDING = /^{"type":"(run|results)","run":{(?:(?!"summary").)*"summary":{[^}]*"pending":0,/

const { url, projectId, testRunId, count, tokens } = workerData as Watched
const address = `${url}/trpc/live.project?input=${encodeURIComponent(JSON.stringify({ projectId, testRunId }))}`
const waiting = new Set(Array.from({ length: count }, (_, index) => index))
const pending = new Set(waiting)
for (const index of waiting) {
  const headers = { authorization: `Bearer ${tokens[index % tokens.length]}`, accept: 'text/event-stream' }
  request(address, { headers, agent: false }, (response: IncomingMessage) => {
    let unread = ''
    response.setEncoding('utf8').on('data', (text: string) => {
      const events = `${unread}${text}`.split('\n\n')
      unread = events.pop() ?? ''
      for (const event of events) read(index, event)
    })
  }).end()
}

/** Parses as little as possible: the viewers share the processors with the measured server. */
function read(index: number, event: string): void {
  if (/^\n?event: serialized-error/.test(event)) throw new Error(event)
  const from = event.indexOf('data: {"type":"r')
  if (from < 0) return
  if (waiting.delete(index) && waiting.size === 0) parentPort?.postMessage('ready')
  if (!NOTHING_PENDING.test(event.slice(from + 'data: '.length)) || !pending.delete(index)) return
  if (pending.size === 0) parentPort?.postMessage(performance.timeOrigin + performance.now())
}
