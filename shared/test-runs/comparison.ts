import type { ResultStatus } from '../test-results/result-status.ts'
import { isFailure } from '../test-results/severity.ts'

/** How a result can differ from the same case in another run, in the order of the answers. */
export const CHANGE_KINDS = ['newFailures', 'fixed', 'stillFailing', 'added', 'vanished', 'flaky', 'slower'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** A result is slower if it took at least this many times as long … */
const SLOWER_TIMES = 2
/** … and at least this many milliseconds more. */
export const SLOWER_BY_MS = 500

export type Compared = { status: ResultStatus; flaky: boolean; executionTimeMs: number | null }

/**
 * How the result of a case differs from the one before. Null: the case is not in the run. Several kinds may apply: a
 * case that joined the run and failed is added and a new failure.
 */
export function changesOf(before: Compared | null, after: Compared | null): ChangeKind[] {
  return CHANGE_KINDS.filter((kind) => APPLIES[kind](before, after))
}

/** The same without a run to compare with: nothing is added. */
export function changesWithoutBase(after: Compared): ChangeKind[] {
  return changesOf(null, after).filter((kind) => kind !== 'added')
}

type Given = Compared | null

const APPLIES: Record<ChangeKind, (before: Given, after: Given) => boolean> = {
  newFailures: (before, after) => hasFailed(after) && !hasFailed(before),
  fixed: (before, after) => hasFailed(before) && after?.status === 'passed',
  stillFailing: (before, after) => hasFailed(before) && hasFailed(after),
  added: (before, after) => before === null && after !== null,
  vanished: (before, after) => before !== null && after === null,
  flaky: (_, after) => after?.flaky === true,
  slower: (before, after) => before !== null && after !== null && isSlower(durationOf(before), durationOf(after)),
}

const hasFailed = (result: Given) => result !== null && isFailure(result.status)

/** Null without an execution: a skipped result may still have the duration of an earlier attempt. */
function durationOf({ status, executionTimeMs }: Compared): number | null {
  return status === 'passed' || isFailure(status) ? executionTimeMs : null
}

function isSlower(before: number | null, after: number | null): boolean {
  return before !== null && after !== null && after >= before * SLOWER_TIMES && after - before >= SLOWER_BY_MS
}
