import { expect, test } from 'vitest'
import { lastDigestTime } from './digest.ts'

// 2026-11-23 is a Monday.
test.each([
  ['2026-11-26T06:00:00.000Z', '2026-11-26', '2026-11-23'],
  ['2026-11-26T05:59:59.999Z', '2026-11-25', '2026-11-23'],
  ['2026-11-23T05:59:59.999Z', '2026-11-22', '2026-11-16'],
  ['2026-11-23T06:00:00.000Z', '2026-11-23', '2026-11-23'],
  ['2026-11-29T23:00:00.000Z', '2026-11-29', '2026-11-23'],
  ['2027-01-01T01:00:00.000Z', '2026-12-31', '2026-12-28'],
])('at %s the last daily digest was due on %s, the last weekly one on %s, at 06:00 UTC', (now, daily, weekly) => {
  const at = (period: 'daily' | 'weekly') => lastDigestTime(period, Date.parse(now)).toISOString()
  expect([at('daily'), at('weekly')]).toEqual([`${daily}T06:00:00.000Z`, `${weekly}T06:00:00.000Z`])
})
