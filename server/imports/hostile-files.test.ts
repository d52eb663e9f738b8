import { expect, test } from 'vitest'
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

test('a file that takes too long is refused, and others are read meanwhile and afterwards', async () => {
  // Each paragraph repeats all open tags. On a fast machine they fill the memory after 800 ms.
  const tags = Array.from({ length: 1_000 }, (_, index) => `<b x${index}>`)
  const quick = async (caller: string) => await readApart(caller, Buffer.from('name\nA\n'), {})
  const isReadMeanwhile = async () => {
    // Starts both processes.
    await Promise.all([quick('a test'), quick('another')])
    const slow = readApart('a test', Buffer.from(csv(tags.join('<p>'))), {}, 300)
    const other = quick('another')
    const won = await Promise.race([slow.catch(() => false), other.then(() => true)])
    expect(await other).toMatchObject({ total: 1, refused: [] })
    await expect(slow).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'The file takes too long to read. Split it',
    })
    return won
  }
  // On a busy machine a small file may take as long.
  let won: unknown = false
  for (let races = 0; races < 5 && won !== true; races += 1) won = await isReadMeanwhile()
  expect(won).toBe(true)
  expect(await quick('a test')).toMatchObject({ total: 1, refused: [] })
})
