import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Request } from 'autocannon'
import { type Measured, measure, median, startTarget, stopTarget, type Target } from './load.ts'
import { makeProject } from './project.ts'

/* REST against a bare Express server with the same SQL, on one database file, in turn. */

const ROUNDS = 5
const SECONDS = 3

type Ids = Awaited<ReturnType<typeof makeProject>>
type Case = { name: string; connections: number; bar: string; requests: (ids: Ids) => Request[] }

const recordings = ({ caseIds, testRunId }: Ids): Request[] =>
  caseIds.slice(0, 200).map((id, index) => ({
    method: 'POST',
    path: `/test-cases/${id}/execute`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ testRunId, actualValue: index % 3 === 0 ? 'no' : 'ok', executionTimeMs: 12.5 }),
  }))

const CASES: Case[] = [
  { name: 'record one execution', connections: 10, bar: '≥ 1.00', requests: recordings },
  { name: 'record one execution', connections: 32, bar: '≥ 1.50', requests: recordings },
  {
    name: 'read a suite of 1,000 cases',
    connections: 10,
    bar: '≥ 0.60',
    requests: ({ suiteId }) => [{ method: 'GET', path: `/test-suites/${suiteId}` }],
  },
  {
    name: 'read one case',
    connections: 10,
    bar: '≥ 0.25',
    requests: ({ caseIds }) => caseIds.slice(0, 200).map((id) => ({ method: 'GET', path: `/test-cases/${id}` })),
  },
]

/** Compares the product with the bare server: medians of interleaved rounds. */
export async function benchRest(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    const file = join(folder, 'assay.db')
    const assay = await startTarget('./assay.ts', [file])
    const ids = await makeProject(assay.url, { suites: 1, casesPerSuite: 1_000 })
    const bare = await startTarget('./bare.ts', [file, ids.userId])
    const rows = []
    for (const { name, connections, bar, requests } of CASES) {
      const turns: { product: Measured; plain: Measured }[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const plain = await against(bare, connections, '', requests(ids))
        turns.push({ plain, product: await against(assay, connections, '/api', withToken(requests(ids), ids.token)) })
      }
      rows.push(row(`${name}, ${connections} connections`, turns, bar))
    }
    await stopTarget(bare)
    await stopTarget(assay)
    return ['| `synchronous=FULL` | Assay | bare Express | ratio | bar |', '| --- | --- | --- | --- | --- |', ...rows]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function against(target: Target, connections: number, prefix: string, requests: Request[]): Promise<Measured> {
  const prefixed = requests.map((request) => ({ ...request, path: `${prefix}${request.path}` }))
  return await measure(target, { url: target.url, connections, seconds: SECONDS, requests: prefixed })
}

function withToken(requests: Request[], token: string): Request[] {
  return requests.map((request) => ({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }))
}

function row(name: string, turns: { product: Measured; plain: Measured }[], bar: string): string {
  const ratio = median(turns.map(({ product, plain }) => product.perSecond / plain.perSecond)).toFixed(2)
  const cell = (all: Measured[]) => {
    const of = (read: (measured: Measured) => number) => median(all.map(read))
    const failures = all.reduce((sum, measured) => sum + measured.failures, 0)
    const text = `${of((m) => m.perSecond)}/s, p99 ${of((m) => m.p99Ms)} ms, ${of((m) => m.cpuUsPerRequest)} µs CPU`
    return failures > 0 ? `${text}, ${failures} FAILED` : text
  }
  return `| ${name} | ${cell(turns.map((t) => t.product))} | ${cell(turns.map((t) => t.plain))} | **${ratio}** | ${bar} |`
}
