import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { zipOf } from '../test-reports/testing-files.ts'
import { useImports } from './testing.ts'
import { workbookFiles, workbookOf } from './testing-workbooks.ts'

const { restart, send, shown, detail } = await useImports()

describe('workbooks', () => {
  const HEADER = ['ID', 'Title', 'Section Hierarchy', 'Priority', 'Type', 'Steps (Step)', 'Steps (Expected Result)']
  const ROWS = [
    ['C22475', 'Pays & gets a <receipt>', 'Cart > Cards', 'High', 'Functional', 'Add', 'Cart'],
    ['C22475', '', '', '', '', 'Pay', 'Paid'],
    ['C7', 'Refunds', 'Cart', 'Low', 'Automated', '', ''],
  ]

  test('a workbook and the two forms of CSV of TestRail give equal cases', async () => {
    const form1 = [
      HEADER.map((name) =>
        name.replace('Steps (Step)', 'Steps').replace('Steps (Expected', 'Expected').replace(')', ''),
      ),
      ['C22475', ROWS[0]?.[1], 'Cart > Cards', 'High', 'Functional', '1. Add\n2. Pay', '1. Cart\n2. Paid'],
      ROWS[2] as string[],
    ].map((row) => row.map((text) => `"${text}"`).join(','))
    const form2 = [HEADER, ...ROWS].map((row) => row.map((text) => `"${text}"`).join(','))
    const files = [form1.join('\n'), form2.join('\n'), workbookOf([HEADER, ...ROWS])]
    const found: unknown[] = []
    for (const file of files) {
      await restart()
      const { status, body } = await send(file)
      expect([status, body.created, body.notes]).toEqual([201, 2, []])
      found.push(await shown())
    }
    expect(found[2]).toMatchObject([
      { suite: 'Cart › Cards', ref: 'C22475', name: 'Pays & gets a <receipt>', steps: ['Add => Cart', 'Pay => Paid'] },
      { suite: 'Cart', ref: 'C7', type: 'auto', priority: 'low', steps: [] },
    ])
    expect(found[0]).toEqual(found[2])
    expect(found[1]).toEqual(found[2])
  })

  test('a workbook of UnitTCMS gives its cases, with adjacent rows of one title as steps', async () => {
    const { body } = await send(
      workbookOf([
        'title description priority type preConditions expectedResults automationStatus template step expectedStepResult'.split(
          ' ',
        ),
        ['Pays', 'About', 'critical', 'security', 'Signed in', 'Paid', 'automated', 'step', 'Add', 'Cart'],
        ['Pays', 'About', 'critical', 'security', 'Signed in', 'Paid', 'automated', 'step', 'Pay', 'Paid'],
        ['Refunds', null, 'low', 'other', 'Paid', 'Refunded', 'automation-not-required', 'text', null, null],
      ]),
    )
    expect([body.created, body.refused, body.format]).toEqual([2, [], 'xlsx'])
    const base = { suite: 'Imported', tags: [] }
    expect(await shown()).toEqual([
      {
        ...base,
        ref: 'C1',
        name: 'Pays',
        type: 'auto',
        priority: 'critical',
        description: 'About',
        preconditions: 'Signed in',
        steps: ['Add => Cart', 'Pay => Paid'],
      },
      {
        ...base,
        ref: 'C2',
        name: 'Refunds',
        type: 'manual',
        priority: 'low',
        description: null,
        preconditions: 'Paid',
        steps: ['Refunds => Refunded'],
      },
    ])
    expect((await detail('C1')).extras).toEqual({ type: 'security', template: 'step', expectedResults: 'Paid' })
  })

  test('cells of any kind are read as texts, below the first row that has one', async () => {
    const file = workbookOf([
      [null],
      ['Summary', 'Labels', null, 'Count', 'Done', 'Day', 'Labels'],
      ['Pays', 'a, b', 'lost?', 1.1, true, new Date('2026-01-31'), 'c'],
    ])
    const preview = await send(file, { dryRun: 'true' })
    expect(preview.body).toMatchObject({ format: 'xlsx', created: 1, missing: [], refusedCount: 0 })
    expect(preview.body.columns).toEqual([
      { name: 'Summary', field: 'name', guess: 'name', samples: ['Pays'] },
      { name: 'Labels', field: 'tags', guess: 'tags', samples: ['a, b'] },
      { name: 'Column 3', field: null, guess: null, samples: ['lost?'] },
      { name: 'Count', field: null, guess: null, samples: ['1.1'] },
      { name: 'Done', field: null, guess: null, samples: ['true'] },
      { name: 'Day', field: null, guess: null, samples: ['2026-01-31'] },
      { name: 'Labels (2)', field: null, guess: null, samples: ['c'] },
    ])
    await send(file, { mapping: JSON.stringify({ Labels: 'tags', 'Labels (2)': 'tags', Done: null }) })
    expect(await detail('C1')).toMatchObject({
      tags: ['a', 'b', 'c'],
      extras: { 'Column 3': 'lost?', Count: '1.1', Done: 'true', Day: '2026-01-31' },
    })
  })

  test('a bad row of a workbook is named by its number in the spreadsheet', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ['Cart', index === 15 ? 'n'.repeat(256) : `Case ${index}`])
    const { status, body } = await send(workbookOf([['suite', 'name'], ...rows]))
    expect([status, body.message]).toEqual([400, 'row 17: Test case name must be at most 255 characters long'])
    expect(await shown()).toEqual([])
  })
})

const memory = () => Number(/RssAnon:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024

describe('hostile files', () => {
  const files = workbookFiles([['name'], ['Pays']])
  const sheet = files['xl/worksheets/sheet1.xml'] as string
  const far = sheet.replace('</sheetData>', '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>')

  test.each([
    ['a workbook that unpacks to 150 MB', zipOf({ ...files, 'xl/a.xml': Buffer.alloc(150 * 1024 * 1024) }), 413],
    ['a workbook whose directory lies', zipOf({ ...files, 'xl/a.xml': Buffer.alloc(60 * 1024 * 1024) }, 100), 400],
    ['a workbook with a cell in the last row and column', zipOf({ ...files, 'xl/worksheets/sheet1.xml': far }), 413],
    ['a damaged workbook', workbookOf([['name'], ['Pays']]).subarray(0, -30), 400],
    ['a zip file without features', zipOf({ 'a.txt': 'a' }), 400],
    ['XML with a DTD', '<!DOCTYPE a [<!ENTITY b "c">]><suite/>', 400],
    ['a feature that is too long', `Feature: a\n${' '.repeat(1024 * 1024)}`, 413],
  ])('%s is refused within 300 MB', { timeout: 60_000 }, async (_, file, expected) => {
    let peak = 0
    const before = memory()
    const timer = setInterval(() => (peak = Math.max(peak, memory() - before)), 5)
    const { status } = await send(file)
    clearInterval(timer)
    expect(status).toBe(expected)
    expect(peak).toBeLessThan(300)
  })
})

const FEATURE = `# language: en
@checkout
Feature: Cart
  Background:
    Given a customer
      | name | Ada |

  @C12 @smoke
  Scenario: Pays
    Given an item
    When it is paid
    And confirmed
      """
      by mail
      """
    Then a receipt is sent
    And the cart is empty

  Rule: Refunds
    Background:
      Given a receipt

    Scenario Outline: Refunds <amount>
      Some words.

      When <amount> is refunded
      Then <left> is left

      Examples: some
        | amount | left |
        | 1      | 2 \\| |
`

describe('features', () => {
  const CART = { suite: 'Cart', ref: 'C12', name: 'Pays', type: 'auto', priority: 'medium', description: null }
  const PAYS = {
    ...CART,
    tags: ['checkout', 'smoke'],
    preconditions: '- a customer\n\n| name | Ada |\n| --- | --- |\n- an item',
    steps: ['it is paid => ', 'confirmed\n\n```\nby mail\n``` => a receipt is sent\nthe cart is empty'],
  }
  const REFUNDS = {
    suite: 'Cart › Refunds',
    ref: 'C13',
    name: 'Refunds <amount>',
    type: 'auto',
    priority: 'medium',
    tags: ['checkout'],
    description: 'Some words.\n\n**Examples: some**\n\n| amount | left |\n| --- | --- |\n| 1 | 2 \\| |',
    preconditions: '- a customer\n\n| name | Ada |\n| --- | --- |\n- a receipt',
    steps: ['<amount> is refunded => <left> is left'],
  }

  test('a feature file gives its scenarios, with backgrounds, tables, texts and examples', async () => {
    const { body } = await send(FEATURE, { name: 'features/cart.feature' })
    expect([body.format, body.created, body.refused, body.notes]).toEqual(['gherkin', 2, [], []])
    expect(await shown()).toEqual([PAYS, REFUNDS])
    expect((await detail('C12')).automationKey).toBeNull()
    expect((await detail('C13')).automationKey).toBe('features/cart.feature:Refunds <amount>')
    expect((await send(FEATURE, { name: 'features/cart.feature', dryRun: 'true' })).body.unchanged).toBe(2)
  })

  test('a zip file of features gives the scenarios of all, and names the file of a mistake', async () => {
    const files = {
      'b/cart.feature': FEATURE,
      'a/other.feature': 'Feature: Other\n  Scenario: Works\n    Then it works\n',
      '__MACOSX/a/._other.feature': 'nothing',
      'README.md': '# Features',
    }
    const { body } = await send(zipOf(files))
    expect([body.format, body.created]).toEqual(['gherkin', 3])
    expect((await shown()).map(({ suite, name, steps }: any) => [suite, name, steps[0]])).toEqual([
      ['Other', 'Works', '— => it works'],
      ['Cart', 'Pays', PAYS.steps[0]],
      ['Cart › Refunds', 'Refunds <amount>', REFUNDS.steps[0]],
    ])
    const { status, body: bad } = await send(
      zipOf({ ...files, 'c.feature': 'Feature: a\n  Scenario: b\n    Given c\n    Nonsense\n' }),
    )
    expect([status, bad.message]).toEqual([400, expect.stringMatching(/^row 4: c\.feature: .*\(4:5\)/s)])
  })

  test('a feature in another language is known by its first line', async () => {
    const { body } = await send(
      '# language: de\nFunktionalität: Korb\n  Szenario: Zahlt\n    Wenn gezahlt wird\n    Dann ist es gut\n',
    )
    expect([body.format, body.created]).toEqual(['gherkin', 1])
    expect(await shown()).toMatchObject([{ suite: 'Korb', name: 'Zahlt', steps: ['gezahlt wird => ist es gut'] }])
  })
})
