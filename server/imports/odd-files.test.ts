import { describe, expect, test } from 'vitest'
import { counts, TESTRAIL_XML, useImports } from './testing.ts'

const { send, shown, detail } = await useImports()

const names = async () => (await shown()).map(({ suite, ref, name }: any) => [suite, ref, name])

describe('tables', () => {
  test("the line that tells Excel the separator is no header, and its separator is the table's", async () => {
    const { body } = await send('\ufeffsep=|\r\nID|Title|Section\r\nC7|Pays; cash|Cart\r\nC8|"a|b"|Cart\r\n')
    expect(counts({ body })).toEqual([2, 0, 0])
    expect(await names()).toEqual([
      ['Cart', 'C7', 'Pays; cash'],
      ['Cart', 'C8', 'a|b'],
    ])
    const bad = await send(`"sep=;"\n\nTitle;Section\n${'n'.repeat(256)};Cart\n`)
    expect(bad.body.message).toBe('row 3: Test case name must be at most 255 characters long')
  })

  test('the header of a CSV file is its first row with a text, and separators in quotes do not count', async () => {
    const { body } = await send('\n,,,\n"Notes; a; b; c",Title,Section,\nx,Pays,Cart,\n,,,\n')
    expect(counts({ body })).toEqual([1, 0, 0])
    expect(await names()).toEqual([['Cart', 'C1', 'Pays']])
    expect((await detail('C1')).extras).toEqual({ 'Notes; a; b; c': 'x' })
  })

  test('a row that repeats the ID of its case without a step adds nothing', async () => {
    const header = 'ID,Title,Section,Steps (Step),Steps (Expected Result)'
    const rows = ['C1,Pays,Cart,Add,Cart', 'C1,Pays,Cart,,', 'C1,Pays,Cart,Pay,Paid', 'C2,Refunds,Cart,,', 'C2,,,,']
    const { body } = await send([header, ...rows].join('\n'))
    expect([counts({ body }), body.notes, body.refused]).toEqual([[2, 0, 0], [], []])
    expect(await shown()).toMatchObject([
      { ref: 'C1', name: 'Pays', steps: ['Add => Cart', 'Pay => Paid'] },
      { ref: 'C2', name: 'Refunds', steps: ['Refunds => '] },
    ])
  })

  test('the columns of Zephyr and Xray are known by their headers', async () => {
    const script = 'Test Script (Step-by-Step)'
    const zephyr = [
      `Key,Name,Precondition,Folder,Priority,${script} - Step,${script} - Test Data,${script} - Expected Result`,
      'QA-T1,Pays,Signed in,/Cart,High,Add,two,Cart',
      ',,,,,Pay,,Paid',
    ]
    await send(zephyr.join('\n'))
    const xray = [
      'Issue Id;Issue Key;Test Type;Test Summary;Test Priority;Action;Data;Expected Result',
      '1;QA-1;Manual;Refunds;Low;Ask;;Asked',
      '1;;;;;Wait;;Refunded',
    ]
    await send(xray.join('\r\n'))
    expect(await shown()).toMatchObject([
      { suite: '/Cart', name: 'Pays', preconditions: 'Signed in', steps: ['Add => Cart', 'Pay => Paid'] },
      { suite: 'Imported', name: 'Refunds', priority: 'low', steps: ['Ask => Asked', 'Wait => Refunded'] },
    ])
  })
})

describe('UTF-16', () => {
  const CASE = { suite: 'Корзина', name: 'Оплата' }
  const named = (xml: string) => xml.replaceAll('Cart', CASE.suite).replace('Pays &amp; gets a receipt', CASE.name)
  const files: [format: string, text: string][] = [
    ['csv', 'Section\tTitle\r\nКорзина\tОплата\r\n'],
    ['json', JSON.stringify([CASE])],
    ['markdown', '# Корзина\r\n\r\n## Оплата\r\n'],
    ['gherkin', '# language: en\nFeature: Корзина\n  Scenario: Оплата\n    Then paid\n'],
    ['testrail-xml', named(TESTRAIL_XML).replace('"1.0"', '"1.0" encoding="UTF-16"')],
  ]

  test.each(files)('a %s file is read in either order of bytes', async (format, text) => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le')
    const { body } = await send(little)
    expect([body.format, body.refusedCount]).toEqual([format, 0])
    expect((await shown())[0]).toMatchObject(CASE)
    const again = await send(Buffer.from(little).swap16())
    expect(counts(again)).toEqual([0, 0, body.total])
  })
})

test('a file of TestLink that leaves out keywords and texts leaves those of the cases', async () => {
  const whole = '<importance>3</importance><summary>About</summary><keywords><keyword name="smoke"/></keywords>'
  const fileOf = (name: string, content: string) =>
    `<testsuite name="Cart"><testcase internalid="1" name="${name}">${content}</testcase></testsuite>`
  await send(fileOf('Pays', whole))
  expect(counts(await send(fileOf('Pays by card', '')))).toEqual([0, 1, 0])
  const kept = { name: 'Pays by card', priority: 'high', description: 'About', tags: ['smoke'] }
  expect(await shown()).toMatchObject([kept])
  await send(fileOf('Pays by card', '<importance>1</importance><summary/><keywords/>'))
  expect(await shown()).toMatchObject([{ priority: 'low', description: null, tags: [] }])
})

test('a case of a JSON file without a name is refused in words', async () => {
  const { body } = await send('[{"suite":"Cart","title":"Pays"}]')
  expect(body.message).toBe('row 1: Test case name is required')
})

describe('JSON of Qase', () => {
  const PAYS = {
    id: 22,
    title: 'Pays',
    description: '<p>About <b>money</b></p>',
    preconditions: 'Signed in',
    postconditions: 'Signed out',
    priority: 'high',
    severity: 'major',
    type: 'functional',
    behavior: 'positive',
    automation: 'is-not-automated',
    status: 'actual',
    is_flaky: 'no',
    milestone: null,
    custom_fields: [],
    steps_type: 'classic',
    steps: [
      { position: 1, action: 'Add', expected_result: 'Cart', data: 'two', steps: [] },
      {
        position: 2,
        action: 'Pay',
        expected_result: '',
        data: '',
        steps: [{ action: 'Confirm', expected_result: 'Paid' }],
      },
    ],
    tags: ['smoke', 'a, b'],
    params: { browser: ['firefox'] },
  }
  const REFUNDS = { id: 7, title: 'Refunds', priority: 'undefined', automation: 'automated', steps: [], tags: [] }
  const FILE = {
    suites: [
      { id: 1, title: 'Cart', cases: [PAYS], suites: [{ id: 2, title: 'Refunds', suites: [], cases: [REFUNDS] }] },
    ],
  }

  test('suites and cases become what the CSV of Qase would give, and are found again', async () => {
    const { body } = await send(JSON.stringify(FILE, null, 2))
    expect([body.format, counts({ body }), body.notes]).toEqual(['json', [2, 0, 0], []])
    expect(await shown()).toEqual([
      {
        suite: 'Cart',
        ref: 'C22',
        name: 'Pays',
        type: 'manual',
        priority: 'high',
        description: 'About **money**',
        preconditions: 'Signed in',
        tags: ['smoke', 'a, b'],
        steps: ['Add => Cart', 'Pay => ', 'Confirm => Paid'],
      },
      {
        suite: 'Cart › Refunds',
        ref: 'C7',
        name: 'Refunds',
        type: 'auto',
        priority: 'medium',
        description: null,
        preconditions: null,
        tags: [],
        steps: [],
      },
    ])
    const { externalKey, extras } = await detail('C22')
    expect([externalKey, extras]).toEqual([
      'qase:22',
      {
        postconditions: 'Signed out',
        severity: 'major',
        type: 'functional',
        behavior: 'positive',
        status: 'actual',
        is_flaky: 'no',
        steps_type: 'classic',
        steps_data: '1. two',
        params: { browser: ['firefox'] },
      },
    ])
    expect(counts(await send(JSON.stringify(FILE)))).toEqual([0, 0, 2])
    const csv = 'v2.id,title,suite,steps_actions\n22,Pays,Cart,"1. Add"\n'
    expect((await send(csv, { dryRun: 'true' })).body).toMatchObject({ created: 0, updated: 1 })
  })

  test('a case without a title is refused by its position, and other objects have no cases', async () => {
    const { status, body } = await send(
      JSON.stringify({ suites: [{ title: 'Cart', cases: [REFUNDS, { id: 8 }, 'x'] }] }),
    )
    expect([status, body.issues.map(({ message }: any) => message)]).toEqual([
      400,
      ['row 2: Test case name is required', 'row 3: it is no case'],
    ])
    for (const file of ['{"config":{},"suites":[{"title":"a","specs":[]}]}', '{"suites":7}'])
      expect((await send(file)).body.message).toBe('The file has no cases')
    expect((await send('{"name":"a"}')).body.message).toBe(
      'The file is not a JSON array of cases, and no export of Qase',
    )
  })
})
