import { GROWTH_CALLS, GROWTH_ROUNDS, type GrowthCall, openSubject, type Subject } from './growth-calls.ts'
import { fill, type Filled } from './growth-fill.ts'
import { postgresStore, sqliteStore, type Store } from './growth-stores.ts'
import { median, percentile, startTarget, stopTarget, type Target } from './load.ts'

/* Cost of calls against the number of stored results: one server per database size, interleaved in one run. */

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000]
const ENGINES = { sqlite: sqliteStore, postgres: postgresStore }

type Place = { filled: Filled; subject: Subject; times: Map<GrowthCall, number[]> }

/** One table per engine. `GROWTH=10000,100000` sets the sizes, `GROWTH_ON=sqlite` the engines. */
export async function benchGrowth(): Promise<string[]> {
  const { GROWTH = SIZES.join(), GROWTH_ON = Object.keys(ENGINES).join() } = process.env
  const stores: Store[] = []
  try {
    for (const engine of GROWTH_ON.split(',')) stores.push(await ENGINES[engine as keyof typeof ENGINES]())
    const filled: Filled[][] = []
    for (const store of stores) filled.push(await fill(store, GROWTH.split(',').map(Number)))
    const tables: string[][] = []
    for (const [index, store] of stores.entries()) tables.push(await tableOf(store, filled[index] ?? []))
    return tables.flatMap((table, index) => (index === 0 ? table : ['', ...table]))
  } finally {
    for (const store of stores) await store.remove()
  }
}

async function tableOf({ name }: Store, databases: Filled[]): Promise<string[]> {
  const targets: Target[] = []
  const places: Place[] = []
  try {
    for (const filled of databases) {
      const target = await startTarget('./assay.ts', [filled.url])
      targets.push(target)
      places.push({ filled, subject: await openSubject(target.url, filled), times: new Map() })
    }
    for (let round = 0; round <= GROWTH_ROUNDS; round++) await takeTurns(places, round)
    return [
      `| ${name}, stored results | ${places.map(({ filled }) => filled.size.toLocaleString('en')).join(' | ')} | last : first | bar |`,
      `| --- |${' --- |'.repeat(places.length)} --- | --- |`,
      `| size of the database | ${places.map(({ filled }) => `${Math.round(filled.bytes / 1e6)} MB`).join(' | ')} |  |  |`,
      ...GROWTH_CALLS.map((call) => row(call, places)),
    ]
  } finally {
    for (const target of targets) await stopTarget(target)
  }
}

/** Runs every call on every size in turn. The first round is a warm-up. */
async function takeTurns(places: Place[], round: number): Promise<void> {
  const inTurn = round % 2 === 0 ? places : places.toReversed()
  for (const call of GROWTH_CALLS)
    for (const { subject, times } of inTurn) {
      const measured = await timesOf(call, subject)
      if (round > 0) times.set(call, [...(times.get(call) ?? []), ...measured])
      await subject.deleteStartedRuns()
    }
}

async function timesOf({ change, run, perRound }: GrowthCall, subject: Subject): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < perRound; index++) {
    await change?.(subject, index)
    const start = performance.now()
    await run(subject, index)
    times.push(performance.now() - start)
  }
  return times
}

function row(call: GrowthCall, places: Place[]): string {
  const all = places.map(({ times }) => times.get(call) ?? [])
  const cells = all.map((times) => `${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)}`)
  const ratio = (median(all.at(-1) ?? []) / median(all[0] ?? [])).toFixed(2)
  return `| ${call.name} | ${cells.join(' | ')} | **${ratio}** | ${call.bar} |`
}
