import { beforeEach, describe, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'
import { ARRIVING, deleteExpiredImports, findPendingImport } from './imports.repository.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
})

const send = async (file: string | Uint8Array, query: Record<string, string> = {}) =>
  await server.importCases(olga, project.id, file, query)
const counts = ({ body }: { body: any }) => [body.created, body.updated, body.unchanged]
const suites = async () => (await server.get(`/projects/${project.id}`, olga)).body.testSuites
const cases = async () => (await suites()).flatMap((suite: any) => suite.testCases)
const shown = async () =>
  (await suites()).flatMap((suite: any) =>
    suite.testCases.map((testCase: any) => ({
      suite: suite.name,
      ref: testCase.ref,
      name: testCase.name,
      type: testCase.type,
      priority: testCase.priority,
      preconditions: testCase.preconditions,
      steps: testCase.steps.map(({ action, expected }: any) => `${action} => ${expected}`),
    })),
  )
const detail = async (ref: string) => (await server.get(`/projects/${project.id}/test-cases/${ref}`, olga)).body

const TESTRAIL_XML = `<?xml version="1.0"?><suite><id>S1</id><name>Master</name><sections>
<section><name>Cart</name><cases>
<case><id>C22475</id><title>Pays &amp; gets a receipt</title><template>Test Case (Steps)</template><type>Functional</type>
<priority>High</priority><estimate>5m</estimate><references>PAY-1, PAY-2</references>
<custom><preconds>Signed in</preconds><steps_separated><step><index>1</index><content>&lt;p&gt;Add &lt;b&gt;two&lt;/b&gt;&lt;/p&gt;</content>
<expected>Cart</expected></step><step><index>2</index><content>Pay</content><expected>Paid</expected></step></steps_separated>
<risk><id>2</id><value>Money</value></risk></custom></case></cases>
<sections><section><name>Refunds</name><cases><case><id>C7</id><title>Refunds</title><type>Automated</type><priority>Low</priority></case></cases></section></sections>
</section></sections></suite>`

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
    expect(await shown()).toEqual(IMPORTED)
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
    expect(await shown()).toEqual(IMPORTED)
    expect(await detail('C7')).toMatchObject({ externalKey: 'testrail:7' })
  })

  test('a number that another case has or had gives a new ref, and says so', async () => {
    const suite = await server.suite(olga, project.id)
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
  expect(await shown()).toEqual([
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
  expect(await shown()).toEqual([
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

test('Markdown gives suites, cases and numbered steps', async () => {
  await send('# Cart\n\n## Pays\n\nAbout it\n\n1. Add\n=> Cart\n2. Pay\n\n## Refunds\n')
  expect((await shown()).map(({ suite, name, steps }: any) => [suite, name, steps])).toEqual([
    ['Cart', 'Pays', ['Add => Cart', 'Pay => ']],
    ['Cart', 'Refunds', ['Refunds => ']],
  ])
})

test('the columns of any table are guessed, or mapped by the call and remembered by the project', async () => {
  const file = 'Titel,Folder,Owner\nPays,Cart,Ada\nRefunds,Cart,\n'
  expect((await send(file)).status).toBe(400)
  const unnamed = await send(file, { dryRun: 'true' })
  expect([unnamed.status, unnamed.body]).toMatchObject([200, { missing: ['name'], created: 0, refusedCount: 0 }])
  const columns = [
    { name: 'Titel', field: null, guess: null, samples: ['Pays', 'Refunds'] },
    { name: 'Folder', field: 'suite', guess: 'suite', samples: ['Cart'] },
    { name: 'Owner', field: null, guess: null, samples: ['Ada'] },
  ]
  expect(unnamed.body.columns).toEqual(columns)
  const mapping = JSON.stringify({ Titel: 'name' })
  const mapped = columns.map((column) => (column.name === 'Titel' ? { ...column, field: 'name' } : column))
  const preview = await send(file, { dryRun: 'true', mapping })
  expect(preview.body).toMatchObject({ columns: mapped, missing: [], created: 2, suitesCreated: 1 })
  await send(file, { mapping })
  expect(await detail('C1')).toMatchObject({ name: 'Pays', extras: { Owner: 'Ada' } })
  const again = await send(file, { dryRun: 'true' })
  expect([counts(again), again.body.columns]).toEqual([[0, 0, 2], mapped])
})

test('a preview lists the changes, and what is imported otherwise than written', async () => {
  const suite = await server.suite(olga, project.id, 'Cart')
  await server.testCase(olga, suite.id, {
    name: 'Pays',
    expectedValueType: null,
    expectedValue: null,
    steps: [{ action: 'Pay' }],
    automationKey: 'K1',
  })
  await server.testCase(olga, suite.id, { name: 'Total', expectedValueType: 'number', expectedValue: '5' })
  const file = `suite,name,type,expectedValue,automationKey,description
Cart,Total,manual,five,,Sum
Other,Pays,auto,,K1,![a](b.png) and ![c](d.png)
Other,New,auto,,K1,
`
  const { body } = await send(file, { dryRun: 'true' })
  expect(body.changes).toEqual([
    { row: 2, kind: 'update', suite: 'Cart', name: 'Total', ref: 'C2', fields: ['description'] },
    { row: 3, kind: 'update', suite: 'Cart', name: 'Pays', ref: 'C1', fields: ['description'] },
    { row: 4, kind: 'create', suite: 'Other', name: 'New', ref: null, fields: [] },
  ])
  expect(body.notes).toEqual([
    { row: 2, message: 'Expected value must be a number; what is expected stays' },
    { row: 3, message: 'the case stays manual' },
    { row: 3, message: 'the case stays in suite Cart' },
    { row: 4, message: 'another case has the automation key K1' },
  ])
  expect(body).toMatchObject({ pictures: 2, suitesCreated: 1, created: 1, updated: 2, unchanged: 0 })
  const made = await send(file)
  expect(made.body).toMatchObject({ pictures: 2, suitesCreated: 1, created: 1, updated: 2, notes: body.notes })
  const { body: list } = await server.get(`/projects/${project.id}/imports`, olga)
  expect(list).toEqual([made.body])
})

test('a file without steps leaves the steps of a case, and one of another tool keeps ids that are no numbers', async () => {
  const steps = '[{"suite":"S","name":"A","steps":[{"action":"Pay","expected":"Paid"}],"tags":["smoke"]}]'
  await send(steps)
  expect(counts(await send('suite,name,description\nS,A,About\n'))).toEqual([0, 1, 0])
  expect(await detail('C1')).toMatchObject({ steps: [{ action: 'Pay', expected: 'Paid' }], tags: ['smoke'] })
  await send('ID,Test case,Folder\nLOGIN-A,Signs in,S\nTC-7,Signs out,S\n')
  expect(await detail('C8')).toMatchObject({ name: 'Signs in', extras: { ID: 'LOGIN-A' } })
  expect(await detail('C7')).toMatchObject({ name: 'Signs out' })
})

test('ignoreRefs ignores the numbers of a file', async () => {
  await send('ref,suite,name\nC9,S,A\n', { ignoreRefs: 'true' })
  expect((await cases()).map(({ ref }: any) => ref)).toEqual(['C1'])
})

describe('a bad row', () => {
  const rows = Array.from({ length: 30 }, (_, index) => `Cart,${index === 15 ? 'n'.repeat(256) : `Case ${index}`}`)
  const file = ['suite,name', ...rows].join('\n')

  test('a bad row is named, and nothing is written', async () => {
    expect((await send(file, { dryRun: 'true' })).body.refused).toMatchObject([{ row: 17 }])
    const { status, body } = await send(file)
    expect([status, body.message]).toEqual([400, 'row 17: Test case name must be at most 255 characters long'])
    expect(body.issues).toMatchObject([{ path: ['rows', 17] }])
    expect(await suites()).toEqual([])
  })

  test('a bad row can be skipped', async () => {
    const made = await send(file, { skipRefused: 'true' })
    expect([made.status, made.body.created, made.body.refused.length]).toEqual([201, 29, 1])
  })
})

test('rows of one name match the cases of this name in turn', async () => {
  const file = 'suite,name\nCart,Pays\nCart,Pays\n'
  expect(counts(await send(file))).toEqual([2, 0, 0])
  expect(counts(await send(file))).toEqual([0, 0, 2])
})

test('a key that another case has is left out, and told', async () => {
  const suite = await server.suite(olga, project.id, 'Other')
  await server.testCase(olga, suite.id, { automationKey: 'K1', externalKey: 'x:1' })
  const { body } = await send('suite,name,automationKey\nCart,Pays,K2\nCart,Refunds,K2\n')
  expect(body.notes).toEqual([{ row: 3, message: 'another case has the automation key K2' }])
  expect((await cases()).map(({ automationKey }: any) => automationKey)).toEqual(['K1', 'K2', null])
})

test('an undo moves created cases to the trash, restores updated ones and leaves those changed since', async () => {
  await send('suite,name,priority\nCart,Pays,low\nCart,Refunds,low\n')
  const { body } = await send('suite,name,priority\nCart,Pays,high\nCart,Refunds,high\nCart,Ships,high\n')
  expect([body.created, body.updated]).toEqual([1, 2])
  await server.patch(`/test-cases/${(await detail('C2')).id}`, { tags: ['mine'] }, olga)
  const undo = async () => await server.post(`/projects/${project.id}/imports/${body.id}/undo`, undefined, olga)
  const undone = await undo()
  expect([undone.status, undone.body]).toEqual([200, { trashed: 1, restored: 1, left: 1 }])
  expect((await cases()).map(({ name, priority }: any) => [name, priority])).toEqual([
    ['Pays', 'low'],
    ['Refunds', 'high'],
  ])
  expect((await undo()).status).toBe(409)
  const [deletion] = (await server.get(`/projects/${project.id}/deletions`, olga)).body
  await server.post(`/projects/${project.id}/deletions/${deletion.id}/restore`, undefined, olga)
  expect(await cases()).toHaveLength(3)
})

test('the preview of an XML of 2,000 cases writes nothing, the import goes on after its answer, and a second one changes nothing', async () => {
  const section = (name: string, from: number) =>
    `<section><name>${name}</name><cases>${Array.from(
      { length: 1_000 },
      (_, index) => `<case><id>C${2_000 - from - index}</id><title>Case ${from + index}</title></case>`,
    ).join('')}</cases></section>`
  const file = `<sections>${section('Cart', 0)}${section('Refunds', 1_000)}</sections>`
  const preview = await send(file, { dryRun: 'true' })
  expect([counts(preview), preview.body.suitesCreated]).toEqual([[2_000, 0, 0], 2])
  expect([preview.body.changes.length, await suites()]).toEqual([1_000, []])
  const { status, headers, body } = await send(file)
  expect([status, body.total]).toEqual([202, 2_000])
  const location = headers.get('location') as string
  expect(location).toBe(`/api/projects/${project.id}/imports/${body.id}`)
  await expect
    .poll(async () => (await server.get(location.replace('/api', ''), olga)).body, { timeout: 60_000 })
    .toMatchObject({ isDone: true, created: 2_000, suitesCreated: 2, notes: [] })
  const found = await cases()
  expect(new Set(found.map(({ ref }: any) => ref)).size).toBe(2_000)
  expect(await detail('C2000')).toMatchObject({ name: 'Case 0', number: 1 })
  expect(counts(await send(file, { dryRun: 'true' }))).toEqual([0, 0, 2_000])
})

test('a JUnit report with [C22475] in a title finds the imported case, whose references survive an edit in the browser', async () => {
  await send(TESTRAIL_XML)
  const before = await detail('C22475')
  await server.patch(`/test-cases/${before.id}`, { name: 'Pays', baseRevision: before.revision }, olga)
  const report = '<testsuite name="Shop"><testcase name="[C22475] pays and gets a receipt"/></testsuite>'
  const { body } = await server.upload(olga, project.id, report)
  const { results } = (await server.get(`/test-runs/${body.testRun.id}`, olga)).body
  expect(results.filter(({ status }: any) => status === 'passed')).toMatchObject([
    { ref: 'C22475', testCase: { name: 'Pays', references: ['PAY-1', 'PAY-2'] } },
  ])
  expect(await cases()).toHaveLength(2)
  const { references, extras, externalKey } = await detail('C22475')
  expect({ references, extras, externalKey }).toEqual({
    references: before.references,
    extras: before.extras,
    externalKey: 'testrail:22475',
  })
})

test('an import that a dead server left or that is too old to undo is removed, and only accepted ones run', async () => {
  const make = async () => (await send(`name\n${Math.random()}\n`)).body.id as string
  const [lost, arriving, old, kept] = [await make(), await make(), await make(), await make()]
  const set = async (id: string, values: object) =>
    await server.services.write(null, (db) => db.updateTable('imports').set(values).where('id', '=', id).execute())
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await set(lost, { pending: ARRIVING, created_at: daysAgo(1) })
  await set(arriving, { pending: ARRIVING })
  await set(old, { created_at: daysAgo(31) })
  expect(await findPendingImport(server.services.db, project.id)).toBeUndefined()
  await server.services.write(null, deleteExpiredImports)
  const rows = await server.services.db
    .selectFrom('imports')
    .select('id')
    .where('project_id', '=', project.id)
    .execute()
  expect(rows.map(({ id }) => id).toSorted()).toEqual([arriving, kept].toSorted())
  const statuses = [arriving, kept].map(
    async (id) => (await server.get(`/projects/${project.id}/imports/${id}`, olga)).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 200])
})

test.each([
  ['nothing', '', 'The file has no cases'],
  ['JSON that is no list', '[1', 'not valid JSON'],
  ['other XML', '<a/>', 'Unrecognized XML. Supported: cases of TestRail and of TestLink'],
  ['a DTD', '<!DOCTYPE a [<!ENTITY b "c">]><suite/>', 'A file must not contain a DTD'],
  ['no name', 'a,b\n1,2\n', 'The header has no column for the name of a case'],
])('%s answers 400', async (_, file, message) => {
  const { status, body } = await send(file)
  expect(status).toBe(400)
  expect(body.message).toContain(message)
})

test('a wrong mapping and a file that is too large answer 4xx', async () => {
  expect((await send('name\na\n', { mapping: '{' })).status).toBe(400)
  expect((await send('name\na\n', { mapping: '{"name":"nothing"}' })).status).toBe(400)
  expect((await send(Buffer.alloc(21 * 1024 * 1024, 'a'))).status).toBe(413)
})
