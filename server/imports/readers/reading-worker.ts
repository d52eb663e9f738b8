import { parentPort, workerData } from 'node:worker_threads'
import { casesOfFeature } from './gherkin-cases.ts'
import type { FoundCase } from './read-case.ts'
import { rowsOfWorkbook } from './workbook-rows.ts'

/** What is read on a thread, because its reader works in one go. */
export type Job =
  { kind: 'workbook'; bytes: ArrayBuffer } | { kind: 'features'; files: { path: string; text: string }[] }

/** A feature file that has a mistake has no cases. */
export type ReadFeature = { path: string; cases: FoundCase[]; mistake: string | null }

/** Some of what was read; `done` after the last. */
export type Answer = { items: unknown[]; done: boolean } | { mistake: string }

const AT_ONCE = 500

const read = async (job: Job): Promise<unknown[]> =>
  job.kind === 'workbook' ? await rowsOfWorkbook(job.bytes) : job.files.map(featureOf)

function featureOf({ path, text }: { path: string; text: string }): ReadFeature {
  try {
    return { path, cases: casesOfFeature(path, text), mistake: null }
  } catch (error) {
    return { path, cases: [], mistake: (error as Error).message }
  }
}

try {
  const items = await read(workerData as Job)
  let from = 0
  // The other side asks for each part, so that it can do other things between them.
  parentPort?.on('message', () => {
    const part = items.slice(from, (from += AT_ONCE))
    parentPort?.postMessage({ items: part, done: from >= items.length } satisfies Answer)
  })
} catch (error) {
  parentPort?.on('message', () => parentPort?.postMessage({ mistake: (error as Error).message } satisfies Answer))
}
