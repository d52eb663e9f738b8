import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Request } from 'autocannon'
import { type Measured, measure, startTarget, stopTarget, type Target } from './load.ts'
import { makeProject } from './project.ts'

/* REST beside a bare Express server with the same SQL, on two copies of the same database, in one run. */

const CONNECTIONS = 10
const SECONDS = 6

type Case = { name: string; bar: string; requests: (ids: Ids) => Request[] }
type Ids = Awaited<ReturnType<typeof makeProject>>

const CASES: Case[] = [
  {
    name: 'record one execution',
    bar: '≥ 1.00',
    requests: ({ caseIds, testRunId }) =>
      caseIds.slice(0, 200).map((id, index) => ({
        method: 'POST',
        path: `/test-cases/${id}/execute`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ testRunId, actualValue: index % 3 === 0 ? 'no' : 'ok', executionTimeMs: 12.5 }),
      })),
  },
  { name: 'read a suite of 1,000 cases', bar: '≥ 0.60', requests: ({ suiteId }) => [{ method: 'GET', path: `/test-suites/${suiteId}` }] },
  {
    name: 'read one case',
    bar: '',
    requests: ({ caseIds }) => caseIds.slice(0, 200).map((id) => ({ method: 'GET', path: `/test-cases/${id}` })),
  },
]

/** The rows of the table that compares the product with the bare server. */
export async function benchRest(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    const file = join(folder, 'assay.db')
    const assay = await startTarget('./assay.ts', [file])
    const ids = await makeProject(assay.url, { suites: 1, casesPerSuite: 1_000 })
    const rows: string[] = []
    const bare = await startTarget('./bare.ts', [file, ids.userId])
    for (const { name, bar, requests } of CASES) {
      const plain = await against(bare, '', requests(ids))
      const product = await against(assay, '/api', withToken(requests(ids), ids.token))
      rows.push(row(name, product, plain, bar))
    }
    await stopTarget(bare)
    await stopTarget(assay)
    return rows
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function against(target: Target, prefix: string, requests: Request[]): Promise<Measured> {
  const prefixed = requests.map((request) => ({ ...request, path: `${prefix}${request.path}` }))
  return await measure(target, { url: target.url, connections: CONNECTIONS, seconds: SECONDS, requests: prefixed })
}

function withToken(requests: Request[], token: string): Request[] {
  return requests.map((request) => ({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }))
}

function row(name: string, product: Measured, bare: Measured, bar: string): string {
  const ratio = (product.perSecond / bare.perSecond).toFixed(2)
  const cell = ({ perSecond, p99Ms, cpuUsPerRequest, failures }: Measured) =>
    `${perSecond}/s, p99 ${p99Ms} ms, ${cpuUsPerRequest} µs${failures ? `, ${failures} FAILED` : ''}`
  return `| ${name} | ${cell(product)} | ${cell(bare)} | **${ratio}** | ${bar} |`
}

