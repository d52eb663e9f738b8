import type { ResultStatus } from '#shared/test-results/result-status.ts'

/** What a status of the caller means here. Without a status nothing is recorded. */
type Meaning = { status?: Exclude<ResultStatus, 'pending'>; note?: string }

const MEANINGS: Record<number, Meaning> = {
  1: { status: 'passed' },
  2: { status: 'skipped', note: 'Blocked' },
  3: {},
  4: { status: 'skipped' },
  5: { status: 'failed' },
  6: { status: 'skipped' },
  7: { status: 'failed' },
}

/** Undefined for an unknown status. */
export const meaningOf = (statusId: number): Meaning | undefined => MEANINGS[statusId]

const NUMBERS: Record<ResultStatus, number> = { passed: 1, pending: 3, skipped: 4, failed: 5, error: 5 }

export const statusIdOf = (status: ResultStatus): number => NUMBERS[status]

/** The statuses that have this number in answers; none for others. */
export const statusesOf = (statusId: number): ResultStatus[] =>
  (Object.keys(NUMBERS) as ResultStatus[]).filter((status) => NUMBERS[status] === statusId)

const known = (id: number, name: string, label: string, color: number) => ({
  id,
  name,
  label,
  color_dark: color,
  color_medium: color,
  color_bright: color,
  is_system: true,
  is_untested: id === 3,
  is_final: id !== 3,
})

export const STATUSES = [
  known(1, 'passed', 'Passed', 0x338a41),
  known(2, 'blocked', 'Blocked', 0x474747),
  known(3, 'untested', 'Untested', 0x979797),
  known(4, 'retest', 'Skipped', 0xb99109),
  known(5, 'failed', 'Failed', 0xa9093a),
]
