import { expect, test } from 'vitest'
import { contradicts } from './contradicts.ts'
import type { ResultStatus } from './result-status.ts'

test.each<[ResultStatus, string | null, string | null, string | null, boolean]>([
  ['passed', '404', '200', 'number', true],
  ['passed', '200.0', '200', 'number', false],
  ['failed', '200.0', '200', 'number', true],
  ['error', '200', '200', 'number', true],
  ['failed', '404', '200', 'number', false],
  ['error', '404', '200', 'number', false],
  ['skipped', '404', '200', 'number', false],
  ['pending', '200', '200', 'number', false],
  ['failed', 'TRUE', 'true', 'boolean', true],
  ['failed', '{"a":1,"b":2}', '{"b":2,"a":1}', 'string', true],
  ['passed', '', 'ok', null, true],
  // Nothing recorded, or nothing to compare with.
  ['passed', null, '200', 'number', false],
  ['failed', null, '200', 'number', false],
  ['failed', '404', null, null, false],
  ['passed', '404', null, null, false],
])(
  '%s with the value %j and the expectation %j of type %j: %j',
  (status, actualValue, expectedValue, type, expected) => {
    expect(contradicts({ status, actualValue, expectedValue, expectedValueType: type })).toBe(expected)
  },
)
