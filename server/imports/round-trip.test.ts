import { expect, test } from 'vitest'
import { CASE_EXPORT_FORMATS } from '#shared/exports/export.ts'
import type { CaseRecord } from '#shared/test-cases/case-record.ts'
import { newFields } from '#shared/test-cases/test-case.ts'
import { PRIORITIES } from '#shared/test-cases/case-enums.ts'
import { CASE_FORMATS } from '../exports/cases/case-formats.ts'
import { useTestServer } from '../testing/use-server.ts'
import { readFile } from './read-file.ts'

/** Texts that a spreadsheet, a format, or cells of steps or tags could misread. */
const PIECES = [
  [
    '1. ',
    '2) ',
    '10.',
    '=>',
    '=> ',
    ' => ',
    '\\',
    '\\\\',
    '-',
    '=',
    '+',
    '@',
    "'",
    '"',
    '""',
    ',',
    ';',
    '＝',
    '\t',
    '#',
  ],
  [
    ' ',
    '\n',
    '\n',
    '\n',
    '\r',
    '\r\n',
    '\u2028',
    '\u00a0',
    'a',
    'B',
    'ü',
    '😀',
    '1',
    'word',
    'null',
    '[]',
    '<b>',
    '**',
  ],
  ['\n# ', '\n## ', '\n### Steps\n', '\n### preconditions\n', '\n1. ', '\n```\n', '\n~~~ sh\n', '- ref: C5\n', '&amp;'],
].flat()

/** A seeded source, equal in every run. */
function source(seed: number) {
  let state = seed
  const below = (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
  const text = (pieces: number) =>
    Array.from({ length: below(pieces) }, () => PIECES[below(PIECES.length)])
      .join('')
      .slice(0, 48)
      .toWellFormed()
      .trim()
  return { below, text }
}

function strangeCases(count: number): CaseRecord[] {
  const { below, text } = source(7)
  const orNull = (pieces: number) => text(pieces) || null
  const distinct = (words: string[]) => [...new Map(words.map((word) => [word.toLowerCase(), word])).values()]
  const words = () => distinct(Array.from({ length: below(5) }, () => text(5)).filter((word) => word !== ''))
  return Array.from({ length: count }, (_, index) => ({
    suite: `${text(3)} suite ${Math.floor(index / 50)}`.trim(),
    name: text(6) || 'A',
    type: 'auto',
    expectedValueType: index % 3 === 0 ? 'string' : null,
    expectedValue: index % 3 === 0 ? `${text(4)}${index % 2 ? '' : ' '}` : null,
    description: orNull(12),
    automationKey: `${text(3)}k${index}`,
    preconditions: orNull(9),
    ref: `C${count * 2 - index}`,
    steps: Array.from({ length: below(4) }, () => ({ action: text(12) || 'a', expected: text(9) })),
    priority: PRIORITIES[index % PRIORITIES.length] as 'low',
    tags: words(),
    references: index % 2 ? [`PAY-${index}`, 'https://tracker.example.com/?q=a,b', '"quoted"'] : [],
    externalKey: index % 2 ? `x:${index}` : null,
    extras: index % 4 ? {} : { estimate: text(4), list: [1, { a: null }] },
  }))
}

async function fileOf(cases: CaseRecord[], format: keyof typeof CASE_FORMATS, isSafe: boolean): Promise<string> {
  const chunks = async function* () {
    for (let from = 0; from < cases.length; from += 100) yield cases.slice(from, from + 100)
  }
  let file = ''
  for await (const piece of CASE_FORMATS[format].write(chunks(), isSafe)) file += piece
  return file
}

test.each([
  ['csv', false],
  ['csv', true],
  ['markdown', false],
  ['json', false],
] as const)('1,000 cases with strange texts come back from %s exactly, guarded: %s', async (format, isSafe) => {
  const cases = strangeCases(1_000)
  const file = await fileOf(cases, format, isSafe)
  const read = await readFile(Buffer.from(file), {})
  expect([read.format, read.refused]).toEqual([format, []])
  const found = read.cases.map(({ suite, claim, given }) => ({ suite, ref: `C${claim}`, ...newFields(given as never) }))
  expect(found).toEqual(cases)
})

const server = await useTestServer()
const olga = await server.person('Olga')
const { id: original } = await server.project(olga)

async function exported(projectId: string, format: string) {
  const address = `${server.url}/api/projects/${projectId}/test-cases/export?format=${format}`
  const response = await fetch(address, { headers: { authorization: olga.authorization } })
  return { file: await response.text(), count: response.headers.get('x-total-count') }
}

async function imported(projectId: string, file: string) {
  const { status, headers, body } = await server.importCases(olga, projectId, file)
  expect([status, body.message]).toEqual([202, undefined])
  const address = (headers.get('location') as string).replace('/api', '')
  await expect
    .poll(async () => (await server.get(address, olga)).body, { timeout: 60_000 })
    .toMatchObject({ isDone: true, created: 1_000, refused: [], notes: [] })
}

test('1,000 cases exported as CSV, Markdown or JSON, imported into an empty project and exported again are equal byte for byte', async () => {
  await imported(original, await fileOf(strangeCases(1_000), 'json', false))
  for (const format of CASE_EXPORT_FORMATS) {
    const first = await exported(original, format)
    expect(first.count).toBe('1000')
    const { id: copy } = await server.project(olga, 'Copy')
    await imported(copy, first.file)
    expect((await exported(copy, format)).file).toBe(first.file)
    const again = await server.importCases(olga, copy, first.file, { dryRun: 'true' })
    expect([again.body.created, again.body.updated, again.body.unchanged]).toEqual([0, 0, 1_000])
  }
})
