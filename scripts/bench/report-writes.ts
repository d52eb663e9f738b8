import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { apiOf } from '../seed/api.ts'
import { startTarget, stopTarget, type Target } from './load.ts'

/* A report of 100,000 results, and how long other writes wait meanwhile. */

type Upload = { totalMs: number; longestMs: number; writes: number }

/** How long writes are measured without a report. */
const QUIET_MS = 3_000
type Server = { name: string; target: Target; uploads: { quiet: Upload; unknown: Upload; known: Upload } }

/**
 * Uploads a report to new cases, then another to known ones. With BENCH_BEFORE, the folder of another version, that one
 * is measured in the same run.
 */
export async function writesDuringReports(folder: string, reports: [string, string]): Promise<string[]> {
  const before = process.env['BENCH_BEFORE']
  const scripts = [...(before ? [['before', versionIn(before)] as const] : []), ['Assay', './assay.ts'] as const]
  const rows: string[] = []
  const servers: Server[] = []
  for (const [name, script] of scripts) {
    const target = await startTarget(script, [join(folder, `writes-${name}.db`)])
    servers.push({ name, target, uploads: await measureUploads(target, reports) })
    await stopTarget(target)
  }
  for (const kind of ['unknown', 'known'] as const) {
    const [other] = servers
    for (const { name, uploads } of servers) {
      const { totalMs, longestMs, writes } = uploads[kind]
      const ratio =
        other && other.name !== name ? `${(totalMs / other.uploads[kind].totalMs).toFixed(2)}× of before` : ''
      rows.push(
        `| ${name}: writes during 100,000 results, ${kind} cases | longest ${longestMs.toFixed(0)} ms of ${writes} (${uploads.quiet.longestMs.toFixed(0)} ms without a report) | the report: ${(totalMs / 1000).toFixed(1)} s | ${ratio} | ≤ 100 ms, ≤ 1.3× |`,
      )
    }
  }
  return rows
}

async function measureUploads({ url }: Target, [unknown, known]: [string, string]): Promise<Server['uploads']> {
  const { accessToken } = await apiOf(url)('POST', '/auth/sign-up', {
    email: 'bench@example.com',
    password: 'benchmark',
    name: 'Bench',
  })
  const call = apiOf(url, accessToken)
  const { id } = await call('POST', '/projects', { name: 'Reports' })
  const suite = await call('POST', '/test-suites', { name: 'Other', projectId: id })
  const testCase = await call('POST', '/test-cases', { name: 'Other', testSuiteId: suite.id, type: 'auto' })
  const run = await call('POST', `/test-runs/project/${id}`, {})
  const write = () => call('POST', `/test-cases/${testCase.id}/execute`, { testRunId: run.id, status: 'passed' })
  for (let warmUp = 0; warmUp < 50; warmUp++) await write()
  const writesDuring = async (work: Promise<unknown>): Promise<Upload> => {
    const start = performance.now()
    const state = { isDone: false }
    const done = work.then(() => (state.isDone = true))
    const waits: number[] = []
    while (!state.isDone) {
      const begun = performance.now()
      await write()
      waits.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await done
    return { totalMs: performance.now() - start, longestMs: Math.max(...waits), writes: waits.length }
  }
  const upload = (report: string, key: string) =>
    send(`${url}/api/test-runs/project/${id}/report?run=${key}`, accessToken, report)
  return {
    quiet: await writesDuring(new Promise((resolve) => setTimeout(resolve, QUIET_MS))),
    unknown: await writesDuring(upload(unknown, 'one')),
    known: await writesDuring(upload(known, 'two')),
  }
}

async function send(address: string, token: string, report: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(address, { method: 'PUT', body: await openAsBlob(report), headers })
  if (response.status !== 201) throw new Error(`the upload answered ${response.status}: ${await response.text()}`)
  await response.text()
}

const versionIn = (folder: string) => pathToFileURL(join(folder, 'scripts/bench/assay.ts')).href
