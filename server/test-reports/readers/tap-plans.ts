import { truncated } from './report-error.ts'
import type { TapLine } from './tap-lines.ts'
import type { TidySink } from './tidy-sink.ts'

type Counted = { points: number; plan: number | null; warnings: number }

export function tapPlans(sink: TidySink) {
  let planned = 0
  let parents = 0
  let isOfFiles = false
  const failures = { declared: 0, found: 0 }

  return {
    /** prove prints one stream after another. */
    startFile() {
      isOfFiles = true
    },
    take(level: Counted, count: number, reason: string, depth: number) {
      const isFurther = isOfFiles && depth === 0
      if (level.plan !== null && !isFurther) return
      level.plan = (level.plan ?? 0) + count
      planned += count
      if (count === 0 && depth === 0) sink.warn(`The report plans no test${reason === '' ? '' : `: ${reason}`}`)
    },
    /** Whether a bare `ok` is the line that prove prints after the points of a file. */
    isSummary(
      { isOk, number, name }: Extract<TapLine, { kind: 'point' }>,
      { points, plan }: Pick<Counted, 'points' | 'plan'>,
    ): boolean {
      return isOfFiles && isOk && number === null && name === '' && points === plan
    },
    foundFailure() {
      failures.found += 1
    },
    foundParent() {
      parents += 1
    },
    /** tape's and node-tap's streams end with several counts. */
    declareFailures(count: number) {
      failures.declared = Math.max(failures.declared, count)
    },
    check(line: number, { points, plan, warnings }: Counted, open: string | undefined) {
      if (open !== undefined) throw truncated(line, `the subtest "${open.slice(0, 100)}" has no end`)
      if (plan === null) throw truncated(line, 'the plan is missing')
      if (plan > points + warnings) throw truncated(line, `${plan} tests planned, ${points} found`)
      if (plan < points) sink.warn(`${plan} tests planned, ${points} found`)
    },
    declare(plan: number | null) {
      if (plan !== null) sink.declare(Math.max(planned - parents, 0))
      sink.declareFailures(failures.declared, failures.found)
    },
  }
}
