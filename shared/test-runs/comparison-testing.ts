import type { ChangeKind } from './comparison.ts'

/* Every transition between two runs, written by hand. The rule and the server are tested against it. */

const states = ['absent', 'pending', 'passed', 'failed', 'error', 'skipped', 'flaky'] as const
type State = (typeof states)[number]

const KINDS: Record<string, ChangeKind> = {
  N: 'newFailures',
  X: 'fixed',
  S: 'stillFailing',
  A: 'added',
  V: 'vanished',
  F: 'flaky',
}

/** A row for each state before, a cell for each state after. */
const TABLE: Record<State, string> = {
  /* after:  absent pending passed failed error skipped flaky */
  absent: '   -      A       A      NA     NA    A       AF',
  pending: '  V      -       -      N      N     -       F',
  passed: '   V      -       -      N      N     -       F',
  failed: '   V      -       X      S      S     -       XF',
  error: '    V      -       X      S      S     -       XF',
  skipped: '  V      -       -      N      N     -       F',
  flaky: '    V      -       -      N      N     -       F',
}

function changes(before: State, after: State): ChangeKind[] {
  const cell = TABLE[before].trim().split(/ +/)[states.indexOf(after)] as string
  return Array.from(cell).flatMap((letter) => KINDS[letter] ?? [])
}

/** Milliseconds before and after, and whether the result is slower: at least twice as long and at least 500 ms more. */
const durations: [before: number | null, after: number | null, isSlower: boolean][] = [
  [500, 1000, true],
  [500, 999.9, false],
  [499, 998, false],
  [499, 999, true],
  [501, 1001, false],
  [501, 1002, true],
  [100, 600, true],
  [100, 599.9, false],
  [0, 500, true],
  [0, 499.9, false],
  [10_000, 19_999, false],
  [10_000, 20_000, true],
  [10_000, 100, false],
  [null, 10_000, false],
  [10_000, null, false],
  [null, null, false],
]

export const TRANSITIONS = { states, changes, durations }
