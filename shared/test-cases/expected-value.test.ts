import { describe, expect, test } from 'vitest'
import { canonicalDecimal, expectationProblem } from './expected-value.ts'

describe('canonicalDecimal', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['0.000', '0'],
    ['0e5', '0'],
    ['5', '5e0'],
    ['+5', '5e0'],
    ['-5', '-5e0'],
    ['1.10', '11e-1'],
    ['11e-1', '11e-1'],
    ['110E-2', '11e-1'],
    ['1000', '1e3'],
    ['1e+3', '1e3'],
    ['.5', '5e-1'],
    ['5.', '5e0'],
    [' 7\n', '7e0'],
    ['0012.3400', '1234e-2'],
    ['9007199254740993', '9007199254740993e0'],
    ['1e-400', '1e-400'],
  ])('the canonical form of %j is %j', (text, canonical) => {
    expect(canonicalDecimal(text)).toBe(canonical)
  })

  test.each([
    '',
    ' ',
    '.',
    '+',
    '-',
    'e5',
    '.e5',
    '5e',
    '1e5.5',
    '1,5',
    '1_000',
    '0x10',
    '0b1',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e400',
    '--5',
    '5 5',
    'five',
    '٥',
  ])('%j is not a finite decimal', (text) => {
    expect(canonicalDecimal(text)).toBeNull()
  })

  test('100,000 digits are read in under 500 ms', () => {
    const start = performance.now()
    expect(canonicalDecimal(`${'0'.repeat(100_000)}x`)).toBeNull()
    canonicalDecimal(`${'0'.repeat(50_000)}1${'0'.repeat(50_000)}`)
    canonicalDecimal(`0.${'0'.repeat(99_000)}1`)
    canonicalDecimal(`0.${'10'.repeat(49_000)}1`)
    expect(performance.now() - start).toBeLessThan(500)
  })
})

describe('expectationProblem', () => {
  test('a manual case with steps needs no expected value', () => {
    const steps = [{ action: 'Pay', expected: '' }]
    expect(expectationProblem({ type: 'manual', expectedValueType: null, expectedValue: null, steps })).toBeNull()
  })

  test.each([
    ['manual', 'string', 'ok'],
    ['manual', 'string', ' '],
    ['manual', 'number', '1.5e3'],
    ['manual', 'boolean', 'False'],
    ['auto', null, null],
    ['auto', 'number', null],
    ['auto', null, ''],
    ['auto', null, 'anything'],
    ['auto', 'boolean', 'true'],
  ] as const)(
    'a case of type %s accepts the value type %j with the value %j',
    (type, expectedValueType, expectedValue) => {
      expect(expectationProblem({ type, expectedValueType, expectedValue })).toBeNull()
    },
  )

  test.each([
    ['manual', null, 'ok', 'expectedValueType', 'Expected value type is required'],
    ['manual', null, null, 'expectedValueType', 'Expected value type is required'],
    ['manual', 'string', null, 'expectedValue', 'Expected value is required'],
    ['manual', 'string', '', 'expectedValue', 'Expected value is required'],
    ['manual', 'number', 'five', 'expectedValue', 'Expected value must be a number'],
    ['manual', 'number', '1e999', 'expectedValue', 'Expected value must be a number'],
    ['auto', 'number', 'five', 'expectedValue', 'Expected value must be a number'],
    ['manual', 'boolean', 'yes', 'expectedValue', 'Expected value must be true or false'],
    ['auto', 'boolean', '1', 'expectedValue', 'Expected value must be true or false'],
  ] as const)(
    'a case of type %s refuses the value type %j with the value %j',
    (type, expectedValueType, expectedValue, field, message) => {
      expect(expectationProblem({ type, expectedValueType, expectedValue })).toEqual({ field, message })
    },
  )
})
