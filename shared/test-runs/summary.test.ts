import { describe, expect, test } from 'vitest'
import { RESULT_STATUSES, type ResultStatus } from '../test-results/result-status.ts'
import { type Counted, countResults, progress, passRate, type Summary, sumCounts, summaryChange } from './summary.ts'

const RESULTS: Counted[] = [
  ...RESULT_STATUSES.map((status) => ({ status, flaky: false })),
  { status: 'passed', flaky: true },
]

const LISTS: Counted[][] = [[]]
for (let length = 0, from = 0; length < 4; length++) {
  const until = LISTS.length
  for (; from < until; from++) for (const result of RESULTS) LISTS.push([...(LISTS[from] as Counted[]), result])
}

const sum = (a: Summary, b: Summary) =>
  Object.fromEntries(Object.entries(a).map(([key, count]) => [key, count + b[key as keyof Summary]]))

test('a summary counts each status, flaky results and the total', () => {
  expect(LISTS).toHaveLength(1 + 6 + 36 + 216 + 1296)
  for (const list of LISTS) {
    const summary = countResults(list)
    expect([summary.total, summary.flaky]).toEqual([list.length, list.filter(({ flaky }) => flaky).length])
    for (const status of RESULT_STATUSES)
      expect(summary[status]).toBe(list.filter((other) => other.status === status).length)
  }
})

test('counts by status give the same summary as the results', () => {
  for (const list of LISTS) {
    const counts = RESULT_STATUSES.map((status) => {
      const those = list.filter((result) => result.status === status)
      return { status, count: those.length, flaky: those.filter(({ flaky }) => flaky).length }
    })
    expect(sumCounts(counts)).toEqual(countResults(list))
  }
})

test('the change of one result leads to the same summary as a full count', () => {
  for (const list of LISTS.filter(({ length }) => length === 3))
    for (const after of RESULTS) {
      const change = summaryChange([{ before: list[0] as Counted, after }])
      expect(sum(countResults(list), change)).toEqual(countResults([after, ...list.slice(1)]))
    }
})

test('changes of several results add up, including results that join the run', () => {
  for (const list of LISTS) {
    const change = summaryChange(list.map((after) => ({ before: null, after })))
    expect(change).toEqual(countResults(list))
  }
})

describe('the progress of a run', () => {
  test.each([
    [[], 0],
    [['pending'], 0],
    [['passed'], 1],
    [['pending', 'passed'], 0.5],
    [['pending', 'failed', 'error', 'skipped'], 0.75],
  ] as [ResultStatus[], number][])('with %j is %d', (statuses, share) => {
    expect(progress(countResults(statuses.map((status) => ({ status, flaky: false }))))).toBe(share)
  })
})

describe('the pass rate of a run', () => {
  test.each([
    [[], null],
    [['pending', 'skipped'], null],
    [['passed', 'pending', 'skipped'], 1],
    [['passed', 'failed', 'passed', 'error'], 0.5],
    [['failed'], 0],
  ] as [ResultStatus[], number | null][])('with %j is %j', (statuses, rate) => {
    expect(passRate(countResults(statuses.map((status) => ({ status, flaky: false }))))).toBe(rate)
  })
})
