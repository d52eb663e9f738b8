import { describe, expect, test } from 'vitest'
import { type ChangeKind, changesOf, changesWithoutBase, type Compared } from './comparison.ts'
import { TRANSITIONS } from './comparison-testing.ts'

type State = (typeof TRANSITIONS.states)[number]

const result = (status: Compared['status'], executionTimeMs: number | null = null, flaky = false): Compared => {
  return { status, flaky, executionTimeMs }
}
const resultOf = (state: State): Compared | null =>
  state === 'absent' ? null : state === 'flaky' ? result('passed', null, true) : result(state)

describe.each(TRANSITIONS.states)('a result that was %s', (before) => {
  test.each(TRANSITIONS.states)('and is %s has exactly the changes of the table', (after) => {
    if (before === 'absent' && after === 'absent') return
    expect(changesOf(resultOf(before), resultOf(after))).toEqual(TRANSITIONS.changes(before, after))
  })
})

test.each(TRANSITIONS.durations)(
  'a result that took %s ms and takes %s ms is slower: %s',
  (before, after, isSlower) => {
    const changes: ChangeKind[] = isSlower ? ['slower'] : []
    expect(changesOf(result('passed', before), result('passed', after))).toEqual(changes)
    expect(changesOf(result('failed', before), result('failed', after))).toEqual(['stillFailing', ...changes])
  },
)

test.each(['pending', 'skipped'] as const)('a %s result is never slower, whatever time it has', (status) => {
  expect(changesOf(result('passed', 1), result(status, 10_000))).toEqual([])
  expect(changesOf(result(status, 1), result('passed', 10_000))).toEqual([])
})

test('without a run to compare with, all failures are new and flaky results count', () => {
  expect(changesWithoutBase(result('failed', 5000))).toEqual(['newFailures'])
  expect(changesWithoutBase(result('error'))).toEqual(['newFailures'])
  expect(changesWithoutBase(result('passed', null, true))).toEqual(['flaky'])
  for (const status of ['passed', 'pending', 'skipped'] as const) expect(changesWithoutBase(result(status))).toEqual([])
})
