import { type IncomingMessage, request } from 'node:http'

/*
 * Viewers of one run in a process of their own: `live-watchers.ts URL PROJECT RUN COUNT TOKEN…`. Sends `ready` once all
 * have the first message, and the time at which each has seen a run with nothing pending.
 */

export type Seen = { atMs: number[]; messages: number; bytes: number }

/** The first summary is that of the run; those of its suites follow. */
const NOTHING_PENDING = /^{"type":"(run|results)","run":{(?:(?!"summary").)*"summary":{[^}]*"pending":0,/

const [url = '', projectId = '', testRunId = '', count = '0', ...tokens] = process.argv.slice(2)
const seen: Seen = { atMs: [], messages: 0, bytes: 0 }
const waiting = new Set(Array.from({ length: Number(count) }, (_, index) => index))
const pending = new Set(waiting)
for (const index of waiting) watch(index)

function watch(index: number): void {
  const address = `${url}/trpc/live.project?input=${encodeURIComponent(JSON.stringify({ projectId, testRunId }))}`
  const headers = { authorization: `Bearer ${tokens[index % tokens.length]}`, accept: 'text/event-stream' }
  request(address, { headers, agent: false }, (response: IncomingMessage) => {
    let unread = ''
    response.setEncoding('utf8').on('data', (text: string) => {
      seen.bytes += text.length
      const parts = `${unread}${text}`.split('\n\n')
      unread = parts.pop() ?? ''
      for (const part of parts) read(index, part)
    })
  }).end()
}

/** Parses as little as possible: the viewers share the processors with the measured server. */
function read(index: number, event: string): void {
  if (event.startsWith('\nevent: serialized-error') || event.startsWith('event: serialized-error'))
    throw new Error(event)
  const from = event.indexOf('data: {"type":"r')
  if (from < 0) return
  seen.messages++
  if (waiting.delete(index) && waiting.size === 0) process.send?.('ready')
  if (!NOTHING_PENDING.test(event.slice(from + 'data: '.length)) || !pending.delete(index)) return
  seen.atMs.push(performance.timeOrigin + performance.now())
  if (pending.size === 0) process.send?.(seen)
}
