import type { TestResult } from '#shared/test-results/test-result.ts'
import { storedUser } from '#src/lib/session.ts'
import type { Entry } from './entry.ts'

/*
 * The last acts of this tab in a run, with what each result was before. sessionStorage keeps them over a reload; the
 * key ends with the user, whose sign-in keeps only such keys.
 */

const DEPTH = 20

export type Before = { resultId: string; label: string; entry: Entry }

/** Several results may be one act. An assignment is no attempt, so it has no entries. */
export type UndoableAct = { entries: Before[] } | { assignees: Pick<TestResult, 'id' | 'assignee'>[] }

type Stack = {
  acts: UndoableAct[]
  /** The attempt that this tab recorded last, by result id. */
  own: Record<string, number>
}

/** What a tab without room in its storage can still take back. */
const unstored = new Map<string, Stack>()

const keyOf = (testRunId: string) => `undo:${testRunId}:${storedUser()?.id ?? ''}`

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

export const ownAttempts = (testRunId: string): Readonly<Record<string, number>> => read(testRunId).own

/** Notes what this tab recorded: an act is taken back only if nobody has changed the result since. */
export function noteOwnAttempts(testRunId: string, saved: readonly TestResult[]): void {
  const { acts, own } = read(testRunId)
  if (acts.length === 0) return
  write(testRunId, { acts, own: { ...own, ...Object.fromEntries(saved.map(({ id, attempts }) => [id, attempts])) } })
}

function read(testRunId: string): Stack {
  const kept = unstored.get(keyOf(testRunId))
  if (kept) return kept
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(testRunId)) ?? 'null') as Stack | null) ?? { acts: [], own: {} }
  } catch {
    return { acts: [], own: {} }
  }
}

function write(testRunId: string, stack: Stack): void {
  try {
    sessionStorage.setItem(keyOf(testRunId), JSON.stringify(stack))
    unstored.delete(keyOf(testRunId))
  } catch {
    unstored.set(keyOf(testRunId), stack)
  }
}
