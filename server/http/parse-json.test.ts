import { describe, expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

const parsed = (text: string) => parseJson(Buffer.from(text))
const BLANKS = ' '.repeat(40_000)
const TEXT = JSON.stringify('x'.repeat(40_000))
const many = (count: number, text: string) => Array.from({ length: count }, () => text).join()

describe('JSON that is parsed in slices is what JSON.parse makes of it', () => {
  test.each<[string, string]>([
    ['a short one', '{"a":[1,{"b":null}],"c":"é"}'],
    ['a long list', `[${many(20_000, '1.50')}]`],
    ['a list of objects', `{"results":[${many(3_000, '{"name":"a, ] } \\" \\\\","n":[1,2]}')}]}`],
    ['an object with many names', `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":${at}`).join()}}`],
    ['a long text between others', `{"a": 1 , "b" : ${TEXT}, "c":[2, ${TEXT} ,3 ] }`],
    ['large lists in large lists', `[[${TEXT},[${TEXT}]],{"a":{"b":[${TEXT}],"c":[]}},[${BLANKS}],{${BLANKS}}]`],
    ['much space', `${BLANKS}{${BLANKS}"a"${BLANKS}:${BLANKS}[${BLANKS}1${BLANKS},${BLANKS}2]${BLANKS}}${BLANKS}`],
    ['a name that is given twice', `{"a":1,"b":[${TEXT}],"a":[${TEXT}],"b":2}`],
    ['the name __proto__', `{"__proto__":{"a":[${TEXT}]},"b":{"__proto__":1,"c":${TEXT}}}`],
    ['a text in UTF-8', JSON.stringify({ a: ['é😀\u0000'.repeat(20_000)], 'é😀': 'é'.repeat(40_000) })],
    ['a text alone', TEXT],
    ['nesting up to the limit', `${'['.repeat(1000)}${TEXT}${']'.repeat(1000)}`],
  ])('%s', async (_, text) => {
    const value = await parsed(text)
    expect(value).toEqual(JSON.parse(text))
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
  })

  test('after a byte order mark', async () => {
    expect(await parsed(`\ufeff{"a":1}`)).toEqual({ a: 1 })
  })
})

test.each([
  ['a half alone', '{"a":"x\\ud800y"}', { a: 'x\ufffdy' }],
  ['halves in the wrong order', '["\\udC00\\uD800"]', ['\ufffd\ufffd']],
  ['a whole pair', '["\\ud83D\\ude00\\ud83d"]', ['😀\ufffd']],
  ['an escaped backslash before', '["\\\\ud800", "\\\\\\ud800"]', ['\\ud800', '\\\ufffd']],
  ['a name', '{"\\udfff":1}', { '\ufffd': 1 }],
])('half a surrogate pair becomes the character that databases store for it: %s', async (_, text, value) => {
  expect(await parsed(text)).toEqual(value)
  expect(await parsed(`{"a":[${TEXT}],"b":${text}}`)).toMatchObject({ b: value })
})

describe('malformed JSON is refused as such', () => {
  test.each([
    '{',
    '',
    ' ',
    "{'a':1}",
    '{"a":1}x',
    `[${TEXT},]`,
    `[,${TEXT}]`,
    `[${TEXT},,[${TEXT}]]`,
    `[[${TEXT}],]`,
    `[[${TEXT}] 1]`,
    `[1 [${TEXT}]]`,
    `{"a" [${TEXT}]}`,
    `{"a":[${TEXT}],}`,
    `{[${TEXT}]}`,
    `{"a":[${TEXT}}`,
    `{"a":[${TEXT}}]`,
    `[${TEXT}`,
    `"${TEXT}`,
    `{"a":"${'x'.repeat(40_000)}\\"}`,
    `[${TEXT}]]`,
    `[${TEXT}][${TEXT}]`,
    `x[${TEXT}]`,
    `[${many(20_000, '01')}]`,
    `{"a":[${TEXT}],"actualValue":01}`,
  ])('%j', async (text) => {
    await expect(parsed(text)).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'The body is not valid JSON' })
  })
})

describe('JSON that is dear to hold is refused', () => {
  test.each<[string, string, RegExp]>([
    ['deep lists', '['.repeat(1001) + ']'.repeat(1001), /nested deeper than 1000 levels/],
    ['lists that never close', '['.repeat(1_000_000), /nested deeper than 1000 levels/],
    ['deep objects', '{"":'.repeat(1001) + '0' + '}'.repeat(1001), /nested deeper than 1000 levels/],
    ['a wide list', `[${many(50_001, '0')}]`, /more than 50000 entries/],
    ['many names', `{${Array.from({ length: 50_001 }, (_, at) => `"${at}":0`).join()}}`, /more than 50000 entries/],
    ['many objects', `[${many(40, `[${many(20_000, '{}')}]`)}]`, /more than 600000 lists and objects/],
    ['many values', `[${many(50, `[${many(49_000, '0')}]`)}]`, /more than 2000000 values/],
  ])('%s', async (_, text, message) => {
    await expect(parsed(text)).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringMatching(message) })
  })
})

const BATCH = { 0: { actualValue: '1.0' }, 1: { results: [{ actualValue: '2.0' }] } }
const MCP = { params: { arguments: { cases: [{ expectedValue: '1.0' }] } } }
const INSIDE = { extras: { actualValue: 1 }, actualValue: { actualValue: 1 } }
const LARGE_INSIDE = { extras: { a: [JSON.parse(TEXT)], actualValue: 1 }, actualValue: '1.0' }

describe('a number as a test value keeps its text', () => {
  test.each<[string, unknown]>([
    ['{"actualValue":1.0}', { actualValue: '1.0' }],
    [
      '{"expectedValue" :\n -12345678901234567890e-5 , "other":1.0}',
      { expectedValue: '-12345678901234567890e-5', other: 1 },
    ],
    [
      '{"results":[{"actualValue":0}],"actualValue":[1.0],"Value":2}',
      { results: [{ actualValue: '0' }], actualValue: [1], Value: 2 },
    ],
    ['{"name":"\\"actualValue\\":1.0,","x\\"actualValue":1.0}', { name: '"actualValue":1.0,', 'x"actualValue': 1 }],
    [`{"a":[${TEXT}],"actualValue":1.0,"b":[${TEXT}]}`, expect.objectContaining({ actualValue: '1.0' })],
    ['{"actualValue":"1.0","expectedValue":null}', { actualValue: '1.0', expectedValue: null }],
    ['{"0":{"actualValue":1.0},"1":{"results":[{"actualValue":2.0}]}}', BATCH],
    ['{"params":{"arguments":{"cases":[{"expectedValue":1.0}]}}}', MCP],
    [
      '[{"expectedValue":1.0,"extras":{"expectedValue":1.0}}]',
      [{ expectedValue: '1.0', extras: { expectedValue: 1 } }],
    ],
    ['{"extras":{"actualValue":1.0},"actualValue":{"actualValue":1.0}}', INSIDE],
    [`{"extras":{"a":[${TEXT}],"actualValue":1.0},"actualValue":1.0}`, LARGE_INSIDE],
  ])('%j', async (text, value) => {
    expect(await parsed(text)).toEqual(value)
  })
})

test('a timer that is due runs while a large body is parsed', async () => {
  const text = `{"a":[${many(200, `[${many(2_000, '{"a":1}')}]`)}]}`
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await parsed(text)
  isDone = true
  expect(turns).toBeGreaterThan(5)
})
