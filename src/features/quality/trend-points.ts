import { passRate } from '#shared/test-runs/summary.ts'
import { runName } from '#shared/test-runs/run-name.ts'
import type { TrendPoint } from '#shared/quality/quality.ts'

export type Point = { runId: string; name: string; at: string; value: number }

/** The number of runs in a moving median, so that a single slow run is no trend. */
const MEDIAN_RUNS = 5

/** Runs in which nothing was executed are left out. */
export function passRatesOf(trend: readonly TrendPoint[]): Point[] {
  return trend.flatMap(({ run, summary }) => {
    const value = passRate(summary)
    return value === null ? [] : [{ ...aboutRun(run), value }]
  })
}

/** For each run that has a duration, the median of the runs up to it, in ms. */
export function mediansOf(trend: readonly TrendPoint[]): Point[] {
  const timed = trend.flatMap(({ run, durationMs }) => (durationMs === null ? [] : [{ run, durationMs }]))
  return timed.map(({ run }, index) => ({
    ...aboutRun(run),
    value: medianOf(timed.slice(Math.max(0, index + 1 - MEDIAN_RUNS), index + 1).map(({ durationMs }) => durationMs)),
  }))
}

/** The median of a list that is not empty. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0]
  return (low + high) / 2
}

const aboutRun = (run: TrendPoint['run']) => ({ runId: run.id, name: runName(run), at: run.createdAt })
