import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Caller, exchange, timeOf, timesOf } from './load.ts'

/* Another caller, in a thread of its own, with pauses. Says when it is ready, and its times when it is told to stop. */

const PAGE = 8_192

const caller = workerData as Caller
const [call, pauseMs] = 'file' in caller ? [syncing(caller.file), 20] : [calling(caller), 2]
const over = new AbortController()

function calling({ url, request }: Extract<Caller, { url: string }>): () => Promise<void> {
  return async () => {
    const { status } = await exchange(url, request)
    if (status !== 200 && status !== 201) throw new Error(`${request.path} answered ${status}`)
  }
}

/** Writes pages in turn into a file that has its size already, as a database does with its log. */
function syncing(name: string): () => Promise<void> {
  const file = openSync(name, 'w')
  const pages = Buffer.alloc(2_048 * PAGE, 'x')
  let at = writeSync(file, pages)
  return async () => {
    at = (at + PAGE) % pages.length
    writeSync(file, pages, at, PAGE, at)
    fdatasyncSync(file)
  }
}

await timesOf(20, call)
parentPort?.once('message', () => over.abort()).postMessage('ready')
const times: number[] = []
while (!over.signal.aborted) {
  times.push(await timeOf(call))
  await wait(pauseMs)
}
parentPort?.postMessage(times)
