import type { Bar, Figure } from './figure.ts'
import { median, type Sample } from './load.ts'

/* Both sides of a line are measured in turn, in rounds. */

export type Take = () => Promise<Sample>

/** `rate`: more is better. `time`: less is better. */
type Unit = 'rate' | 'time'

export type Comparison = {
  work: string
  unit: Unit
  rounds: number
  assay: Take
  /** One line of the table for each that is given. */
  against: { name: string; take: Take | undefined; bar?: Bar; chart?: string }[]
}

/**
 * Measures Assay and what it is compared with in turn; every other round in reverse order. The first round is a
 * warm-up. The ratio is the median of the rounds' ratios; CPU times are summed, because the kernel counts them in
 * steps of 10 ms.
 */
export async function compare({ work, unit, rounds, assay, against }: Comparison): Promise<Figure[]> {
  const sides = [assay, ...against.map(({ take }) => take)]
  const samples: Sample[][] = sides.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    const inTurn = [...sides.entries()]
    for (const [side, take] of round % 2 === 0 ? inTurn : inTurn.toReversed()) {
      const sample = await take?.()
      if (sample && round > 0) samples[side]?.push(sample)
    }
  }
  const [ours = [], ...others] = samples
  return against.flatMap(({ name, bar, chart }, index): Figure[] => {
    const theirs = others[index] ?? []
    if (theirs.length === 0) return []
    const worth = unit === 'rate' ? perSecond : milliseconds
    const cpu = cpuMicroseconds(ours) / cpuMicroseconds(theirs)
    const figure = {
      work,
      assay: cell(ours, unit),
      beside: `${name}: ${cell(theirs, unit)}`,
      value: median(ours.map((sample, round) => worth(sample) / worth(theirs[round] as Sample))),
      valueByCpu: unit === 'rate' ? 1 / cpu : cpu,
    }
    return [{ ...figure, ...(bar && { bar }), ...(chart && { chart }) }]
  })
}

const perSecond = ({ count, seconds }: Sample) => count / seconds
const milliseconds = ({ count, seconds }: Sample) => (seconds / count) * 1_000

function cpuMicroseconds(samples: Sample[]): number {
  const sum = (of: (sample: Sample) => number) => samples.reduce((total, sample) => total + of(sample), 0)
  return (sum(({ cpuSeconds }) => cpuSeconds) / sum(({ count }) => count)) * 1e6
}

function cell(samples: Sample[], unit: Unit): string {
  const failures = samples.reduce((total, sample) => total + sample.failures, 0)
  const cpu = cpuMicroseconds(samples)
  const parts = [
    unit === 'rate'
      ? `${Math.round(median(samples.map(perSecond))).toLocaleString('en')}/s, p99 ${median(samples.map(({ p99Ms }) => p99Ms)).toFixed(0)} ms`
      : `${median(samples.map(milliseconds)).toFixed(0)} ms`,
    cpu < 9_950 ? `${cpu.toFixed(0)} µs CPU` : `${(cpu / 1_000).toFixed(0)} ms CPU`,
    ...(failures > 0 ? [`${failures} FAILED`] : []),
  ]
  return parts.join(', ')
}
