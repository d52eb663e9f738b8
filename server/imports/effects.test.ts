import { describe, expect, test } from 'vitest'
import { ARRIVING, deleteExpiredImports, findPendingImport } from './imports.repository.ts'
import { counts, TESTRAIL_XML, useImports } from './testing.ts'
import { workbookOf } from './testing-workbooks.ts'

const { server, olga, now, send, suites, cases, detail } = await useImports()

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
  const suite = await server.suite(olga, now.projectId, 'Cart')
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
  const { body: list } = await server.get(`/projects/${now.projectId}/imports`, olga)
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

test('columns and fields may be called as members of every object are', async () => {
  const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']
  const extras = { ...Object.fromEntries(names.slice(0, 4).map((name) => [name, 'x'])), '__proto__ (2)': 'x' }
  const kept = Object.keys(extras).map((name) => ({ name, count: 1 }))
  const values = names.map(() => 'x')
  const table = (header: string, cells: string) => `${[header, ...names].join()}\n${[cells, ...values].join()}\n`
  const members = names.map((name) => `"${name}":"x"`).join()
  const fields = names.map((name) => `<custom_field><name>${name}</name><value>x</value></custom_field>`).join('')
  const files = [
    table('name,suite', 'A,S'),
    table('Title,Section', 'B,S'),
    workbookOf([
      ['suite', 'name', ...names],
      ['S', 'C', ...values],
    ]),
    `[{"suite":"S","name":"D",${members}}]`,
    `[{"suite":"S","name":"E","extras":{${members}}}]`,
    `suite,name,extras\nS,F,"{${members.replaceAll('"', '""')}}"\n`,
    `# S\n\n## G\n\n- extras: {${members}}\n`,
    `<testsuite name="S"><testcase name="H"><custom_fields>${fields}</custom_fields></testcase></testsuite>`,
  ]
  for (const [index, file] of files.entries()) {
    const { status, body } = await send(file)
    expect([index, status, body.kept]).toEqual([index, 201, expect.arrayContaining(kept)])
    expect((await detail(`C${index + 1}`)).extras).toEqual(extras)
  }
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
  const suite = await server.suite(olga, now.projectId, 'Other')
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
  const undo = async () => await server.post(`/projects/${now.projectId}/imports/${body.id}/undo`, undefined, olga)
  const undone = await undo()
  expect([undone.status, undone.body]).toEqual([200, { trashed: 1, restored: 1, left: 1 }])
  expect((await cases()).map(({ name, priority }: any) => [name, priority])).toEqual([
    ['Pays', 'low'],
    ['Refunds', 'high'],
  ])
  expect((await undo()).status).toBe(409)
  const [deletion] = (await server.get(`/projects/${now.projectId}/deletions`, olga)).body
  await server.post(`/projects/${now.projectId}/deletions/${deletion.id}/restore`, undefined, olga)
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
  expect(location).toBe(`/api/projects/${now.projectId}/imports/${body.id}`)
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
  const { body } = await server.upload(olga, now.projectId, report)
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
  expect(await findPendingImport(server.services.db, now.projectId)).toBeUndefined()
  await server.services.write(null, deleteExpiredImports)
  const rows = await server.services.db
    .selectFrom('imports')
    .select('id')
    .where('project_id', '=', now.projectId)
    .execute()
  expect(rows.map(({ id }) => id).toSorted()).toEqual([arriving, kept].toSorted())
  const statuses = [arriving, kept].map(
    async (id) => (await server.get(`/projects/${now.projectId}/imports/${id}`, olga)).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 200])
})
