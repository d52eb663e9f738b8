import { join } from 'node:path'
import { apiOf } from '../seed/api.ts'
import { compare, type Take } from './compare.ts'
import type { Figure } from './figure.ts'
import { cpuSeconds, percentile, startBefore, startTarget, stopTarget, type Target } from './load.ts'
import { inFolder, readWith } from './place.ts'
import { waitsDuring } from './probe.ts'
import { makeProject } from './project.ts'

/* Sign-ins with a thread for each core, against one thread, and how long another caller waits meanwhile. */

const ROUNDS = 3
const SIGN_INS = 32
const AT_ONCE = 8

type Side = { target: Target; token: string; waitsMs: number[] }

export async function benchSignIns(): Promise<Figure[]> {
  return await inFolder(async (folder) => {
    const targets = [
      await startTarget('./assay.ts', [join(folder, 'assay.db')]),
      (await startBefore([join(folder, 'before.db')])) ??
        (await startTarget('./assay.ts', [join(folder, 'one.db')], { BENCH_PASSWORD_THREADS: '1' })),
    ] as const
    try {
      const [ours, one] = [await open(targets[0]), await open(targets[1])]
      const name = process.env['BENCH_BEFORE'] ? 'before' : 'one thread'
      const quietMs = await waitsOf(ours, () => new Promise((resolve) => setTimeout(resolve, 2_000)))
      const rates = await compare({
        work: `sign-ins, ${AT_ONCE} at once`,
        unit: 'rate',
        rounds: ROUNDS,
        assay: signIns(ours),
        against: [{ name, take: signIns(one), bar: { atLeast: 1.5 } }],
      })
      return [...rates, waits('p99', 0.99, ours, one, quietMs)]
    } finally {
      for (const target of targets) await stopTarget(target)
    }
  })
}

function waits(name: string, share: number, ours: Side, one: Side, quietMs: number[]): Figure {
  const at = (times: number[]) => `${percentile(times, share).toFixed(0)} ms`
  return {
    work: `${name} of \`GET /projects\` during these sign-ins`,
    assay: `${at(ours.waitsMs)} (${at(quietMs)} without sign-ins, most ${percentile(ours.waitsMs, 1).toFixed(0)} ms)`,
    beside: at(one.waitsMs),
    value: percentile(ours.waitsMs, share),
    bar: { atMost: 50, unit: 'ms' },
  }
}

async function open(target: Target): Promise<Side> {
  const { token } = await makeProject(target.url, { suites: 1, casesPerSuite: 10 })
  return { target, token, waitsMs: [] }
}

const waitsOf = async ({ target, token }: Side, work: () => Promise<unknown>) =>
  await waitsDuring(target.url, readWith(token)('/projects'), work)

function signIns(side: Side): Take {
  const guest = apiOf(side.target.url)
  const person = { email: 'bench@example.com', password: 'benchmark' }
  return async () => {
    const waiting = Array.from({ length: SIGN_INS }).values()
    const times: number[] = []
    const caller = async () => {
      for (const _ of waiting) {
        const start = performance.now()
        await guest('POST', '/auth/sign-in', person)
        times.push(performance.now() - start)
      }
    }
    let [seconds, cpu] = [0, 0]
    const waitsMs = await waitsOf(side, async () => {
      const [start, cpuBefore] = [performance.now(), cpuSeconds(side.target)]
      await Promise.all(Array.from({ length: AT_ONCE }, caller))
      seconds = (performance.now() - start) / 1_000
      cpu = cpuSeconds(side.target) - cpuBefore
    })
    side.waitsMs.push(...waitsMs)
    return { count: SIGN_INS, seconds, cpuSeconds: cpu, p99Ms: percentile(times, 0.99), failures: 0 }
  }
}
