import { mkdtempSync, openAsBlob, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '#server/database/sqlite.ts'
import { apiOf } from '../seed/api.ts'
import { barePass, copyRun } from './bare-report.ts'
import { writesDuringReports } from './report-writes.ts'
import { median, percentile, startTarget, stopTarget, type Target } from './load.ts'

/* Report uploads against the same tokenizer and the same rows written by bare better-sqlite3. */

const ROUNDS = 7
const MEGABYTE = 1024 * 1024

/** The table for uploading reports. */
export async function benchReports(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const reports = { large: join(folder, '10k.xml'), huge: join(folder, '100k.xml'), heavy: join(folder, '100mb.xml') }
  try {
    writeFileSync(reports.large, junit(10_000))
    writeFileSync(reports.huge, junit(100_000))
    writeFileSync(reports.heavy, junit(100_000, 900))
    return [
      '| report | Assay, over REST | beside it | ratio | bar |',
      '| --- | --- | --- | --- | --- |',
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
async function recording(file: string, report: string): Promise<string> {
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
  return `| 10,000 results in one JUnit file | ${productMs.toFixed(0)} ms, ${rate} results/s | saxes and bare inserts: ${bareMs.toFixed(0)} ms | **${(productMs / bareMs).toFixed(1)}×** | ≤ 4×, or ≥ 25,000/s |`
}

/** Latency of `GET /projects` while 100,000 results are uploaded. */
async function waiting(file: string, report: string): Promise<string> {
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
  return `| \`GET /projects\` during 100,000 results | p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} |  |  | p99 < 100 ms |`
}

/** Growth of the server's memory during an upload of 100 MB. */
async function memory(file: string, report: string): Promise<string> {
  const assay = await startTarget('./assay.ts', [file])
  const call = await signedUp(assay)
  const { id } = await call.post('/projects', { name: 'Memory' })
  await call.get('/projects')
  const before = residentBytes(assay, 'VmRSS')
  await call.upload(id, report, 'run')
  const grown = (residentBytes(assay, 'VmHWM') - before) / MEGABYTE
  await stopTarget(assay)
  const size = Math.round(statSync(report).size / 1e6)
  return `| 100,000 results in ${size} MB | peak memory + ${grown.toFixed(0)} MB |  |  | < 150 MB |`
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

/** A report as Maven writes it: suites of 100 tests, one in fifty failed, with `output` characters each. */
function junit(tests: number, output = 0): string {
  const printed = output === 0 ? '' : `<system-out>${'x'.repeat(output)}</system-out>`
  const suites = Array.from({ length: tests / 100 }, (_, suite) => {
    const cases = Array.from({ length: 100 }, (_, index) => {
      const failure =
        index % 50 === 0
          ? `<failure message="expected 200" type="AssertionError">expected 200\n  at Checkout.pay(Checkout.java:${index})</failure>`
          : ''
      return `<testcase name="pays by card number ${index}" classname="com.acme.Suite${suite}" time="0.0${index}">${failure}${printed}</testcase>`
    })
    return `<testsuite name="com.acme.Suite${suite}" tests="100" timestamp="2026-01-31T12:00:00">${cases.join('')}</testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?><testsuites>${suites.join('\n')}</testsuites>`
}
