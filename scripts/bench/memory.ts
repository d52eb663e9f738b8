import autocannon from 'autocannon'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { apiOf } from '../seed/api.ts'
import type { Figure } from './figure.ts'
import { junit } from './junit.ts'
import { cpuSeconds, startTarget, stopTarget, type Target } from './load.ts'
import { exchange, type Read } from './pass.ts'
import { inFolder, readWith, recordedRuns } from './place.ts'
import { addProject, makeProject, type Project } from './project.ts'

/* Memory of the server after a minute of reading and recording. */

const SECONDS = 60
const REST_MS = 10_000
const READERS = 4
const RECORDERS = 10
const MIB = 1024 * 1024

export async function benchMemory(): Promise<Figure[]> {
  return await inFolder(async (folder) => {
    const file = join(folder, 'assay.db')
    const filled = await fill(file)
    const assay = await startTarget('./assay.ts', [file])
    try {
      return [await minuteOf(assay, filled)]
    } finally {
      await stopTarget(assay)
    }
  })
}

type Filled = { token: string; project: Project; large: Project; run: string; largeRun: string }

/** By another process: its memory is not that of the minute. */
async function fill(file: string): Promise<Filled> {
  const assay = await startTarget('./assay.ts', [file])
  const { token, ...project } = await makeProject(assay.url, { suites: 1, casesPerSuite: 1_000 })
  const call = apiOf(assay.url, token)
  const large = await addProject(call, { suites: 10, casesPerSuite: 1_000 })
  const [run = ''] = await recordedRuns(call, project, 1)
  const [largeRun = ''] = await recordedRuns(call, large, 1)
  await stopTarget(assay)
  return { token, project, large, run, largeRun }
}

async function minuteOf(assay: Target, filled: Filled): Promise<Figure> {
  const { project, large, run, largeRun, token } = filled
  const reads = [`/test-runs/${largeRun}`, `/test-runs/${run}`, `/test-suites/${large.suiteIds[0]}`]
  const idle = residentOf(assay)
  const [end, cpuBefore] = [performance.now() + SECONDS * 1_000, cpuSeconds(assay)]
  const readers = Array.from({ length: READERS }, () => readUntil(end, assay, reads.map(readWith(token))))
  const [recorded, counts] = await Promise.all([
    record(assay, token, [
      [project, run],
      [large, largeRun],
    ]),
    Promise.all(readers),
    upload(assay, token, project),
  ])
  const [after, cpu] = [residentOf(assay), cpuSeconds(assay) - cpuBefore]
  await wait(REST_MS)
  const readCount = counts.reduce((sum, count) => sum + count, 0)
  return {
    work: `memory after ${SECONDS} s: ${READERS} readers of runs of 10,000 and 1,000 and of a suite, ${RECORDERS} connections recording, a report of 10,000`,
    assay: `${text(after)}; ${text(residentOf(assay))} after ${REST_MS / 1_000} s of rest`,
    beside: `at the start: ${text(idle)}; ${recorded} recorded, ${readCount} read, ${cpu.toFixed(0)} s CPU`,
    value: after.total,
    bar: { atMost: 200, unit: 'MiB' },
  }
}

async function readUntil(end: number, { url }: Target, reads: Read[]): Promise<number> {
  let count = 0
  for (; performance.now() < end; count++) await exchange(url, reads[count % reads.length] as Read)
  return count
}

async function record({ url }: Target, token: string, runs: [Project, string][]): Promise<number> {
  const requests = runs.flatMap(([{ caseIds }, testRunId]) =>
    caseIds.slice(0, 100).map((id, index) => ({
      method: 'POST' as const,
      path: `/api/test-cases/${id}/execute`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ testRunId, actualValue: index % 3 === 0 ? 'no' : 'ok', executionTimeMs: 12.5 }),
    })),
  )
  const result = await autocannon({ url, connections: RECORDERS, duration: SECONDS, requests })
  return result['2xx']
}

async function upload({ url }: Target, token: string, { projectId }: Project): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const path = `/api/test-runs/project/${projectId}/report?run=memory`
  const { status } = await exchange(url, { method: 'PUT', path, headers, body: junit(10_000) })
  if (status !== 201) throw new Error(`the upload answered ${status}`)
}

type Resident = { total: number; file: number; anonymous: number }

/** Resident memory of the server in MiB, from the kernel. Files are the program and its libraries. */
function residentOf({ child }: Target): Resident {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const of = (field: string) => (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / MIB
  return { total: of('VmRSS'), file: of('RssFile'), anonymous: of('RssAnon') }
}

function text({ total, file, anonymous }: Resident): string {
  const split = Number.isNaN(file) ? '' : ` (${file.toFixed(0)} file-backed, ${anonymous.toFixed(0)} anonymous)`
  return `${total.toFixed(0)} MiB${split}`
}
