import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { exchange, type Request, timeOf, timesOf } from './load.ts'

/* Another caller, in a thread of its own, with pauses. Says when it is ready, and its times when it is told to stop. */

const PAUSE_MS = 2

const { url, request } = workerData as { url: string; request: Request }
const over = new AbortController()

const call = async () => {
  const { status } = await exchange(url, request)
  if (status !== 200 && status !== 201) throw new Error(`${request.path} answered ${status}`)
}

await timesOf(20, call)
parentPort?.once('message', () => over.abort()).postMessage('ready')
const times: number[] = []
while (!over.signal.aborted) {
  times.push(await timeOf(call))
  await wait(PAUSE_MS)
}
parentPort?.postMessage(times)
