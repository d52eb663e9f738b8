import type { ResultStatus } from '../test-results/result-status.ts'
import { isFailure } from '../test-results/severity.ts'

/*
 * How flaky a case is. The score counts transitions as Buildkite Test Engine's transition count score does, and passes
 * on retry as its passed-on-retry monitor; the volume is that of Currents (rate × samples); a case that only fails is
 * broken, as in Datadog. The text for readers of the API is FLAKY_FORMULA.
 */

/** How many of the newest results of one branch and environment count. */
const STREAM_MAX = 20
/** A score of 1 takes this many points: a transition has one, a pass on retry two. */
const FULL_SCORE = 20
const RETRY_POINTS = 2

export const FLAKY_RUNS = 30
export const FLAKY_RUNS_MAX = 100
/** A case is called flaky from this score on: one flip alone is a break or a fix. */
export const FLAKY_SCORE = 0.1
/** A case is not flaky any more this long after its last flake. */
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

/** A result of a case that was executed in a run. */
export type Sample = {
  /** Names the branch and environment of the run. */
  stream: string
  status: ResultStatus
  /** Whether it passed on retry. */
  flaky: boolean
  attempts: number
}

export type Flakiness<S> = {
  /** The results that count, newest first. */
  counted: S[]
  executions: number
  flips: number
  passedOnRetry: number
  /** 0 to 1. */
  score: number
  /** `score` × the number of results. */
  volume: number
  /** The newest result that flipped or passed on retry, and the result that shows the failure. */
  lastFlake: { at: S; evidence: S } | null
  /** Whether the case fails now, and not by turns: none of its results passed before a failure and after another. */
  isBroken: boolean
}

/** The flakiness of a case. `samples` are its results in the newest runs, newest run first; `runs` of them count. */
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

/** Flakes before this time are over. */
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

/** Flips and passes on retry, newest first. */
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
