import { passUnmarked } from '#shared/test-results/result-steps.ts'
import type { StepInput, TestResult } from '#shared/test-results/test-result.ts'
import { toastError } from '#src/lib/toast.ts'
import { draftOf, drafts, labelOf } from '../store/drafts.ts'
import type { Entry } from '../store/entry.ts'
import { enter } from './enter.ts'
import { type Given, giveOne } from './settle-note.ts'
import { shownResult } from './shown-result.ts'

/* What a tester records. Rows show it in the next frame, before it is sent. Each call is one act for undo. */

/** The verdicts that a person gives, with the act of their key. */
export const VERDICTS = [
  { status: 'passed', label: 'Pass', act: 'pass' },
  { status: 'failed', label: 'Fail', act: 'fail' },
  { status: 'skipped', label: 'Skip', act: 'skip' },
] as const

export type Verdict = (typeof VERDICTS)[number]['status']

/** Why no verdict can be given to a result by hand, or null. */
export function refusalOf({ testCase }: TestResult): string | null {
  return testCase.type === 'auto' ? `${labelOf(testCase)} is automated: only its own executions set a verdict` : null
}

/** Passing also passes the steps that nobody has judged. One failed result asks for its note. */
export function giveVerdict(results: readonly TestResult[], status: Verdict, note?: string): Given {
  const entryOf = (shown: TestResult): Entry => ({
    status,
    ...(note !== undefined && { notes: note }),
    ...(status === 'passed' && passedSteps(shown)),
  })
  const [only] = results.length === 1 && note === undefined ? results : []
  if (!only || refusalOf(only) !== null) return enterAllowed(results, entryOf)
  return giveOne(only, entryOf(shownResult(only)))
}

function passedSteps({ steps }: TestResult): Pick<Entry, 'steps'> {
  if (!steps.some(({ status }) => status === 'pending')) return {}
  return { steps: passUnmarked(steps).map(({ status }, index) => ({ index, status })) }
}

export const clearVerdicts = (results: readonly TestResult[]): Given => enterAllowed(results, () => ({ value: null }))

export const judgeStep = (result: TestResult, index: number, status: StepInput['status'], note?: string): Given =>
  enterAllowed([result], () => ({ steps: [{ index, status, ...(note !== undefined && { note }) }] }))

function enterAllowed(results: readonly TestResult[], entryOf: (shown: TestResult) => Entry): Given {
  const allowed = results.filter((result) => refusalOf(result) === null)
  enter(allowed, entryOf)
  return allowed.length > 0 ? 'given' : 'refused'
}

/** Automated results have them, too. */
export function setDefects(result: TestResult, defects: string[]): void {
  if (String(defects) !== String(shownResult(result).defects)) enter([result], () => ({ defects }))
}

/** Records a value if it differs from the shown one. During a conflict, only changes the tester's entry. */
export function setValue(result: TestResult, value: string | null, base: number): void {
  if (!result.id) return toastError('Cannot create new test result: API endpoint not available')
  if (value === shownResult(result).actualValue) return
  const draft = draftOf(result.id)
  if (draft?.state === 'conflict') return drafts.put([{ ...draft, value }])
  enter([result], () => ({ value }), base)
}

/** Passes the result with a typed value, or without one. */
export const passWithValue = (result: TestResult, value: string | null | undefined): Given =>
  giveOne(result, { status: 'passed', ...(value !== undefined && { value }) })
