import { ERROR_OF_UNSTEADY, type Series } from './history.ts'
import { shareOf } from './random.ts'

export type SeededCase = { id: string; name: string; expected: string }

export type Outcome = {
  testCaseId: string
  status?: 'skipped'
  notes?: string
  actualValue?: string
  errorMessage?: string
  executionTimeMs?: number
}

/** The share of skipped results. More would hide the failures. */
const SKIPPED = 0.015
const SLOW: Record<string, number> = {
  'Receipt: the archive': 14_000,
  'Receipt: the PDF': 9_200,
  'Payment: a time-out at the bank': 6_400,
  'Shipping: a tracking number': 4_800,
}

/** The executions of a case in a run, oldest first. A second one is the retry of a failure. */
export function outcomesOf({ id, name, expected }: SeededCase, series: Series, n: number): Outcome[] {
  const executionTimeMs = Math.round(usualMs(name) * (series.pace?.(n) ?? 1) * (0.85 + 0.3 * shareOf(`${name} ${n}`)))
  const timed = { testCaseId: id, executionTimeMs }
  const passed = { ...timed, actualValue: expected }
  const unsteady = series.unsteady?.find((each) => each.name === name)
  const late = { ...timed, errorMessage: ERROR_OF_UNSTEADY }
  if (unsteady?.fails.includes(n)) return [late]
  if (unsteady?.retries.includes(n)) return [late, passed]
  const trouble = series.troubles.find(({ cases, from, to = n }) => cases.includes(name) && n >= from && n <= to)
  if (trouble?.error !== undefined) return [{ ...timed, errorMessage: trouble.error }]
  if (trouble) return [{ ...timed, actualValue: wrongValueFor(expected) }]
  if (shareOf(`${series.branch} ${n} ${name}`) < SKIPPED)
    return [{ testCaseId: id, status: 'skipped', notes: 'Blocked by an open bug' }]
  return [passed]
}

/** Most cases take half a second, some a few seconds. */
const usualMs = (name: string): number => SLOW[name] ?? 90 + shareOf(name) ** 3 * 3_000

function wrongValueFor(expected: string): string {
  if (expected === 'true' || expected === 'false') return expected === 'true' ? 'false' : 'true'
  return /^\d+$/.test(expected) ? '500' : 'Something went wrong'
}
