import { setTimeout as wait } from 'node:timers/promises'
import { exchange, repeat } from './load.ts'
import {
  addProject,
  cpuSeconds,
  inPlace,
  junit,
  memoryOf,
  recordedRuns,
  recordings,
  type Request,
  type Server,
  signIn,
  signUp,
  stop,
} from './servers.ts'
import type { Figure } from './table.ts'

/* Memory of the server after a minute of reading and recording. */

const SECONDS = 60
const REST_MS = 10_000
const READERS = 4
const RECORDERS = 10

export async function benchMemory(): Promise<Figure[]> {
  return await inPlace(async ({ assay }) => {
    // By another process: its memory is not that of the minute.
    const filling = await assay()
    const filler = await signUp(filling)
    const small = await addProject(filler, { suites: 1, casesPerSuite: 1_000 })
    const large = await addProject(filler, { suites: 10, casesPerSuite: 1_000 })
    const [run = ''] = await recordedRuns(filler, small, 1)
    const [largeRun = ''] = await recordedRuns(filler, large, 1)
    await stop(filling)

    const server = await assay()
    const user = await signIn(server)
    const reads = [`/test-runs/${largeRun}`, `/test-runs/${run}`, `/test-suites/${large.suiteIds[0]}`].map(user.get)
    const idle = residentOf(server)
    const [end, cpuBefore] = [performance.now() + SECONDS * 1_000, cpuSeconds(server)]
    const requests = [...recordings(user, small, run).slice(0, 100), ...recordings(user, large, largeRun).slice(0, 100)]
    const [recorded, , ...readers] = await Promise.all([
      repeat(server, { connections: RECORDERS, requests, seconds: SECONDS }),
      user.report(small.id, junit(10_000)),
      ...Array.from({ length: READERS }, () => readUntil(end, server, reads)),
    ])
    const [after, cpu] = [residentOf(server), cpuSeconds(server) - cpuBefore]
    await wait(REST_MS)
    const read = readers.reduce((sum, count) => sum + count, 0)
    return [
      {
        work: `memory after ${SECONDS} s: ${READERS} readers of runs of 10,000 and 1,000 and of a suite, ${RECORDERS} connections recording, a report of 10,000`,
        assay: `${after.text}; ${residentOf(server).text} after ${REST_MS / 1_000} s of rest`,
        beside: `at the start: ${idle.text}; ${recorded.count} recorded, ${read} read, ${cpu.toFixed(0)} s CPU`,
        value: after.total,
        bar: { atMost: 200, unit: 'MiB' },
      },
    ]
  })
}

async function readUntil(end: number, { url }: Server, reads: Request[]): Promise<number> {
  let count = 0
  for (; performance.now() < end; count++) await exchange(url, reads[count % reads.length] as Request)
  return count
}

/** In MiB. Files are the program and its libraries. */
function residentOf(server: Server): { total: number; text: string } {
  const total = memoryOf(server, 'VmRSS')
  const [file, anonymous] = [memoryOf(server, 'RssFile').toFixed(0), memoryOf(server, 'RssAnon').toFixed(0)]
  return { total, text: `${total.toFixed(0)} MiB (${file} file-backed, ${anonymous} anonymous)` }
}
