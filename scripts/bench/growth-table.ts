import { GROWTH_CALLS, GROWTH_ROUNDS } from './growth-calls.ts'
import { cpuMilliseconds, processesOf } from './growth-cpu.ts'
import type { Filled } from './growth-fill.ts'
import { QUALITY_CALLS } from './growth-quality.ts'
import { type GrowthCall, openSubject, type Subject } from './growth-subject.ts'
import { median, percentile, startTarget, stopTarget, type Target } from './load.ts'

/* Measures the calls of the growth benchmark on databases of several sizes, in turn. */

/** `GROWTH_CALLS=quality` measures only the calls that choose, compare and show runs. */
const CALLS = process.env['GROWTH_CALLS'] === 'quality' ? QUALITY_CALLS : GROWTH_CALLS

/** Milliseconds that calls took, and of CPU time. */
type Times = { latency: number[]; cpu: number[] }
type Comparison = { filled: Filled; target: Target; subject: Subject; times: Map<GrowthCall, Times> }

export async function tableOf(name: string, databases: Filled[]): Promise<string[]> {
  const targets: Target[] = []
  const places: Comparison[] = []
  try {
    for (const filled of databases) {
      const target = await startTarget('./assay.ts', [filled.url])
      targets.push(target)
      const times = new Map(CALLS.map((call) => [call, { latency: [], cpu: [] }]))
      places.push({ filled, target, subject: await openSubject(target.url, filled), times })
    }
    for (let round = 0; round <= GROWTH_ROUNDS; round++) await takeTurns(places, round)
    const heads = places.map(({ filled }) => filled.size.toLocaleString('en'))
    const sizes = places.map(({ filled }) => `${Math.round(filled.bytes / 1e6)} MB`)
    return [
      `| ${name}, stored results | ${heads.join(' | ')} | last : first | by CPU | bar |`,
      `| --- |${' --- |'.repeat(places.length)} --- | --- | --- |`,
      `| size of the database | ${sizes.join(' | ')} |  |  |  |`,
      ...CALLS.map((call) => row(call, places)),
    ]
  } finally {
    for (const target of targets) await stopTarget(target)
  }
}

/** Runs every call on every size in turn. The first round is a warm-up. */
async function takeTurns(places: Comparison[], round: number): Promise<void> {
  const inTurn = round % 2 === 0 ? places : places.toReversed()
  for (const call of CALLS)
    for (const place of inTurn) {
      const { latency, cpu } = await timesOf(call, place)
      if (round > 0) place.times.get(call)?.latency.push(...latency)
      if (round > 0) place.times.get(call)?.cpu.push(...cpu)
      await place.subject.deleteStartedRuns()
    }
}

async function timesOf({ change, run, perRound }: GrowthCall, { target, filled, subject }: Comparison): Promise<Times> {
  const times: Times = { latency: [], cpu: [] }
  const processes = processesOf(target, filled.url)
  for (let index = 0; index < perRound; index++) {
    await change?.(subject, index)
    const cpu = cpuMilliseconds(processes)
    const start = performance.now()
    await run(subject, index)
    times.latency.push(performance.now() - start)
    times.cpu.push(cpuMilliseconds(processes) - cpu)
  }
  return times
}

function row(call: GrowthCall, places: Comparison[]): string {
  const all = places.map(({ times }) => times.get(call) ?? { latency: [], cpu: [] })
  const cells = all.map(({ latency, cpu }) => `${cell(latency)}; CPU ${cell(cpu)}`)
  const ratios = (['latency', 'cpu'] as const).map((of) => median(all.at(-1)?.[of] ?? []) / median(all[0]?.[of] ?? []))
  const bars = [call.bar, ...(call.atMostMs === undefined ? [] : [`p99 ≤ ${call.atMostMs} ms`])]
  const texts = ratios.map((ratio) => `**${ratio.toFixed(2)}**`)
  return `| ${call.name} | ${cells.join(' | ')} | ${texts.join(' | ')} | ${bars.join(', ')} |`
}

const cell = (times: number[]) => `${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)}`
