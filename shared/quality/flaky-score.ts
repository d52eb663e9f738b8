import type { ResultStatus } from '../test-results/result-status.ts'
import { isFailure } from '../test-results/severity.ts'

/*
 * How flaky a case is. Transitions and passes on retry count as in Buildkite Test Engine, the volume (rate × samples)
 * as in Currents. A case that only fails is broken, as in Datadog. FLAKY_FORMULA explains the formula to readers of the
 * API.
 */

/** How many of the newest results of one branch and environment count. */
const STREAM_MAX = 20
/** The points that make a score of 1. A transition is one point, a pass on retry two. */
const FULL_SCORE = 20
const RETRY_POINTS = 2

export const FLAKY_RUNS = 30
export const FLAKY_RUNS_MAX = 100
/** The score from which a case is called flaky. A single flip stays below: it is a break or a fix. */
export const FLAKY_SCORE = 0.1
const RECOVERS_AFTER_DAYS = 7

export const FLAKY_FORMULA =
  'The results are those of the last `runs` runs in which the case was executed, among the newest 100 runs of the ' +
  'project; of these, for each branch and environment, the newest 20. Skipped and pending results do not count. A ' +
  'flip is a change between passed and failed (or error) from one result to the next of the same branch and ' +
  'environment. score = min(1, (flips + 2 × passedOnRetry) ÷ 20). volume = score × results. A case without a pass in ' +
  'these results is broken, not flaky. A case leaves the list 7 days after its last flake or after 100 results ' +
  'without one. A single flip may be a break or a fix: counts and marks call a case flaky from a score of 0.1. Sources: transition count and passed-on-retry are monitors of Buildkite Test Engine ' +
  '(buildkite.com/docs/test-engine/workflows/monitors), volume is that of Currents (docs.currents.dev, tests ' +
  'explorer), and broken is as in Datadog Test Optimization (docs.datadoghq.com/tests/flaky_management)'

export type Sample = {
  /** Identifies the branch and environment of the run. */
  stream: string
  status: ResultStatus
  /** Whether it passed on retry. */
  flaky: boolean
  attempts: number
}

type Flakiness<S> = {
  counted: S[]
  executions: number
  flips: number
  passedOnRetry: number
  /** From 0 to 1. */
  score: number
  /** `score` × the number of results. */
  volume: number
  /** `at` is the newest result that flipped or passed on retry; `evidence` is the result that shows the failure. */
  lastFlake: { at: S; evidence: S } | null
  /** Whether the case fails now and is not alternating: no pass lies between two failures. */
  isBroken: boolean
}

/** The flakiness of a case. `samples` are its results in the newest runs, newest run first; the first `runs` count. */
export function flakinessOf<S extends Sample>(samples: readonly S[], runs: number): Flakiness<S> {
  const counted = newestOfStreams(samples.filter(isCounted).slice(0, runs))
  const flakes = flakesOf(counted)
  const passedOnRetry = counted.filter(({ flaky }) => flaky).length
  const flips = flakes.filter(({ isFlip }) => isFlip).length
  const score = Math.min(1, (flips + RETRY_POINTS * passedOnRetry) / FULL_SCORE)
  const [newest] = counted
  const [last] = flakes
  return {
    counted,
    executions: counted.reduce((sum, { attempts }) => sum + attempts, 0),
    flips,
    passedOnRetry,
    score,
    volume: score * counted.length,
    lastFlake: last ? { at: last.at, evidence: last.evidence } : null,
    isBroken: newest !== undefined && isFailure(newest.status) && flips <= 1 && passedOnRetry === 0,
  }
}

/** Earlier flakes are over. */
export function flakySince(now: Date): string {
  return daysBefore(now, RECOVERS_AFTER_DAYS)
}

export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 24 * 60 * 60 * 1000).toISOString()
}

const isCounted = ({ status }: Sample) => status === 'passed' || isFailure(status)

function newestOfStreams<S extends Sample>(samples: readonly S[]): S[] {
  const lengths = new Map<string, number>()
  return samples.filter(({ stream }) => {
    const length = (lengths.get(stream) ?? 0) + 1
    lengths.set(stream, length)
    return length <= STREAM_MAX
  })
}

type Flake<S> = { at: S; evidence: S; isFlip: boolean }

function flakesOf<S extends Sample>(counted: readonly S[]): Flake<S>[] {
  const before = new Map<string, S>()
  const flakes: Flake<S>[] = []
  for (const at of counted.toReversed()) {
    const earlier = before.get(at.stream)
    before.set(at.stream, at)
    if (earlier && isFailure(earlier.status) !== isFailure(at.status))
      flakes.push({ at, evidence: isFailure(at.status) || at.flaky ? at : earlier, isFlip: true })
    else if (at.flaky) flakes.push({ at, evidence: at, isFlip: false })
  }
  return flakes.toReversed()
}
