import { setTimeout as wait } from 'node:timers/promises'
import { countChunks, fillWithAttachments } from '#server/retention/testing.ts'
import { addProject, recordingIn, signUp, startRun } from './data.ts'
import { type Figures, ms } from './figures.ts'
import { waitsDuring } from './load.ts'
import { type Engine, ENGINES, newDatabase, openDatabaseOf, startAssay } from './servers.ts'

/* Deletes a run with 1 GB of attachments, as the retention does, while others write. BENCH_PURGE_MB changes the size. */

const MEGABYTES = Number(process.env['BENCH_PURGE_MB'] ?? 1_024)
const IDLE_MS = 3_000
const LOOK_MS = 100

export async function* purge(): Figures {
  for (const engine of Object.keys(ENGINES) as Engine[]) yield* purgeOn(engine)
}

async function* purgeOn(engine: Engine): Figures {
  const user = await signUp(await startAssay(await newDatabase(engine)))
  const project = await addProject(user, 1, 64)
  const runId = await startRun(user, project.id)
  const { results } = await user.call('GET', `/test-runs/${runId}`)
  const { writer, reader } = await openDatabaseOf(user.server)
  for (const { id } of results)
    await writer.transaction().execute((trx) => fillWithAttachments(trx, id, Math.ceil(MEGABYTES / results.length)))
  const during = (work: () => Promise<unknown>) => waitsDuring(user.server, recordingIn(user, project), work)
  const idle = await during(() => wait(IDLE_MS))
  const { tookMs, times, longestMs, p99Ms } = await during(async () => {
    await user.call('DELETE', `/test-runs/${runId}`)
    while ((await countChunks(reader)) > 0) await wait(LOOK_MS)
  })
  const writes = `${times.length} writes in ${(tookMs / 1_000).toFixed(1)} s`
  yield {
    work: `${ENGINES[engine]}: longest wait of another write during a purge of ${MEGABYTES.toLocaleString('en')} MB`,
    assay: `${ms(longestMs)}, p99 ${ms(p99Ms)} (${ms(idle.longestMs)} idle), ${writes}`,
    value: longestMs,
    bar: '≤ 100 ms',
  }
}
