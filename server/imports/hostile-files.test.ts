import { describe, expect, test } from 'vitest'
import { readFile } from './read-file.ts'
import { toMarkdown } from './readers/markup.ts'

/* Small files that are dear to read. Reading them must not hold up other calls. */

const testRail = (custom: string) =>
  `<suite><sections><section><name>S</name><cases><case><title>T</title><custom>${custom}</custom></case></cases></section></sections></suite>`
const GIVEN = { name: '', caller: 'a test' }
const quoted = 'suite,name\nS,"'

describe('is refused', () => {
  test.each([
    ['a table of 1,001 columns', `name${',a'.repeat(1_000)}\n`, 'A file may have at most 1,000 columns'],
    ['a case of 10,001 elements', testRail('<x/>'.repeat(10_001)), 'A case has more than 10,000 elements (line 1)'],
  ])('%s', async (_, text, message) => {
    await expect(readFile(Buffer.from(text), GIVEN)).rejects.toMatchObject({ code: 'BAD_REQUEST', message })
  })
})

test.each([
  ['a long one', `<p>${'a'.repeat(40_000)}</p>`],
  ['one of more than 510 elements', '<div>'.repeat(511)],
])('HTML becomes Markdown, but not %s', (_, html) => {
  expect(toMarkdown('<p>Add <b>two</b> items</p>')).toBe('Add **two** items')
  expect(toMarkdown(html)).toBe(html)
})

test('unclosed tags are found in linear time', () => {
  const html = '<b'.repeat(19_000)
  expect(toMarkdown(html)).toBe(html)
})

test('a timer that is due runs while a cell of a table is read that never ends', async () => {
  let isDue = false
  const timer = setTimeout(() => (isDue = true), 1)
  await expect(readFile(Buffer.from(quoted + 'a'.repeat(4_000_000)), GIVEN)).rejects.toThrow('not valid CSV')
  clearTimeout(timer)
  expect(isDue).toBe(true)
})
