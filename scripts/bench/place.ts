import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiOf, type Call } from '../seed/api.ts'
import type { Read } from './pass.ts'
import { startTarget, stopTarget, type Target } from './load.ts'
import { makeProject, type Project } from './project.ts'

/* Assay and the bare server on one database file. */

export type BenchProject = {
  file: string
  assay: Target
  bare: Target
  call: Call
  project: Awaited<ReturnType<typeof makeProject>>
  /** The same read on each side. `path` is relative to the API. */
  read: { assay: (path: string) => Read; bare: (path: string) => Read }
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Starts both servers on a new project, does the work, and removes all of it. */
export async function inPlace<T>(
  size: Parameters<typeof makeProject>[1],
  work: (place: BenchProject) => Promise<T>,
): Promise<T> {
  return await inFolder(async (folder) => {
    const targets: Target[] = []
    try {
      const file = join(folder, 'assay.db')
      const assay = await startTarget('./assay.ts', [file])
      targets.push(assay)
      const project = await makeProject(assay.url, size)
      const bare = await startTarget('./bare.ts', [file, project.userId])
      targets.push(bare)
      return await work({
        file,
        assay,
        bare,
        call: apiOf(assay.url, project.token),
        project,
        read: { assay: readWith(project.token), bare: (path) => ({ path, headers: {} }) },
      })
    } finally {
      for (const target of targets) await stopTarget(target)
    }
  })
}

export const readWith = (token: string) => (path: string) => ({
  path: `/api${path}`,
  headers: { authorization: `Bearer ${token}` },
})

/** Milliseconds as test frameworks report them: whole, or with up to three decimals. */
const durationOf = (index: number) => (index % 2 === 0 ? index % 500 : Math.round((index * 1_000) / 7) / 1_000)

/** Starts runs of a project and records every result, in calls of at most 5,000. Returns their ids. */
export async function recordedRuns(call: Call, { projectId, caseIds }: Project, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let run = 0; run < count; run++) {
    const { id } = await call('POST', `/test-runs/project/${projectId}`, { omitResults: true })
    const results = caseIds.map((testCaseId, index) => ({
      testCaseId,
      actualValue: index % 3 === 0 ? 'no' : 'ok',
      executionTimeMs: durationOf(index),
    }))
    for (let start = 0; start < results.length; start += 5_000)
      await call('POST', `/test-runs/${id}/results`, { results: results.slice(start, start + 5_000) })
    ids.push(id)
  }
  return ids
}
