import { describe, expect, test } from 'vitest'
import { passUnmarked, resultSteps, statusOfSteps } from './result-steps.ts'
import type { StepStatus } from './result-step.ts'

const steps = (...statuses: StepStatus[]) => statuses.map((status) => ({ status }))

describe('statusOfSteps', () => {
  test.each<[StepStatus[], 'passed' | 'failed' | null]>([
    [[], null],
    [['pending'], null],
    [['skipped'], null],
    [['passed'], 'passed'],
    [['passed', 'passed'], 'passed'],
    [['passed', 'pending'], null],
    [['passed', 'skipped'], null],
    [['failed'], 'failed'],
    [['passed', 'failed'], 'failed'],
    [['pending', 'failed', 'skipped'], 'failed'],
  ])('steps that are %j give %j', (statuses, status) => {
    expect(statusOfSteps(steps(...statuses))).toBe(status)
  })
})

test('passUnmarked passes the steps that nobody has judged, and keeps the others with their notes', () => {
  const judged = { status: 'failed' as const, note: 'Twice' }
  expect(passUnmarked([{ status: 'pending', note: null }, judged, { status: 'skipped', note: null }])).toEqual([
    { status: 'passed', note: null },
    judged,
    { status: 'skipped', note: null },
  ])
})

describe('resultSteps', () => {
  const stored = '[{"action":"Pay","expected":"A receipt"},{"action":"Refund","expected":""}]'
  const pending = { status: 'pending', note: null }

  test.each<[string | null, string | null, object[]]>([
    [null, null, []],
    [
      stored,
      null,
      [
        { action: 'Pay', expected: 'A receipt', ...pending },
        { action: 'Refund', expected: '', ...pending },
      ],
    ],
    [
      stored,
      '[null,{"status":"failed","note":"No money"}]',
      [
        { action: 'Pay', expected: 'A receipt', ...pending },
        { action: 'Refund', expected: '', status: 'failed', note: 'No money' },
      ],
    ],
    [
      stored,
      '[{"status":"passed","note":null}]',
      [
        { action: 'Pay', expected: 'A receipt', status: 'passed', note: null },
        { action: 'Refund', expected: '', ...pending },
      ],
    ],
  ])('steps %j with verdicts %j', (texts, verdicts, expected) => {
    expect(resultSteps(texts, verdicts)).toEqual(expected)
  })
})
