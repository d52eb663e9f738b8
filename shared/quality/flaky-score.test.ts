import { describe, expect, test } from 'vitest'
import type { ResultStatus } from '../test-results/result-status.ts'
import { flakinessOf, flakySince, type Sample } from './flaky-score.ts'

const STATUSES: Record<string, ResultStatus> = { P: 'passed', F: 'failed', E: 'error', S: 'skipped', R: 'passed' }

/** Results, oldest first: P passed, F failed, E error, S skipped, R passed on retry. Lower case: on another branch. */
function samplesOf(pattern: string): Sample[] {
  const samples = Array.from(pattern, (letter) => {
    const upper = letter.toUpperCase()
    const flaky = upper === 'R'
    const stream = letter === upper ? 'main' : 'other'
    return { stream, status: STATUSES[upper] as ResultStatus, flaky, attempts: flaky ? 2 : 1 }
  })
  return samples.toReversed()
}

describe('the flakiness of results', () => {
  test.each([
    // [results, runs, counted, executions, flips, passed on retry, score, broken]
    ['', 30, 0, 0, 0, 0, 0, false],
    ['P', 30, 1, 1, 0, 0, 0, false],
    ['PPPP', 30, 4, 4, 0, 0, 0, false],
    ['PF', 30, 2, 2, 1, 0, 0.05, true],
    ['FP', 30, 2, 2, 1, 0, 0.05, false],
    ['FFFF', 30, 4, 4, 0, 0, 0, true],
    ['PFPF', 30, 4, 4, 3, 0, 0.15, false],
    ['FE', 30, 2, 2, 0, 0, 0, true],
    ['PE', 30, 2, 2, 1, 0, 0.05, true],
    ['PSF', 30, 2, 2, 1, 0, 0.05, true],
    ['SSS', 30, 0, 0, 0, 0, 0, false],
    ['R', 30, 1, 2, 0, 1, 0.1, false],
    ['FR', 30, 2, 3, 1, 1, 0.15, false],
    ['RF', 30, 2, 3, 1, 1, 0.15, false],
    ['PfPf', 30, 4, 4, 0, 0, 0, true],
    ['PpFf', 30, 4, 4, 2, 0, 0.1, false],
    ['PF'.repeat(15), 30, 20, 20, 19, 0, 0.95, false],
    ['PF'.repeat(15), 10, 10, 10, 9, 0, 0.45, false],
    [`${'P'.repeat(20)}${'F'.repeat(20)}`, 30, 20, 20, 0, 0, 0, true],
    [`${'p'.repeat(10)}${'P'.repeat(25)}`, 30, 25, 25, 0, 0, 0, false],
    ['R'.repeat(12), 30, 12, 24, 0, 12, 1, false],
  ] as const)('of %s in %d runs', (pattern, runs, counted, executions, flips, passedOnRetry, score, isBroken) => {
    const flakiness = flakinessOf(samplesOf(pattern), runs)
    expect({ ...flakiness, counted: flakiness.counted.length }).toMatchObject({
      counted,
      executions,
      flips,
      passedOnRetry,
      isBroken,
      score: expect.closeTo(score, 10),
      volume: expect.closeTo(score * counted, 10),
    })
  })
})

test.each([
  ['a flip to failed is that failure', 'PPF', 0],
  ['a flip to passed is the failure before it', 'PFP', 1],
  ['a flip that passed on retry is that result', 'PFR', 0],
  ['a pass on retry is that result', 'PR', 0],
])('the evidence of %s', (_, pattern, evidence) => {
  const samples = samplesOf(pattern).map((sample, index) => ({ ...sample, index }))
  expect(flakinessOf(samples, 30).lastFlake).toEqual({ at: samples[0], evidence: samples[evidence] })
})

test('a result that neither flips nor passes on retry is no flake', () => {
  expect(flakinessOf(samplesOf('PPP'), 30).lastFlake).toBeNull()
  const samples = samplesOf('FPPP')
  expect(flakinessOf(samples, 30).lastFlake?.at).toBe(samples[2])
})

test('a flake is over after seven days', () => {
  expect(flakySince(new Date('2026-02-08T00:00:00.000Z'))).toBe('2026-02-01T00:00:00.000Z')
})
