import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Agent } from 'node:http'
import { exchange, type Read } from './pass.ts'

/*
 * Another caller, in a process of its own: `probe.ts URL READ`. It sends one request after the other, and answers the
 * message `stop` with the time of each in milliseconds.
 */

const PAUSE_MS = 2

/** Does some work, and returns how long another caller waited meanwhile, in milliseconds. */
export async function waitsDuring(url: string, read: Read, work: () => Promise<unknown>): Promise<number[]> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [url, JSON.stringify(read)])
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The probe got no answer')))
  failed.catch(() => {})
  const answer = () => Promise.race([once(child, 'message') as Promise<[number[]]>, failed])
  try {
    await answer()
    child.send('start')
    await Promise.race([work(), failed])
    const times = answer()
    child.send('stop')
    return (await times)[0]
  } finally {
    child.kill('SIGKILL')
  }
}

async function callUntilStopped(url: string, read: Read): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  for (let warmUp = 0; warmUp < 20; warmUp++) await exchange(url, read, agent)
  process.send?.('ready')
  await once(process, 'message')
  const over = new AbortController()
  process.once('message', () => over.abort())
  const times: number[] = []
  while (!over.signal.aborted) {
    const start = performance.now()
    const { status } = await exchange(url, read, agent)
    if (status !== 200 && status !== 201) throw new Error(`${read.path} answered ${status}`)
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  process.send?.(times)
}

const [url, read] = process.argv.slice(2)
if (import.meta.main && url && read) await callUntilStopped(url, JSON.parse(read) as Read)
