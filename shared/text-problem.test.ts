import { expect, test } from 'vitest'
import { name, optionalValue, search, text } from './fields.ts'
import { VALUE_MAX } from './limits.ts'
import { SearchedText } from './test-cases/search.ts'
import { nameProblem, textProblem } from './text-problem.ts'

test.each([
  '',
  'Refund',
  'é'.repeat(255),
  '😀'.repeat(255),
  '😀'.repeat(256),
  'x'.repeat(256),
  'a\0b',
  `\0${'x'.repeat(256)}`,
])('The problem of the name %j is that of its schema', (text) => {
  const { error } = name('Case name').safeParse(text)
  expect(nameProblem('Case name', text)).toBe(error?.issues[0]?.message ?? null)
})

test.each([
  '',
  'ok',
  'x'.repeat(VALUE_MAX),
  'x'.repeat(VALUE_MAX + 1),
  '😀'.repeat(VALUE_MAX),
  '😀'.repeat(VALUE_MAX + 1),
  'a\0b',
])('The problem of the value %# is that of its schema', (text) => {
  const { error } = optionalValue('Value').safeParse(text)
  expect(textProblem('Value', text, VALUE_MAX)).toBe(error?.issues[0]?.message ?? null)
})

test.each([
  ['a name', name('Name'), 255],
  ['a text', text('Text'), 10_000],
  ['a search', search('q'), 255],
  ['a search of cases', SearchedText, 10_000],
  ['a value', optionalValue('Value'), VALUE_MAX],
])('%s counts an emoji as one character', (_, schema, max) => {
  expect(schema.safeParse('😀'.repeat(max)).success).toBe(true)
  expect(schema.safeParse('😀'.repeat(max + 1)).success).toBe(false)
})
