import { expect, test } from 'vitest'
import type { FoundTest } from '../reported-test.ts'
import { cleanName, cleanText } from './clean-text.ts'
import { singleTest } from './executions.ts'
import { IGNORING_SINK, tidySink } from './tidy-sink.ts'

function tidied(...tests: FoundTest[]) {
  const found = { tests: [] as FoundTest[], ignored: [] as string[], warnings: [] as string[] }
  const sink = tidySink(
    {
      ...IGNORING_SINK,
      test: (one) => void found.tests.push(one),
      ignore: (element, reason) => void found.ignored.push(`${element}: ${reason}`),
      warn: (text) => void found.warnings.push(text),
    },
    'None',
  )
  for (const one of tests) sink.test(one)
  sink.finish()
  return found
}

test('names above the limit are cut and stay distinct', () => {
  const [a, b] = ['a', 'b'].map((end) => 'n'.repeat(255) + end)
  const found = tidied(singleTest(['s'], a as string, {}), singleTest([a as string], b as string, {}))
  const names = found.tests.map(({ name }) => name)
  expect(names.every((name) => /^n{246}…[0-9a-f]{8}$/.test(name))).toBe(true)
  expect(new Set(names).size).toBe(2)
  expect(found.tests[1]?.suite).toEqual([names[0]])
  expect(found.warnings).toEqual(['3 names were longer than 255 characters, cut'])
})

test('a name within the limit is unchanged', () => {
  expect(tidied(singleTest(['s'], 'n'.repeat(255), {}))).toMatchObject({
    tests: [{ name: 'n'.repeat(255) }],
    warnings: [],
  })
})

test('a test named only by white space and control characters is ignored', () => {
  expect(tidied(singleTest(['s'], ' \u001b[31m\u0000 ', {}))).toMatchObject({
    tests: [],
    ignored: ['testcase: It has no name'],
  })
})

test('messages and traces are cut, and a trace equal to the message is dropped', () => {
  const found = tidied(
    singleTest([], 'a', { message: 'm'.repeat(10_001), trace: 't'.repeat(50_001) }),
    singleTest([], 'b', { message: ' m ', trace: 'm\n' }),
  )
  const [long, same] = found.tests.map(({ executions }) => executions[0])
  expect([long?.message?.length, long?.message?.at(-1), long?.trace?.length]).toEqual([10_000, '…', 50_000])
  expect(same).toMatchObject({ message: 'm', trace: null })
  expect(found.warnings).toEqual(['2 messages or traces were too long, cut'])
})

test.each([
  ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
  ['colours with the visible escape', '\u241b[31mred\u241b[39m', 'red'],
  ['one byte for two', '\u009b31mred', 'red'],
  ['links', '\u001b]8;;http://x\u001b\\text\u001b]8;;\u0007', 'text'],
  ['a title without end', '\u001b]0;title\nrest', '\nrest'],
  ['cursor moves', 'a\u001b[2K\u001b[1Gb\u001b(Bc', 'abc'],
  ['control characters', 'a\u0000\u0008b\tc\nd\u007f\ufffe', 'ab\tc\nd'],
  ['line breaks', 'a\r\nb\rc', 'a\nb\nc'],
  ['halves of characters', 'a\ud83d', 'a\ufffd'],
  ['nothing', 'plain [31m text', 'plain [31m text'],
])('cleaned of %s', (_title, given, clean) => {
  expect(cleanText(given)).toBe(clean)
})

test('a name is one line', () => {
  expect(cleanName('  a\n\tb \u00a0 c ')).toBe('a b c')
})

test('a test without a suite gets the default suite', () => {
  expect(tidied(singleTest(['', '\u001b[0m'], 'a', {})).tests).toMatchObject([{ suite: ['None'] }])
})

test('the number of distinct ignored elements is bounded', () => {
  const names = new Set<string>()
  const sink = tidySink({ ...IGNORING_SINK, ignore: (element) => void names.add(element) }, 'None')
  for (let index = 0; index < 1000; index += 1) sink.ignore(`e${index}`, 'unknown')
  sink.ignore('e1', 'unknown')
  expect([names.size, names.has('e1'), names.has('other')]).toEqual([101, true, true])
})
