import { expect, it } from 'vitest'
import { formatPoints } from './points.ts'

it.each([
  [-0.03, '3 points'],
  [0.01, '1 point'],
  [0.0217, '2.2 points'],
  [-0.124, '12 points'],
  [0.0001, '<0.1 points'],
])('A difference of %s is written %s', (difference, text) => {
  expect(formatPoints(difference)).toBe(text)
})
