import { setTimeout as wait } from 'node:timers/promises'
import { addProject, besideBefore, junit, recordAll, recordings, signIn, signUp } from './data.ts'
import type { Figures } from './figures.ts'
import { exchange, repeat, type Request } from './load.ts'
import { memoryOf, type Server, type Start, stopwatch } from './servers.ts'

/* Memory of the server after reading and recording for BENCH_MEMORY_S seconds. */

const SECONDS = Number(process.env['BENCH_MEMORY_S'] ?? 40)
const REST_SECONDS = 5
const READERS = 4
const RECORDERS = 10

/** Decision 27. */
const YOUNG =
  'the young generation of V8 may take 16 MiB for each of its halves, which recording over many connections needs; 8 saves 24 MiB and costs a quarter of its rate'

const LOADED =
  'a thread that hashes passwords holds 12 MiB for ten seconds; Node and the program are 60 MiB of files; the heap holds the procedures and their zod schemas'

export const memory = () => besideBefore(memoryOfVersion)

async function* memoryOfVersion(start: Start): Figures {
  // By another process: its memory does not count.
  const filling = await start()
  const filler = await signUp(filling)
  const [small, large] = [await addProject(filler, 1, 1_000), await addProject(filler, 10, 1_000)]
  for (const project of [small, large]) await recordAll(filler, project, project.testRunId)
  await filling.stop()

  const server = await start(filling.database)
  const user = await signIn(server)
  const paths = [`/test-runs/${large.testRunId}`, `/test-runs/${small.testRunId}`, `/test-suites/${large.suiteIds[0]}`]
  const reads = paths.map(user.get)
  const requests = [small, large].flatMap((project) => recordings(user, project, 100))
  const [idle, passed] = [residentOf(server), stopwatch(server)]
  const [recorded, , ...readers] = await Promise.all([
    repeat(server, { connections: RECORDERS, requests, seconds: SECONDS }),
    user.report(small.id, junit(10_000)),
    ...Array.from({ length: READERS }, () => readFor(SECONDS, server, reads)),
  ])
  const [after, cpuSeconds] = [residentOf(server), passed().cpuMs / 1_000]
  await wait(REST_SECONDS * 1_000)
  const read = readers.reduce((sum, count) => sum + count, 0)
  yield {
    work: `memory after ${SECONDS} s: ${READERS} readers of runs of 10,000 and 1,000 and of a suite, ${RECORDERS} connections recording, a report of 10,000`,
    assay: `${after}; ${residentOf(server)} after ${REST_SECONDS} s of rest`,
    beside: `at the start: ${idle}; ${recorded.count} recorded, ${read} read, ${cpuSeconds.toFixed(0)} s CPU`,
    value: Number.parseInt(after),
    bar: ['≤ 200 MiB', YOUNG],
  }
  const peak = memoryOf(server, 'VmHWM')
  yield { work: 'its peak meanwhile', assay: `${peak.toFixed(0)} MiB`, value: peak, bar: ['≤ 260 MiB', YOUNG] }
  const work = 'its memory at the start, after a sign-in'
  yield { work, assay: idle, value: Number.parseInt(idle), bar: ['≤ 130 MiB', LOADED] }
}

async function readFor(seconds: number, { url }: Server, reads: Request[]): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let count = 0
  for (; performance.now() < end; count++) await exchange(url, reads[count % reads.length] as Request)
  return count
}

/** Files are the program and its libraries. */
function residentOf(server: Server): string {
  const [total, file, anonymous] = (['VmRSS', 'RssFile', 'RssAnon'] as const).map((field) => memoryOf(server, field))
  return `${total?.toFixed(0)} MiB (${file?.toFixed(0)} file-backed, ${anonymous?.toFixed(0)} anonymous)`
}
