import { expect, test } from 'vitest'
import { filledSteps, ofShownSteps } from './step-problems.ts'

const EMPTY = { action: '', expected: ' ' }
const OPEN = { action: 'Open the cart', expected: '' }
const HALF = { action: '', expected: 'One line' }

test('empty rows are no steps', () => {
  expect(filledSteps([EMPTY, OPEN, EMPTY, HALF])).toEqual([OPEN, HALF])
})

test('a problem of a step is shown in its row', () => {
  expect(ofShownSteps([EMPTY, OPEN, EMPTY, HALF], { 'steps.1.action': 'Required', name: 'Required' })).toEqual({
    'steps.3.action': 'Required',
    name: 'Required',
  })
})
