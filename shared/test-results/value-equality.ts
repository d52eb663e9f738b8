import { canonicalDecimal } from '../test-cases/expected-value.ts'
import { mayBeRounded, uniformNumber } from '../test-cases/json-number.ts'

/**
 * Whether an actual value matches an expected one: as numbers for the type number, case-insensitively for boolean,
 * structurally if both are JSON objects or arrays, else as exact text.
 */
export function valuesAreEqual(expected: string, actual: string, type?: string | null): boolean {
  if (expected === actual) return true
  if (type === 'number') {
    const decimal = canonicalDecimal(expected)
    if (decimal !== null) return decimal === canonicalDecimal(actual)
  }
  if (type === 'boolean') return expected.trim().toLowerCase() === actual.trim().toLowerCase()
  const expectedJson = parseContainer(expected)
  const actualJson = expectedJson && parseContainer(actual)
  if (!actualJson || !jsonIsEqual(expectedJson, actualJson)) return false
  const isExact = !mayBeRounded(expected) && !mayBeRounded(actual)
  return isExact || jsonIsEqual(withNumbersAsText(expected), withNumbersAsText(actual))
}

/** The parsed object or array; null if the text is neither. */
function parseContainer(text: string): object | null {
  if (!/^\s*[[{]/.test(text)) return null
  try {
    return JSON.parse(text) as object
  } catch {
    return null
  }
}

const TEXT_OR_NUMBER = /"([^"\\]*(?:\\.[^"\\]*)*)"|-?\d[\d.eE+-]*/g

/**
 * Parses valid JSON with texts in place of numbers, which keep all digits. The first letter keeps them apart
 * from texts. Not by a reviver: older browsers do not tell it the digits, and deep nesting overflows its stack.
 */
function withNumbersAsText(json: string): unknown {
  return JSON.parse(
    json.replaceAll(TEXT_OR_NUMBER, (token, text?: string) =>
      text === undefined ? `"n${uniformNumber(token)}"` : `"t${text}"`,
    ),
  )
}

/** Deep equality of parsed JSON. The explicit stack keeps deep nesting from overflowing the call stack. */
function jsonIsEqual(left: unknown, right: unknown): boolean {
  const pairs: [unknown, unknown][] = [[left, right]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair
    if (a === b) continue
    if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false
    const keys = Object.keys(a)
    if (keys.length !== Object.keys(b).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false
      pairs.push([a[key], b[key]])
    }
  }
  return true
}

function isContainer(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null
}
