import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PRIORITIES } from '#shared/test-cases/case-enums.ts'
import { useCaseFiles } from './case-files-testing.ts'
import { assay, environmentOf } from './testing.ts'

const { server, olga, folder, now, file, importing, contentOf } = await useCaseFiles()

describe('exporting and importing', () => {
  const STRANGE = [
    '=1+1',
    '+1',
    '-1',
    '@x',
    "'quoted'",
    "'=quoted",
    '-5',
    '@',
    '"q"',
    'a,b;c\td',
    'line\nline\r\nline\rline',
    ' padded ',
    'ü ☃ 𝄞',
    '""',
    '#',
    '\u00a0',
  ]

  test.each([
    ['csv', []],
    ['json', []],
    ['markdown', []],
    ['csv', ['--safe']],
  ])(
    'an exported %s file imports the same cases in the same order into another project, with options %j',
    async (format, options) => {
      const [first, second, third] = [
        await server.suite(olga, now.project.id, 'B'),
        await server.suite(olga, now.project.id, 'A'),
        await server.suite(olga, now.project.id, '=A;"B"'),
      ]
      for (const [index, expectedValue] of STRANGE.entries())
        await server.testCase(olga, first.id, {
          name: `=case ${index}`,
          expectedValue,
          description: index % 2 ? `d\n${expectedValue}` : null,
          preconditions: index % 3 ? `p\n${expectedValue}` : null,
          steps: index % 2 ? STRANGE.map((text) => ({ action: `Do ${text}`, expected: text })) : [],
          priority: PRIORITIES[index % PRIORITIES.length],
          tags: STRANGE.slice(index, index + 3).filter((tag) => tag.trim() !== ''),
          references: index % 2 ? [`PAY-${index}`, 'https://tracker.example.com/?q=a,b', `"quoted"`] : [],
        })
      await server.testCase(olga, second.id, {
        name: 'twice',
        type: 'auto',
        expectedValueType: null,
        expectedValue: null,
      })
      await server.testCase(olga, second.id, {
        name: 'twice',
        type: 'auto',
        expectedValueType: 'string',
        expectedValue: '',
        automationKey: 'k1',
      })
      await server.testCase(olga, second.id, {
        name: 'twice',
        type: 'auto',
        expectedValueType: 'string',
        expectedValue: null,
        automationKey: 'k2',
      })
      await server.testCase(olga, third.id, { expectedValueType: 'number', expectedValue: '1.10' })
      const path = join(folder, `export.${format}`)
      expect(
        (await assay(['cases', 'export', '--format', format, ...options, '--output', path], { env: now.env })).code,
      ).toBe(0)
      const other = await server.project(olga, 'Copy')
      const { code, stdout } = await assay(['cases', 'import', path, '--ignore-refs'], {
        env: environmentOf(server.url, other),
      })
      expect([code, stdout]).toEqual([
        0,
        `${STRANGE.length + 4} cases created, 0 updated, 0 unchanged; 3 suites created\n`,
      ])
      expect(await contentOf(other.id)).toEqual(await contentOf())
      expect((await importing(path)).stdout).toBe(
        `0 cases created, 0 updated, ${STRANGE.length + 4} unchanged; 0 suites created\n`,
      )
    },
  )

  test('export without --output writes to stdout', async () => {
    await server.testCase(olga, (await server.suite(olga, now.project.id)).id)
    const { stdout } = await assay(['cases', 'export'], { env: now.env })
    expect(stdout)
      .toBe(`"suite","name","type","expectedValueType","expectedValue","description","automationKey","preconditions","ref","steps","priority","tags","references","externalKey","extras"
"Payments","Pays by card","manual","string","ok",,,,"C1",,"medium",,,,
`)
    expect(JSON.parse((await assay(['cases', 'export', '--json'], { env: now.env })).stdout)).toMatchObject([
      {
        suite: 'Payments',
        name: 'Pays by card',
        description: null,
        ref: 'C1',
        steps: [],
        priority: 'medium',
        tags: [],
      },
    ])
  })
})

test('cases export --safe puts an apostrophe before what a spreadsheet could run, and leaves numbers', async () => {
  const suite = await server.suite(olga, now.project.id, '@S')
  await server.testCase(olga, suite.id, {
    name: '=HYPERLINK("x")',
    description: '-1+1',
    preconditions: '+x',
    tags: ['-slow', '@fast'],
  })
  await server.testCase(olga, suite.id, {
    name: 'Minus',
    expectedValueType: 'number',
    expectedValue: '-5',
    steps: [{ action: '=x' }],
  })
  const { code, stdout } = await assay(['cases', 'export', '--safe'], { env: now.env })
  const [header, first, second] = stdout.split('\n')
  expect([code, header?.split(',')[0]]).toEqual([0, `"'suite"`])
  expect(first).toBe(
    `"'@S","'=HYPERLINK(""x"")","manual","string","ok","'-1+1",,"'+x","C1",,"medium","'-slow, @fast",,,`,
  )
  expect(second).toBe(`"'@S","Minus","manual","number","-5",,,,"C2","1. =x","medium",,,,`)
  expect((await importing(file(stdout))).stdout).toBe('0 cases created, 0 updated, 2 unchanged; 0 suites created\n')
})

test('cases export --safe is refused for JSON', async () => {
  const { code, stderr } = await assay(['cases', 'export', '--safe', '--format', 'json'], { env: now.env })
  expect([code, stderr]).toEqual([2, 'assay: --safe is for CSV: no spreadsheet runs JSON\n'])
})
