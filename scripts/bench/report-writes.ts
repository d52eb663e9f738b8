import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { apiOf } from '../seed/api.ts'
import type { Figure } from './figure.ts'
import { startBefore, startTarget, stopTarget, type Target } from './load.ts'

/* A report of 100,000 results, and how long other writes wait meanwhile. */

type Upload = { totalMs: number; longestMs: number; writes: number }

/** How long writes are measured without a report. */
const QUIET_MS = 3_000
type Uploads = { quiet: Upload; unknown: Upload; known: Upload }

/**
 * Uploads a report to new cases, then another to known ones. With BENCH_BEFORE, the folder of another version, that one
 * is measured in the same run.
 */
export async function writesDuringReports(folder: string, reports: [string, string]): Promise<Figure[]> {
  const earlier = await startBefore([join(folder, 'writes-before.db')])
  const before = earlier && (await measureUploads(earlier, reports))
  await stopTarget(earlier)
  const assay = await startTarget('./assay.ts', [join(folder, 'writes-assay.db')])
  const ours = await measureUploads(assay, reports)
  await stopTarget(assay)
  return (['unknown', 'known'] as const).flatMap((kind): Figure[] => {
    const { totalMs, longestMs, writes } = ours[kind]
    const quiet = `${ours.quiet.longestMs.toFixed(0)} ms without a report`
    const theirs = before?.[kind]
    const seconds = (upload: Upload) => `${(upload.totalMs / 1_000).toFixed(1)} s`
    return [
      {
        work: `longest wait of another write during 100,000 results, ${kind} cases`,
        assay: `${longestMs.toFixed(0)} ms of ${writes} writes (${quiet})`,
        ...(theirs && { beside: `before: ${theirs.longestMs.toFixed(0)} ms of ${theirs.writes}` }),
        value: longestMs,
        bar: { atMost: 100, unit: 'ms' },
      },
      {
        work: `report of 100,000 results, ${kind} cases`,
        assay: seconds(ours[kind]),
        beside: `before: ${theirs ? seconds(theirs) : 'not given'}`,
        ...(theirs && { value: totalMs / theirs.totalMs }),
        bar: { atMost: 1.1 },
      },
    ]
  })
}

async function measureUploads({ url }: Target, [unknown, known]: [string, string]): Promise<Uploads> {
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
