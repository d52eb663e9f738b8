import { describe, expect, test } from 'vitest'
import { counts, TESTRAIL_XML, useImports } from './testing.ts'

const { server, olga, now, send, cases, shown, detail } = await useImports()

const IMPORTED = [
  {
    suite: 'Cart',
    ref: 'C22475',
    name: 'Pays & gets a receipt',
    type: 'manual',
    priority: 'high',
    preconditions: 'Signed in',
    steps: ['Add **two** => Cart', 'Pay => Paid'],
  },
  {
    suite: 'Cart › Refunds',
    ref: 'C7',
    name: 'Refunds',
    type: 'auto',
    priority: 'low',
    preconditions: null,
    steps: [],
  },
]

describe('cases of TestRail', () => {
  test('XML keeps numbers, sections, steps and what has no place here', async () => {
    const preview = await send(TESTRAIL_XML, { dryRun: 'true' })
    expect([preview.status, ...counts(preview)]).toEqual([200, 2, 0, 0])
    expect(preview.body.kept).toEqual([
      { name: 'template', count: 1 },
      { name: 'estimate', count: 1 },
      { name: 'type', count: 1 },
      { name: 'custom_risk', count: 1 },
    ])
    expect(await cases()).toEqual([])
    const made = await send(TESTRAIL_XML, { name: 'cases.xml' })
    expect([made.status, ...counts(made)]).toEqual([201, 2, 0, 0])
    expect(await shown()).toMatchObject(IMPORTED)
    expect(await detail('C22475')).toMatchObject({
      externalKey: 'testrail:22475',
      references: ['PAY-1', 'PAY-2'],
      extras: { template: 'Test Case (Steps)', estimate: '5m', type: 'Functional', custom_risk: 'Money' },
    })
  })

  test('a second import of the same file leaves all unchanged, and one of an edited file changes only its fields', async () => {
    await send(TESTRAIL_XML)
    await server.patch(`/test-cases/${(await detail('C22475')).id}`, { tags: ['smoke'] }, olga)
    expect(counts(await send(TESTRAIL_XML))).toEqual([0, 0, 2])
    expect(counts(await send(TESTRAIL_XML.replace('>High<', '>Critical<')))).toEqual([0, 1, 1])
    expect(await detail('C22475')).toMatchObject({
      priority: 'critical',
      tags: ['smoke'],
      references: ['PAY-1', 'PAY-2'],
    })
  })

  const HEADER = 'ID,Title,Section Hierarchy,Priority,Type,References,Preconditions'
  const FORMS = {
    'one row with numbered cells': `\uFEFF${HEADER},Steps,Expected Result
C22475,Pays & gets a receipt,Cart,High,Functional,PAY-1,Signed in,"1. Add **two**
2. Pay","1. Cart
2. Paid"
C7,Refunds,Cart > Refunds,Low,Automated,,,,
`,
    'one row for each step': `${HEADER},Steps (Step),Steps (Expected Result)
C22475,Pays & gets a receipt,Cart,High,Functional,PAY-1,Signed in,Add **two**,Cart
C22475,,,,,,,Pay,Paid
C7,Refunds,Cart > Refunds,Low,Automated,,,,
`,
    'all columns of an export and a new template': `ID,Title,Section,Section Depth,Suite,Suite ID,Section Hierarchy,Priority,Type,References,Preconditions,Steps,Expected Result,Steps (new) (Step),Steps (new) (Expected Result)
C22475,Pays & gets a receipt,Cart,0,Master,S1,Cart,High,Functional,PAY-1,Signed in,,,"1. Add **two**
2. Pay","1. Cart
2. Paid"
C7,Refunds,Refunds,1,Master,S1,Cart > Refunds,Low,Automated,,,,,,
`,
  }
  test.each(Object.entries(FORMS))('CSV with %s gives the cases of the XML', async (_, file) => {
    const made = await send(file)
    expect([made.status, made.body.refused]).toEqual([201, []])
    expect(await shown()).toMatchObject(IMPORTED)
    expect(await detail('C7')).toMatchObject({ externalKey: 'testrail:7' })
  })

  const STEPS = {
    paragraphs: ['<p>1. Add</p><p>2. Pay</p>', '<p>1. Cart</p><p>2. Paid</p>'],
    'line breaks': ['1. Add<br>2. Pay', '1. Cart<br/>2. Paid'],
    'no-break spaces': ['<p>1.&nbsp;Add</p><p>2.&nbsp;Pay</p>', '1.\u00A0Cart\n2.\u00A0Paid'],
    'lines beside words in italics': ['1. <i>Add</i>\n2. Pay', '1. Cart\n2. Paid'],
    'lines after a link': ['1. Add\n2. Pay', '1. <a href="https://shop.example">Cart</a>\n2. Paid'],
  }
  test.each(Object.entries(STEPS))(
    'numbered steps with HTML %s are split, in CSV and XML',
    async (_, [steps, results]) => {
      const plain = (text: string) => text.replaceAll(/_|\[|\]\(.*?\)/g, '')
      const escaped = (text = '') => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      const quoted = (text = '') => text.replaceAll('"', '""')
      await send(`ID,Title,Section,Steps,Expected Result\nC1,Pays,Cart,"${quoted(steps)}","${quoted(results)}"\n`)
      await send(`<sections><section><name>Cart</name><cases><case><id>C2</id><title>Pays too</title><custom>
<steps>${escaped(steps)}</steps><expected>${escaped(results)}</expected></custom></case></cases></section></sections>`)
      const found = await shown()
      expect(found.map((each: any) => each.steps.map(plain))).toEqual([
        ['Add => Cart', 'Pay => Paid'],
        ['Add => Cart', 'Pay => Paid'],
      ])
    },
  )

  test('numbered steps with HTML are split in a table without a column of expectations', async () => {
    await send('ID,Title,Section,Steps\nC1,Pays,Cart,<p>1. Add</p><p>2. Pay</p>\n')
    expect((await detail('C1')).steps.map(({ action }: any) => action)).toEqual(['Add', 'Pay'])
  })

  test('XML keeps all values of a field with several, and sections without names are no part of the suite', async () => {
    const item = (id: number, value: string) => `<item><id>${id}</id><value>${value}</value></item>`
    await send(`<sections><section><name>Cart</name><sections><section><name></name><cases>
<case><id>C7</id><title>Pays</title><custom><os>${item(1, 'Win')}${item(2, 'Mac')}${item(3, '')}</os><tools><item>a</item><item>b</item></tools>
<none>${item(4, '')}</none></custom></case></cases></section></sections></section></sections>`)
    expect((await shown()).map(({ suite, ref }: any) => [suite, ref])).toEqual([['Cart', 'C7']])
    expect((await detail('C7')).extras).toEqual({ custom_os: 'Win\nMac', custom_tools: 'a\nb' })
  })

  test('a number above the highest that a file can claim gives a new ref, and says why', async () => {
    const file = 'ID,Title,Section\nC150000000,Pays,Cart\nC99999999,Refunds,Cart\n'
    const why = 'C150000000 is too high: numbers of files go up to C99999999; the case'
    expect((await send(file, { dryRun: 'true' })).body.notes).toEqual([{ row: 2, message: `${why} gets a new ref` }])
    expect((await send(file)).body.notes).toEqual([{ row: 2, message: `${why} is C100000000` }])
  })

  test('a number that another case has or had gives a new ref, and says so', async () => {
    const suite = await server.suite(olga, now.projectId)
    for (let index = 0; index < 7; index += 1) await server.testCase(olga, suite.id)
    const preview = await send(TESTRAIL_XML, { dryRun: 'true' })
    expect(preview.body.notes).toEqual([{ row: 2, message: 'C7 is taken; the case gets a new ref' }])
    const { body } = await send(TESTRAIL_XML)
    expect(body.notes).toEqual([{ row: 2, message: 'C7 is taken; the case is C22476' }])
  })
})

test('CSV of Qase joins its suites, reads its steps and claims its ids', async () => {
  const { body } =
    await send(`v2.id,title,description,preconditions,priority,type,automation,steps_actions,steps_result,suite_id,suite_parent_id,suite,suite_without_cases
,,,,,,,,,1,,Shop,1
,,,,,,,,,2,1,Cart,1
12,Pays,About,Signed in,high,functional,is-not-automated,"1. ""Add""
2. ""Pay""","1. ""Cart""
2. ""Paid""",2,,Cart,
13,Refunds,,,undefined,other,automated,,,2,,Cart,
`)
  expect(body.refused).toEqual([])
  const base = { suite: 'Shop › Cart' }
  expect(await shown()).toMatchObject([
    {
      ...base,
      ref: 'C12',
      name: 'Pays',
      type: 'manual',
      priority: 'high',
      preconditions: 'Signed in',
      steps: ['Add => Cart', 'Pay => Paid'],
    },
    { ...base, ref: 'C13', name: 'Refunds', type: 'auto', priority: 'medium', preconditions: null, steps: [] },
  ])
  expect(await detail('C12')).toMatchObject({ externalKey: 'qase:12', extras: { type: 'functional' } })
})

test('XML of TestLink keeps suites, importance, keywords and steps, with its HTML as Markdown', async () => {
  await send(`<?xml version="1.0"?><testsuite name="Shop"><testsuite name="Cart"><testcase internalid="5" name="Pays">
<summary><![CDATA[<p>About <em>paying</em></p>]]></summary><preconditions><![CDATA[<p>Signed in</p>]]></preconditions>
<execution_type><![CDATA[1]]></execution_type><importance><![CDATA[3]]></importance><version>2</version>
<steps><step><actions><![CDATA[<p>Add</p>]]></actions><expectedresults><![CDATA[<p>Cart</p>]]></expectedresults></step></steps>
<keywords><keyword name="smoke"/></keywords></testcase></testsuite></testsuite>`)
  expect(await shown()).toMatchObject([
    {
      suite: 'Shop › Cart',
      ref: 'C1',
      name: 'Pays',
      type: 'manual',
      priority: 'high',
      preconditions: 'Signed in',
      steps: ['Add => Cart'],
    },
  ])
  expect(await detail('C1')).toMatchObject({
    description: 'About _paying_',
    tags: ['smoke'],
    externalKey: 'testlink:5',
    extras: { version: '2' },
  })
})

test('XML of TestLink keeps custom fields aside, and requirements as references where they can be some', async () => {
  const field = (name: string, value: string) =>
    `<custom_field><name><![CDATA[${name}]]></name><value><![CDATA[${value}]]></value></custom_field>`
  const { body } = await send(`<testsuite name="Cart"><testcase internalid="7" name="Pays"><version>2</version>
<custom_fields>${field('Browser', 'Firefox')}${field('version', '3.1')}${field('Empty', '')}</custom_fields>
<requirements><requirement><doc_id>REQ-1</doc_id><title>Pay</title></requirement>
<requirement><doc_id>The shop pays</doc_id></requirement></requirements></testcase></testsuite>`)
  expect(body.kept).toEqual([
    { name: 'version', count: 1 },
    { name: 'Browser', count: 1 },
    { name: 'requirements', count: 1 },
  ])
  expect(await detail('C1')).toMatchObject({
    references: ['REQ-1'],
    extras: { version: '2\n3.1', Browser: 'Firefox', requirements: 'The shop pays' },
  })
})

test('Markdown gives suites, cases and numbered steps', async () => {
  await send('# Cart\n\n## Pays\n\nAbout it\n\n1. Add\n=> Cart\n2. Pay\n\n## Refunds\n')
  expect((await shown()).map(({ suite, name, steps }: any) => [suite, name, steps])).toEqual([
    ['Cart', 'Pays', ['Add => Cart', 'Pay => ']],
    ['Cart', 'Refunds', ['Refunds => ']],
  ])
})

test.each([
  ['nothing', '', 'The file has no cases'],
  ['JSON that is no list', '[1', 'not valid JSON'],
  ['other XML', '<a/>', 'Unrecognized XML. Supported: cases of TestRail and of TestLink'],
  [
    'a report of results',
    '<testsuite name="s"><testcase name="a" classname="s" time="1"/></testsuite>',
    'This is a report of test results and has no cases. Upload it to a run: assay upload FILE',
  ],
  ['a report of several suites', '<testsuites><testsuite/></testsuites>', 'This is a report of test results'],
  ['a DTD', '<!DOCTYPE a [<!ENTITY b "c">]><suite/>', 'A file must not contain a DTD'],
  ['no name', 'a,b\n1,2\n', 'The header has no column for the name of a case'],
])('%s answers 400', async (_, file, message) => {
  const { status, body } = await send(file)
  expect(status).toBe(400)
  expect(body.message).toContain(message)
})

test('a wrong mapping and a file that is too large answer 4xx', async () => {
  const { status, body } = await send('name\na\n', { mapping: '{' })
  expect([status, body.message]).toEqual([400, 'mapping must be JSON, such as {"Titel":"name","Owner":null}'])
  expect((await send('name\na\n', { mapping: '{"name":"nothing"}' })).status).toBe(400)
  expect((await send(Buffer.alloc(21 * 1024 * 1024, 'a'))).status).toBe(413)
})
