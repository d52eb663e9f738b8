import { describe, expect, test } from 'vitest'
import { RESULT_STATUSES, type ResultStatus } from '../test-results/result-status.ts'
import { countResults, progress, summaryChange } from './summary.ts'

/** All lists of up to four statuses. */
const LISTS: ResultStatus[][] = [[]]
for (let length = 0, from = 0; length < 4; length++) {
  const until = LISTS.length
  for (; from < until; from++) for (const status of RESULT_STATUSES) LISTS.push([...(LISTS[from] as ResultStatus[]), status])
}

test('a summary counts each status, and all of them', () => {
  expect(LISTS).toHaveLength(1 + 5 + 25 + 125 + 625)
  for (const list of LISTS) {
    const summary = countResults(list)
    expect(summary.total).toBe(list.length)
    for (const status of RESULT_STATUSES) expect(summary[status]).toBe(list.filter((other) => other === status).length)
  }
})

test('a change of one result leads to the same summary as counting anew', () => {
  for (const list of LISTS.filter(({ length }) => length === 3))
    for (const after of RESULT_STATUSES) {
      const changed = { ...countResults(list) }
      for (const [status, change] of Object.entries(summaryChange(list[0] as ResultStatus, after))) changed[status as ResultStatus] += change
      expect(changed).toEqual(countResults([after, ...list.slice(1)]))
    }
})

test('no change is none', () => {
  for (const status of RESULT_STATUSES) expect(summaryChange(status, status)).toEqual({})
})

describe('the progress of a run', () => {
  test.each([
    [[], 1],
    [['pending'], 0],
    [['passed'], 1],
    [['pending', 'passed'], 0.5],
    [['pending', 'failed', 'error', 'skipped'], 0.75],
  ] as [ResultStatus[], number][])('with %j is %d', (statuses, share) => {
    expect(progress(countResults(statuses))).toBe(share)
  })
})
