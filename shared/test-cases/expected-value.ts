import type { CaseType, ValueType } from './test-case.ts'

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

/**
 * The canonical form of a decimal number: '1.10' and '11e-1' both give '11e-1'. Null if the text is not a finite
 * decimal. It stays text, because floats lose digits: '9007199254740993' would equal '9007199254740992'.
 */
export function canonicalDecimal(text: string): string | null {
  const match = DECIMAL.exec(text.trim())
  if (!match || !Number.isFinite(Number(text))) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.slice(0, digits.length - trailingZeros(digits))
  if (significant === '') return whole + fraction === '' ? null : '0'
  const scale = Number(exponent) - fraction.length + (digits.length - significant.length)
  return `${sign === '-' ? '-' : ''}${significant}e${scale}`
}

/** A loop, because the regular expression `0+$` takes quadratic time on long runs of zeros. */
function trailingZeros(digits: string): number {
  let zeros = 0
  while (digits.at(-1 - zeros) === '0') zeros++
  return zeros
}

type Expectation = {
  type: CaseType
  expectedValueType: ValueType | null
  expectedValue: string | null
  steps?: readonly unknown[]
}
type Problem = { field: 'expectedValueType' | 'expectedValue'; message: string }

/**
 * The problem with the expected value of a case, or null. A manual case without steps needs a type and a value, and a
 * value must match its type.
 */
export function expectationProblem({ type, expectedValueType, expectedValue, steps }: Expectation): Problem | null {
  if (type === 'manual' && !steps?.length) {
    if (expectedValueType === null) return { field: 'expectedValueType', message: 'Expected value type is required' }
    if (expectedValue === null || expectedValue === '')
      return { field: 'expectedValue', message: 'Expected value is required' }
  }
  if (expectedValue === null) return null
  if (expectedValueType === 'number' && canonicalDecimal(expectedValue) === null)
    return { field: 'expectedValue', message: 'Expected value must be a number' }
  if (expectedValueType === 'boolean' && !/^(true|false)$/i.test(expectedValue.trim()))
    return { field: 'expectedValue', message: 'Expected value must be true or false' }
  return null
}
