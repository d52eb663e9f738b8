import { expect, it } from 'vitest'
import { emptySummary } from '#shared/test-runs/summary.ts'
import type { TrendPoint } from '#shared/quality/quality.ts'
import { medianOf, mediansOf, passRatesOf } from './trend-points.ts'

const entry = (passed: number, failed: number, durationMs: number | null): TrendPoint => ({
  run: { id: `${passed} ${failed}`, description: null, createdAt: '2026-01-31T12:00:00.000Z' } as TrendPoint['run'],
  summary: { ...emptySummary(), total: 10, passed, failed },
  durationMs,
  newFailures: 0,
})

it('A median lies between the two in the middle', () => {
  expect(medianOf([9, 1, 5])).toBe(5)
  expect(medianOf([4, 1, 9, 2])).toBe(3)
})

it('The line of pass rates leaves out runs in which nothing was executed', () => {
  expect(passRatesOf([entry(9, 1, 0), entry(0, 0, 0), entry(1, 3, 0)]).map(({ value }) => value)).toEqual([0.9, 0.25])
})

it('The median duration looks back on five runs that have a duration', () => {
  const trend = [100, 900, null, 200, 100, 100, 100, 700].map((durationMs) => entry(1, 0, durationMs))
  expect(mediansOf(trend).map(({ value }) => value)).toEqual([100, 500, 200, 150, 100, 100, 100])
})
