import type { ResultStatus } from './result-status.ts'

/** Statuses, least severe first. Where several apply, the most severe one is shown. */
const SEVERITY: readonly ResultStatus[] = ['pending', 'skipped', 'passed', 'failed', 'error']

export const FAILURE_STATUSES = ['failed', 'error'] as const satisfies ResultStatus[]

export function isFailure(status: ResultStatus): boolean {
  return FAILURE_STATUSES.some((failure) => failure === status)
}

/** For sorting: the most severe comes last. */
export function compareSeverity(a: { status: ResultStatus }, b: { status: ResultStatus }): number {
  return SEVERITY.indexOf(a.status) - SEVERITY.indexOf(b.status)
}
