import { resultStatus, type ResultStatus } from '#shared/test-results/result-status.ts'
import { statusOfSteps } from '#shared/test-results/result-steps.ts'
import type { ResultStep } from '#shared/test-results/result-step.ts'
import type { StepInput, TestResult } from '#shared/test-results/test-result.ts'

/** What a tester enters for a result. Fields that are left out stay as they are recorded. */
export type Entry = {
  /** Null takes value and verdicts back. Without a status, a value ends a status by hand. */
  value?: string | null
  status?: Exclude<ResultStatus, 'pending'>
  steps?: StepInput[]
  notes?: string
  defects?: string[]
}

/** An entry made on top of another one that is not recorded yet. */
export function mergeEntries(earlier: Entry, later: Entry): Entry {
  const isValueAlone = later.value !== undefined && later.status === undefined
  const { notes, defects, steps } = earlier
  const kept = isValueAlone ? { notes, defects, steps: later.value === null ? undefined : steps } : earlier
  return { ...kept, ...defined(later), ...mergedSteps(kept.steps, later.steps) }
}

function mergedSteps(earlier: Entry['steps'], later: Entry['steps']): Pick<Entry, 'steps'> {
  if (!earlier || !later) return {}
  const renewed = new Set(later.map(({ index }) => index))
  return { steps: [...earlier.filter(({ index }) => !renewed.has(index)), ...later] }
}

const defined = (entry: Entry) =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as Entry

/** The result as it will be when the entry is recorded. */
export function withEntry(
  result: TestResult,
  { value, status, steps: given, notes, defects = result.defects }: Entry,
): TestResult {
  const isAddition = status === undefined && value === undefined
  const isTakenBack = status === undefined && value === null
  const actualValue = value === undefined ? result.actualValue : value
  const steps = judged(isTakenBack ? result.steps.map(cleared) : result.steps, given)
  const decided = given?.length && (isAddition || isTakenBack) ? statusOfSteps(steps) : null
  const byHand = status ?? decided ?? undefined
  const { expectedValue } = result
  const { expectedValueType } = result.testCase
  return {
    ...result,
    actualValue,
    steps,
    notes: notes === undefined ? result.notes : notes || null,
    defects,
    isStatusByHand: byHand !== undefined || (isAddition && result.isStatusByHand),
    status: byHand ?? (isAddition ? result.status : resultStatus({ actualValue, expectedValue, expectedValueType })),
    // What an execution reported belongs to the outcome that the entry replaces.
    ...(!isAddition && { errorMessage: null, trace: null, startedAt: null, executionTimeMs: null }),
  }
}

/** All that was typed, for an entry that cannot be saved. */
export function entryText({ value, status, steps = [], notes, defects = [] }: Entry): string {
  const verdict = value ?? status
  // A verdict on the case explains those of its steps, but not their notes.
  const told = steps.filter(({ note }) => verdict === undefined || note)
  const stepTexts = told.map(({ index, status, note }) => `step ${index + 1} ${status}${note ? `: ${note}` : ''}`)
  const more = [notes, ...stepTexts, ...defects].filter(Boolean).join(', ')
  if (verdict === undefined) return more || 'nothing'
  return more ? `${verdict} (${more})` : verdict
}

export function restoring(result: TestResult): Entry {
  const { actualValue, expectedValue, isStatusByHand, notes, defects, status, steps } = result
  const { type, expectedValueType } = result.testCase
  // Only an execution gives it a value and a status.
  if (type === 'auto') return { notes: notes ?? '', defects }
  const follows = resultStatus({ actualValue, expectedValue, expectedValueType })
  return {
    value: actualValue,
    notes: notes ?? '',
    defects,
    ...(status !== 'pending' && (isStatusByHand || follows !== status) && { status }),
    ...(steps.length > 0 && { steps: steps.map(({ status, note }, index) => ({ index, status, note: note ?? '' })) }),
  }
}

const cleared = (step: ResultStep): ResultStep => ({ ...step, status: 'pending', note: null })

function judged(steps: ResultStep[], given: Entry['steps']): ResultStep[] {
  if (!given?.length) return steps
  const verdicts = new Map(given.map((verdict) => [verdict.index, verdict]))
  return steps.map((step, index) => {
    const verdict = verdicts.get(index)
    if (!verdict) return step
    return { ...step, status: verdict.status, note: verdict.note === undefined ? step.note : verdict.note || null }
  })
}
