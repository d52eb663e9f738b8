import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '#server/config.ts'
import { openDatabases } from '#server/database/databases.ts'
import { countChunks, fillWithAttachments } from '#server/retention/testing.ts'
import { addProject, signUp, startRun } from './data.ts'
import { type Figures, ms, percentile } from './figures.ts'
import { waitsDuring } from './load.ts'
import { atEnd, type Engine, newDatabase, startAssay } from './servers.ts'

/* Deletes a run with 1 GB of attachments, as the retention does, while others write. BENCH_PURGE_MB changes the size. */

const MEGABYTES = Number(process.env['BENCH_PURGE_MB'] ?? 1_024)
const IDLE_MS = 3_000
const LOOK_MS = 100

export async function* purge(): Figures {
  yield* purgeOn('sqlite', 'SQLite')
  yield* purgeOn('postgres', 'PostgreSQL')
}

async function* purgeOn(engine: Engine, name: string): Figures {
  const server = await startAssay(await newDatabase(engine))
  const user = await signUp(server)
  const project = await addProject(user, 1, 64)
  const runId = await startRun(user, project.id)
  const { results } = await user.call('GET', `/test-runs/${runId}`)
  const databases = await openDatabases(readConfig({ DATABASE_URL: server.database }).DATABASE_URL)
  atEnd(() => databases.close())
  const { writer, reader } = databases
  for (const { id } of results)
    await writer.transaction().execute((trx) => fillWithAttachments(trx, id, Math.ceil(MEGABYTES / results.length)))
  const record = { testRunId: project.testRunId, actualValue: 'ok' }
  const write = user.post(`/test-cases/${project.caseIds[0]}/execute`, record)
  const idle = await waitsDuring(server, write, () => wait(IDLE_MS))
  const start = performance.now()
  const waits = await waitsDuring(server, write, async () => {
    await user.call('DELETE', `/test-runs/${runId}`)
    while ((await countChunks(reader)) > 0) await wait(LOOK_MS)
  })
  const [longest, seconds] = [Math.max(...waits), ((performance.now() - start) / 1_000).toFixed(1)]
  const idleMs = Math.max(...idle)
  yield {
    work: `${name}: longest wait of another write during a purge of ${MEGABYTES.toLocaleString('en')} MB`,
    assay: `${ms(longest)}, p99 ${ms(percentile(waits, 0.99))} (${ms(idleMs)} idle), ${waits.length} writes in ${seconds} s`,
    value: longest,
    bar: '≤ 100 ms',
  }
}
