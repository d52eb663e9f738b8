import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Caller, GROWTH_CALLS, GROWTH_ROUNDS, type GrowthCall, openSubject, type Subject } from './growth-calls.ts'
import { type Filled, fillSqlite } from './growth-fill.ts'
import { median, percentile, startTarget, stopTarget, type Target } from './load.ts'

/* What a call costs with few and with many stored results: a server on a database of each size, in turn, in one run. */

const SIZES = [10_000, 100_000, 1_000_000]

type Engine = { name: string; fill: (folder: string, sizes: number[]) => Promise<Filled[]> }
type Place = { filled: Filled; subject: Subject; times: Map<GrowthCall, number[]> }

const ENGINES: Engine[] = [{ name: 'SQLite', fill: fillSqlite }]

/** The tables of cost against size, one an engine. `GROWTH=10000,10000000` sets the sizes. */
export async function benchGrowth(): Promise<string[]> {
  const asked = process.env['GROWTH']
  const sizes = asked === undefined ? SIZES : asked.split(',').map(Number)
  const tables: string[][] = []
  for (const engine of ENGINES) tables.push(await tableOf(engine, sizes))
  return tables.flatMap((table, index) => (index === 0 ? table : ['', ...table]))
}

async function tableOf({ name, fill }: Engine, sizes: number[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const targets: Target[] = []
  const places: Place[] = []
  try {
    for (const filled of await fill(folder, sizes)) {
      const target = await startTarget('./assay.ts', [filled.database])
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
    rmSync(folder, { recursive: true })
  }
}

/** Every call on every size, one after the other; the first round only warms up. */
async function takeTurns(places: Place[], round: number): Promise<void> {
  const inTurn = round % 2 === 0 ? places : places.toReversed()
  for (const call of GROWTH_CALLS)
    for (const { subject, times } of inTurn) {
      const measured = await timesOf(call.run, subject, call.perRound)
      if (round > 0) times.set(call, [...(times.get(call) ?? []), ...measured])
      await subject.deleteStartedRuns()
    }
}

async function timesOf(run: Caller, subject: Subject, count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
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
