import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiOf } from '../seed/api.ts'
import { percentile, startTarget, stopTarget } from './load.ts'
import { makeProject } from './project.ts'

/* Latency of other calls while 20 people sign in at once. */

const SIGN_INS = 20

export async function benchSignIns(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    const assay = await startTarget('./assay.ts', [join(folder, 'assay.db')])
    const { token } = await makeProject(assay.url, { suites: 1, casesPerSuite: 10 })
    const [call, guest] = [apiOf(assay.url, token), apiOf(assay.url)]
    const quiet = await waits(call, new Promise((resolve) => setTimeout(resolve, 2_000)))
    const person = { email: 'bench@example.com', password: 'benchmark' }
    const start = performance.now()
    const busy = await waits(
      call,
      Promise.all(Array.from({ length: SIGN_INS }, () => guest('POST', '/auth/sign-in', person))),
    )
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    await stopTarget(assay)
    return [
      `| \`GET /projects\`, one after the other | p50 | p99 | most | bar |`,
      '| --- | --- | --- | --- | --- |',
      row('nobody signs in', quiet, ''),
      row(`${SIGN_INS} sign in at once (${seconds} s in all)`, busy, 'p99 ≤ 50 ms'),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function waits(call: ReturnType<typeof apiOf>, until: Promise<unknown>): Promise<number[]> {
  const over = new AbortController()
  void until.then(() => over.abort())
  const times: number[] = []
  while (!over.signal.aborted) {
    const start = performance.now()
    await call('GET', '/projects')
    times.push(performance.now() - start)
  }
  return times
}

function row(name: string, times: number[], bar: string): string {
  const at = (share: number) => `${percentile(times, share).toFixed(1)} ms`
  return `| ${name} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${bar} |`
}
