import type { TestResult } from '#shared/test-results/test-result.ts'
import { keepInTab, readFromTab } from '#src/lib/tab-storage.ts'
import type { Entry } from './entry.ts'

/* The last acts of this tab in a run, with what each result was before, and what the tab has recorded. */

const DEPTH = 20

export type Before = { resultId: string; label: string; entry: Entry }

/** Several results may be one act. An assignment is no attempt, so it has no entries. */
export type UndoableAct = { entries: Before[] } | { assignees: Pick<TestResult, 'id' | 'assignee'>[] }

type Stack = {
  acts: UndoableAct[]
  /** The attempt that this tab recorded last, by result id. */
  own: Record<string, number>
}

const nameOf = (testRunId: string) => `undo:${testRunId}`

export function pushAct(testRunId: string, act: UndoableAct): void {
  const { acts, own } = read(testRunId)
  write(testRunId, { acts: [...acts, act].slice(-DEPTH), own })
}

export const lastAct = (testRunId: string): UndoableAct | undefined => read(testRunId).acts.at(-1)

export function popAct(testRunId: string): UndoableAct | undefined {
  const { acts, own } = read(testRunId)
  write(testRunId, { acts: acts.slice(0, -1), own })
  return acts.at(-1)
}

/** Whether an act was not taken back since. */
export const hasAct = (testRunId: string, act: UndoableAct): boolean =>
  read(testRunId).acts.some((each) => isSame(each, act))

/** Removes an act that failed. */
export function dropAct(testRunId: string, act: UndoableAct): void {
  const { acts, own } = read(testRunId)
  const index = acts.findLastIndex((each) => isSame(each, act))
  write(testRunId, { acts: acts.filter((_, at) => at !== index), own })
}

/** Kept as JSON. */
const isSame = (one: UndoableAct, other: UndoableAct) => JSON.stringify(one) === JSON.stringify(other)

export const ownAttempts = (testRunId: string): Readonly<Record<string, number>> => read(testRunId).own

/** Whether this tab recorded the state of a result: without a value it has no author. */
export const isOwnAttempt = ({ id, testRunId, attempts }: TestResult) => ownAttempts(testRunId)[id] === attempts

/** Notes what this tab recorded: an act is taken back only if nobody has changed the result since. */
export function noteOwnAttempts(testRunId: string, saved: readonly TestResult[]): void {
  const { acts, own } = read(testRunId)
  write(testRunId, { acts, own: { ...own, ...Object.fromEntries(saved.map(({ id, attempts }) => [id, attempts])) } })
}

const read = (testRunId: string): Stack => (readFromTab(nameOf(testRunId)) as Stack | null) ?? { acts: [], own: {} }

const write = (testRunId: string, stack: Stack): void => keepInTab(nameOf(testRunId), stack)
