import { expect, test } from 'vitest'
import { emptySummary, type Summary } from '#shared/test-runs/summary.ts'
import { verdictOf } from './verdict.ts'

const CASES: [Partial<Summary>, string, string][] = [
  [{}, 'pending', 'No test cases'],
  [{ total: 3, passed: 3 }, 'passed', 'No failures'],
  [{ total: 3, passed: 1, skipped: 2 }, 'passed', 'No failures'],
  [{ total: 2, skipped: 2 }, 'skipped', 'All skipped'],
  [{ total: 2000, passed: 1, pending: 1999 }, 'pending', '1,999 of 2,000 pending'],
  [{ total: 4, failed: 1, pending: 3 }, 'failed', '1 failed'],
  [{ total: 4, failed: 1, error: 2, passed: 1 }, 'failed', '1 failed, 2 errors'],
  [{ total: 4, error: 2, passed: 2 }, 'error', '2 errors'],
]

test.each(CASES)('the verdict of a run with %j is %s, "%s"', (counts, status, text) => {
  expect(verdictOf({ summary: { ...emptySummary(), ...counts } })).toEqual({ status, text })
})
