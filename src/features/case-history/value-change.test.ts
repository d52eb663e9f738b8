import { expect, test } from 'vitest'
import { type Seen, seenText, type ValueChange, valueChange } from './value-change.ts'

const seen = (actualValue: string | null, errorMessage: string | null = null, status: Seen['status'] = 'passed') => ({
  status,
  actualValue,
  errorMessage,
})

const CHANGES: [string, Seen, Seen | undefined, ValueChange][] = [
  ['the first run of a case', seen('200'), undefined, 'first'],
  ['an equal value', seen('200'), seen('200'), 'same'],
  ['another value', seen('404', null, 'failed'), seen('200'), 'changed'],
  ['two verdicts without a value', seen(null), seen(null, null, 'skipped'), 'same'],
  ['a value after a verdict alone', seen('200'), seen(null), 'changed'],
  ['another error', seen(null, 'timeout', 'failed'), seen(null, 'refused', 'failed'), 'changed'],
  ['a pending result', seen(null, null, 'pending'), seen('200'), 'first'],
  ['a run after a pending one', seen('200'), seen(null, null, 'pending'), 'first'],
]

test.each(CHANGES)('the value change of %s', (_, result, before, change) => {
  expect(valueChange(result, before)).toBe(change)
})

test('a result shows its value before its error', () => {
  expect([seenText(seen('404', 'wrong')), seenText(seen(null, 'wrong')), seenText(seen(null))]).toEqual([
    '404',
    'wrong',
    null,
  ])
})
