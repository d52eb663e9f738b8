import { describe, expect, test } from 'vitest'
import { valuesAreEqual } from './value-equality.ts'

const MANY = '1'.repeat(400)

describe.each([
  ['number', '5', '5', true],
  ['number', '1.10', '1.1', true],
  ['number', '1.10', '1.11', false],
  ['number', '11e-1', '1.1', true],
  ['number', '1E3', '1000', true],
  ['number', '+5', '5', true],
  ['number', '-0', '0', true],
  ['number', '-0.0', '0e9', true],
  ['number', '-5', '5', false],
  ['number', '.5', '0.50', true],
  ['number', '5.', '5', true],
  ['number', ' 5 ', '5', true],
  ['number', '007', '7', true],
  ['number', '9007199254740993', '9007199254740992', false],
  ['number', '9007199254740993', '9007199254740993.0', true],
  ['number', '0.1', '0.1000000000000000000001', false],
  ['number', '1e-400', '0', false],
  ['number', '5', 'five', false],
  ['number', '5', '', false],
  ['number', '5', '0x5', false],
  ['number', '5', '5 apples', false],
  ['number', 'Infinity', 'Infinity', true],
  ['number', MANY, `${MANY}.0`, false],
  [null, '1.10', '1.1', false],
  ['string', '1.10', '1.1', false],
  [undefined, '5', ' 5', false],
  ['boolean', 'true', 'TRUE', true],
  ['boolean', 'True', ' true ', true],
  ['boolean', 'true', 'false', false],
  ['boolean', 'true', '1', false],
  ['boolean', 'true', '', false],
  ['string', 'true', 'TRUE', false],
  ['string', 'ok', 'ok', true],
  ['string', 'ok', 'OK', false],
  ['string', 'ok', 'ok ', false],
  ['string', '', '', true],
  ['string', 'é', 'e\u0301', false],
])('by the type %j', (type, expected, actual, equal) => {
  test(`${clip(expected)} ${equal ? 'equals' : 'does not equal'} ${clip(actual)}`, () => {
    expect(valuesAreEqual(expected, actual, type)).toBe(equal)
    expect(valuesAreEqual(expected, expected, type)).toBe(true)
  })
})

describe('two JSON objects or arrays are compared by structure:', () => {
  test.each([
    ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }', true],
    ['[1,2]', '[1, 2]', true],
    ['[1,2]', '[2,1]', false],
    ['[1]', '[1,1]', false],
    ['{"a":1}', '{"a":1,"b":null}', false],
    ['{"a":1}', '{"b":1}', false],
    ['{"a":{"b":[{"c":null}]}}', '{"a":{"b":[{"c":null}]}}\n', true],
    ['{"a":{"b":[{"c":null}]}}', '{"a":{"b":[{"c":0}]}}', false],
    ['{"a":"1"}', '{"a":1}', false],
    ['{"a":1.0}', '{"a":1}', true],
    ['[11e-1]', '[1.10]', true],
    ['[-0]', '[0]', true],
    ['{"id":1234567890123456789}', '{"id":1234567890123456788}', false],
    ['{"id":1234567890123456789}', '{ "id": 1234567890123456789.0 }', true],
    ['[0.1]', '[0.1000000000000000000001]', false],
    ['[0.1]', '[0.1000000000000000000000]', true],
    ['[9007199254740993]', '[9007199254740992]', false],
    ['[1e400]', '[2e400]', false],
    ['[1e400]', '[ 1e400 ]', true],
    ['[1e400]', '[null]', false],
    ['[1e-400]', '[0]', false],
    ['[9007199254740993]', '["9007199254740993"]', false],
    ['[1e400]', '["n1e400"]', false],
    ['["1e400",1e400]', '[ "1e400",1e400]', true],
    ['["1234567890123456789,1"]', '["1234567890123456788,1"]', false],
    ['{"\\\\":[1e22],"\\"1":2}', '{"\\"1":2,"\\u005c":[10e21]}', true],
    ['{"__proto__":1e400}', '{"__proto__":2e400}', false],
    ['{"a":1e22,1:2}', '{"a":1e22,1 :2}', false],
    ['{"a":null}', '{"a":false}', false],
    ['{"0":1}', '[1]', false],
    ['[]', '{}', false],
    ['{}', '{}', true],
    ['[{}]', '[0]', false],
    ['[{}]', '[null]', false],
    ['{"toString":1}', '{"a":1}', false],
    ['{"__proto__":1}', '{"x":1}', false],
    ['{"__proto__":{}}', '{"x":{}}', false],
    ['[1', '[1 ', false],
    ['"a"', ' "a"', false],
    ['null', ' null', false],
    ['5', ' 5', false],
  ])('%s and %s: %s', (expected, actual, equal) => {
    expect(valuesAreEqual(expected, actual)).toBe(equal)
    expect(valuesAreEqual(actual, expected)).toBe(equal)
  })

  test('nesting of 50,000 levels does not overflow the stack', () => {
    const nest = (inside: string) => '['.repeat(50_000) + inside + ']'.repeat(50_000)
    expect(valuesAreEqual(nest('1'), nest(' 1'))).toBe(true)
    expect(valuesAreEqual(nest('1'), nest('2'))).toBe(false)
    const wrap = (inside: string) => '{"a":'.repeat(15_000) + inside + '}'.repeat(15_000)
    expect(valuesAreEqual(wrap('1'), wrap(' 1'))).toBe(true)
    expect(valuesAreEqual(wrap('1'), wrap('[]'))).toBe(false)
  })

  test('a large document is compared quickly', () => {
    const keys = Array.from({ length: 5000 }, (_, index) => `"k${index}":[${index}]`)
    const start = performance.now()
    expect(valuesAreEqual(`{${keys.join()}}`, `{${keys.toReversed().join()}}`)).toBe(true)
    expect(performance.now() - start).toBeLessThan(500)
  })

  test('nesting of 50,000 levels around a long number does not overflow the stack', () => {
    const nest = (inside: string) => '['.repeat(50_000) + inside + ']'.repeat(50_000)
    expect(valuesAreEqual(nest('1e400'), nest(' 1e400'))).toBe(true)
    expect(valuesAreEqual(nest('1e400'), nest('2e400'))).toBe(false)
  })
})

function clip(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
