import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabases } from '#server/database/databases.ts'
import { Writer } from '#server/database/writer.ts'
import { foldSome, type Step } from '#server/quality/fold.ts'
import { isDone, readPlan } from '#server/quality/plan.ts'
import { apiOf } from '../seed/api.ts'
import type { Figure } from './figure.ts'
import { copyRun } from './growth-fill.ts'
import { junit } from './junit.ts'
import { median, startTarget, stopTarget } from './load.ts'

/* What it takes to count a report for the quality of its project, beside what its recording took. */

const RESULTS = 10_000
const ROUNDS = 5
/** Earlier runs of the same cases. */
const EARLIER = [0, 35]

export async function benchFolds(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    const figures: Figure[] = []
    for (const runs of EARLIER) figures.push(await foldsAfter(runs, folder))
    return figures
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function foldsAfter(earlier: number, folder: string): Promise<Figure> {
  const file = join(folder, `${earlier}.db`)
  const report = join(folder, 'report.xml')
  writeFileSync(report, junit(RESULTS))
  const assay = await startTarget('./assay.ts', [file])
  const databases = await openDatabases({ file })
  const writer = new Writer(databases.writer, databases)
  const signedUp = { email: 'bench@example.com', password: 'benchmark', name: 'Bench' }
  const { accessToken } = await apiOf(assay.url)('POST', '/auth/sign-up', signedUp)
  const createProject = async () =>
    (await apiOf(assay.url, accessToken)('POST', '/projects', { name: 'P' })).id as string
  const upload = async (projectId: string, run: string) => {
    const url = `${assay.url}/api/test-runs/project/${projectId}/report?run=${run}`
    const headers = { authorization: `Bearer ${accessToken}` }
    const response = await fetch(url, { method: 'PUT', body: await openAsBlob(report), headers })
    if (response.status !== 201) throw new Error(`the upload answered ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { testRun: { id: string } }).testRun.id
  }
  const fold = async (project: string) => {
    let step: Step | undefined
    while (!isDone(await readPlan(databases.writer, project)))
      step = await writer.write({ project }, async (db) => await foldSome(db, project, step))
  }
  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }

  let project = await createProject()
  if (earlier > 0) {
    const first = await upload(project, 'first')
    for (let number = 1; number < earlier; number++)
      await writer.write(null, async (db) => await copyRun(db, first, number))
    await fold(project)
  }
  const rounds: { recordMs: number; foldMs: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (earlier === 0) project = await createProject()
    const recordMs = await timed(() => upload(project, `round ${round}`))
    rounds.push({ recordMs, foldMs: await timed(() => fold(project)) })
  }
  await databases.close()
  await stopTarget(assay)
  const ms = (key: 'recordMs' | 'foldMs') => `${median(rounds.map((round) => round[key])).toFixed(0)} ms`
  return {
    work: `count a report of 10,000 results for the quality, after ${earlier} runs of its cases`,
    assay: ms('foldMs'),
    beside: `its recording: ${ms('recordMs')}`,
    value: median(rounds.map(({ recordMs, foldMs }) => foldMs / recordMs)),
    bar: { atMost: 0.3 },
  }
}
