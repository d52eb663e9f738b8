import { resultStatus, type ResultStatus } from '#shared/test-results/result-status.ts'
import type { TestResult } from '#shared/test-results/test-result.ts'

export type Verdict = Exclude<ResultStatus, 'pending'>

/** A verdict of one step; `index` counts from 0. */
export type StepVerdict = { index: number; status: 'pending' | 'passed' | 'failed' | 'skipped'; note?: string | null }

/** What a tester enters for a result. Fields that are left out stay as they are recorded. */
export type Entry = {
  /** Null takes value and verdict back. Without a status, it ends a status by hand. */
  value?: string | null
  status?: Verdict
  steps?: StepVerdict[]
  notes?: string
}

/** An entry made on top of another one that is not recorded yet. */
export function mergeEntries(earlier: Entry, later: Entry): Entry {
  const isValueAlone = later.value !== undefined && later.status === undefined
  const kept = isValueAlone ? { notes: earlier.notes } : earlier
  return { ...kept, ...later, ...mergedSteps(kept, later) }
}

function mergedSteps({ steps: earlier }: Entry, { steps: later }: Entry): Pick<Entry, 'steps'> {
  if (!earlier || !later) return {}
  const renewed = new Set(later.map(({ index }) => index))
  return { steps: [...earlier.filter(({ index }) => !renewed.has(index)), ...later] }
}

/** The result as it will be when the entry is recorded. */
export function withEntry(result: TestResult, { value, status, notes }: Entry): TestResult {
  const actualValue = value === undefined ? result.actualValue : value
  const { expectedValue } = result
  const { expectedValueType } = result.testCase
  return {
    ...result,
    actualValue,
    status:
      status ?? (value === undefined ? result.status : resultStatus({ actualValue, expectedValue, expectedValueType })),
    notes: notes === undefined ? result.notes : notes || null,
  }
}
