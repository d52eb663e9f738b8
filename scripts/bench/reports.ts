import { mkdtempSync, openAsBlob, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '#server/database/sqlite.ts'
import { apiOf } from '../seed/api.ts'
import { barePass, copyRun } from './bare-report.ts'
import type { Figure } from './figure.ts'
import { junit } from './junit.ts'
import { writesDuringReports } from './report-writes.ts'
import { median, percentile, startTarget, stopTarget, type Target } from './load.ts'

/* Report uploads against the same tokenizer and the same rows written by bare better-sqlite3. */

const ROUNDS = 7
const MEGABYTE = 1024 * 1024

export async function benchReports(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const reports = { large: join(folder, '10k.xml'), huge: join(folder, '100k.xml'), heavy: join(folder, '100mb.xml') }
  try {
    writeFileSync(reports.large, junit(10_000))
    writeFileSync(reports.huge, junit(100_000))
    writeFileSync(reports.heavy, junit(100_000, 900))
    return [
      await recording(join(folder, 'recording.db'), reports.large),
      await waiting(join(folder, 'waiting.db'), reports.huge),
      ...(await writesDuringReports(folder, [reports.huge, reports.huge])),
      await memory(join(folder, 'memory.db'), reports.heavy),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** 10,000 results of new cases, in a new project each time. */
async function recording(file: string, report: string): Promise<Figure> {
  const assay = await startTarget('./assay.ts', [file])
  const call = await signedUp(assay)
  const product: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await call.post('/projects', { name: `Round ${round}` })
    const start = performance.now()
    const { testRun } = await call.upload(id, report, 'run')
    product.push(performance.now() - start)
    const db = openSqlite(file)
    const rows = copyRun(db, testRun.id)
    const bareStart = performance.now()
    barePass(db, readFileSync(report), rows)
    bare.push(performance.now() - bareStart)
    db.close()
  }
  await stopTarget(assay)
  const [productMs, bareMs] = [median(product), median(bare)]
  const rate = Math.round(10_000 / (productMs / 1000)).toLocaleString('en')
  return {
    work: 'report of 10,000 results in one JUnit file',
    assay: `${productMs.toFixed(0)} ms, ${rate} results/s`,
    beside: `saxes and bare inserts: ${bareMs.toFixed(0)} ms`,
    value: productMs / bareMs,
    bar: { atMost: 4 },
  }
}

/** Latency of `GET /projects` while 100,000 results are uploaded. */
async function waiting(file: string, report: string): Promise<Figure> {
  const assay = await startTarget('./assay.ts', [file])
  const call = await signedUp(assay)
  const { id } = await call.post('/projects', { name: 'Waiting' })
  for (let warmUp = 0; warmUp < 100; warmUp++) await call.get('/projects')
  const upload = { isDone: false }
  const done = call.upload(id, report, 'run').then(() => (upload.isDone = true))
  const times: number[] = []
  while (!upload.isDone) {
    const start = performance.now()
    await call.get('/projects')
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await done
  await stopTarget(assay)
  const at = (share: number) => `${percentile(times, share).toFixed(0)} ms`
  return {
    work: '`GET /projects` during a report of 100,000 results',
    assay: `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`,
    value: percentile(times, 0.99),
    bar: { atMost: 100, unit: 'ms' },
  }
}

/** Growth of the server's memory during an upload of 100 MB. */
async function memory(file: string, report: string): Promise<Figure> {
  const assay = await startTarget('./assay.ts', [file])
  const call = await signedUp(assay)
  const { id } = await call.post('/projects', { name: 'Memory' })
  await call.get('/projects')
  const before = residentBytes(assay, 'VmRSS')
  await call.upload(id, report, 'run')
  const grown = (residentBytes(assay, 'VmHWM') - before) / MEGABYTE
  await stopTarget(assay)
  const size = Math.round(statSync(report).size / 1e6)
  return {
    work: `report of 100,000 results in ${size} MB: growth of memory`,
    assay: `${grown.toFixed(0)} MiB at most`,
    value: grown,
    bar: { atMost: 150, unit: 'MiB' },
  }
}

async function signedUp({ url }: Target) {
  const { accessToken } = await apiOf(url)('POST', '/auth/sign-up', {
    email: 'bench@example.com',
    password: 'benchmark',
    name: 'Bench',
  })
  const call = apiOf(url, accessToken)
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: object) => call('POST', path, body),
    async upload(projectId: string, report: string, run: string) {
      const body = await openAsBlob(report)
      const headers = { authorization: `Bearer ${accessToken}` }
      const response = await fetch(`${url}/api/test-runs/project/${projectId}/report?run=${run}`, {
        method: 'PUT',
        body,
        headers,
      })
      if (response.status !== 201) throw new Error(`the upload answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as { testRun: { id: string } }
    },
  }
}

function residentBytes({ child }: Target, field: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] =
    new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
