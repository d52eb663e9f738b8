import { expect, test } from 'vitest'
import { toMarkdown } from './readers/markup.ts'
import { readApart } from './reading.ts'
import { useImports } from './testing.ts'
import { workbookOf } from './testing-workbooks.ts'

/* Small files that are dear to read. Reading them must not hold up other calls. */

const { server, olga, send } = await useImports()

const testRail = (custom: string) =>
  `<suite><sections><section><name>S</name><cases><case><title>T</title><custom>${custom}</custom></case></cases></section></sections></suite>`
const testLink = (summary: string) =>
  `<testsuite name="S"><testcase name="T"><summary><![CDATA[${summary}]]></summary></testcase></testsuite>`
const csv = (cell: string) => `name,description\nA,"${cell}"\n`
const long = 'a'.repeat(9_000)
const tooLong = 'Description must be at most 10,000 characters long'

test('writes of another project are answered while expensive files are read', async () => {
  const { id: elsewhere } = await server.project(olga)
  const { id } = await server.testCase(olga, (await server.suite(olga, elsewhere)).id)
  let answered = 0
  const during = async (file: string) => {
    const reading = { isOver: false }
    const over = send(file, { dryRun: 'true' }).finally(() => (reading.isOver = true))
    for (; !reading.isOver; answered++)
      expect((await server.patch(`/test-cases/${id}`, { description: `${answered}` }, olga)).status).toBe(200)
    const { body } = await over
    return body.message ?? body.refused[0]?.message
  }
  expect(await during(`${'a,'.repeat(60_000)}\n`)).toBe('A file may have at most 1,000 columns')
  expect(await during(csv('<p><b>a</b>'.repeat(3_500)))).toBe(tooLong)
  expect(await during(`suite,name\nS,"${'a'.repeat(3_000_000)}`)).toContain('not valid CSV')
  expect(await during(`# S\n## C\n${'1. a\n'.repeat(10_000)}`)).toBe('A test case may have at most 100 steps')
  expect(await during(testLink('<p>a</p>'.repeat(4_900)))).toBe(tooLong)
  // If a file stopped the server, two for each would be answered at most: before and after it.
  expect(answered).toBeGreaterThan(10)
})

const repeated = Array.from({ length: 4_000 }, (_, index) => [`Case ${index}`, long, long])

test.each([
  ['a case of 10,001 elements', testRail('<x/>'.repeat(10_001)), 'A case has more than 10,000 elements (line 1)'],
  ['a cell of too many steps', `suite,name,steps\nS,A,"${'1. a\n'.repeat(2_000_000)}"\n`, 'needs too much memory'],
  [
    'a workbook that repeats a long text',
    workbookOf([['name', 'description', 'preconditions'], ...repeated]),
    'more than 64 MB of text',
  ],
])('%s is refused', async (_, file, message) => {
  await expect(readApart('a test', Buffer.from(file), {})).rejects.toThrow(message)
})

test('a file that takes too long is refused, and the next one is read', async () => {
  const nested = Buffer.from(csv('<pre><code>'.repeat(3_500)))
  await expect(readApart('a test', nested, {}, 1_000)).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The file takes too long to read. Split it',
  })
  expect(await readApart('a test', Buffer.from('name\nA\n'), {})).toMatchObject({ total: 1, refused: [] })
})

test.each([
  ['a long one', `<p>${'a'.repeat(40_000)}</p>`],
  ['one that is nested too deeply', '<table><tr><td>'.repeat(2_600)],
])('HTML becomes Markdown, but not %s', (_, html) => {
  expect(toMarkdown('<p>Add <b>two</b> items</p>')).toBe('Add **two** items')
  expect(toMarkdown(html)).toBe(html)
})

test('unclosed tags are found in linear time', () => {
  const html = '<b'.repeat(19_000)
  expect(toMarkdown(html)).toBe(html)
})
