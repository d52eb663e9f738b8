import { expect, it } from 'vitest'
import { formatPassRate, formatPoints } from './pass-rate.ts'

it.each([
  [1, '100%'],
  [0.9999, '>99%'],
  [0.994, '99%'],
  [0.9565, '96%'],
  [0.004, '<1%'],
  [0, '0%'],
])('A pass rate of %s is written %s', (rate, text) => {
  expect(formatPassRate(rate)).toBe(text)
})

it.each([
  [-0.03, '3 points'],
  [0.01, '1 point'],
  [0.0217, '2.2 points'],
  [-0.124, '12 points'],
  [0.0001, '<0.1 points'],
])('A difference of %s is written %s', (difference, text) => {
  expect(formatPoints(difference)).toBe(text)
})
