import { beforeEach, describe, expect, test } from 'vitest'
import { expectEntities, expectEntity } from '../testing/entities.ts'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string }
let suite: { id: string }
beforeEach(async () => {
  project = await server.project(olga)
  suite = await server.suite(olga, project.id)
})

const create = (body: object) => server.post('/test-cases', { name: 'Case', testSuiteId: suite.id, ...body }, olga)
const cases = async () => (await server.get(`/test-cases/test-suite/${suite.id}`, olga)).body
/** Without the fields that every change of a case changes. */
const unstamped = ({ revision: _, updatedAt: __, ...testCase }: any) => testCase

const numbered = (items: any[]) => items.map(({ number, name }) => [number, name])

describe('creating a case', () => {
  test('a new case is added at the end of the suite, with trimmed texts', async () => {
    await server.testCase(olga, suite.id)
    const { status, body } = await create({
      name: ' Pays ',
      preconditions: ' p ',
      description: ' d ',
      expectedValueType: 'string',
      expectedValue: ' as typed ',
    })
    expect(status).toBe(201)
    expectEntity('CaseDetail', body)
    expect(body).toMatchObject({
      name: 'Pays',
      preconditions: 'p',
      description: 'd',
      testSuiteId: suite.id,
      type: 'manual',
      expectedValueType: 'string',
      expectedValue: ' as typed ',
      number: 2,
    })
    expect((await server.get(`/test-cases/${body.id}`, olga)).body).toEqual(body)
  })

  test('omitted fields of a new case are null', async () => {
    const { body } = await create({ type: 'auto' })
    const { preconditions, description, expectedValueType, expectedValue, automationKey } = body
    expect([preconditions, description, expectedValueType, expectedValue, automationKey]).toEqual(Array(5).fill(null))
  })

  test('steps are kept in order, trimmed, and stand for an expected value', async () => {
    const steps = [
      { action: ' Pay *by card* ', expected: ' A receipt ' },
      { action: '\ud800 "quoted" \\ \u2028.', expected: '' },
      { action: 'Log out' },
      { action: 'x'.repeat(10_000), expected: null },
    ]
    const { status, body } = await create({ steps })
    expect(status).toBe(201)
    expectEntity('CaseDetail', body)
    expect(body).toMatchObject({
      expectedValueType: null,
      expectedValue: null,
      steps: [
        { action: 'Pay *by card*', expected: 'A receipt' },
        { action: '\ufffd "quoted" \\ \u2028.', expected: '' },
        { action: 'Log out', expected: '' },
        { action: 'x'.repeat(10_000), expected: '' },
      ],
    })
    expect([body]).toMatchObject(await cases())
    const run = await server.run(olga, project.id)
    const verdict = {
      testRunId: run.id,
      steps: body.steps.map((_: unknown, index: number) => ({ index, status: 'passed' })),
    }
    expect((await server.post(`/test-cases/${body.id}/execute-manual`, verdict, olga)).body.status).toBe('passed')
  })

  test.each<[unknown, (string | number)[], string]>([
    ['Pay', ['steps'], 'steps must be a list'],
    [['Pay'], ['steps', 0], 'each step must be an object'],
    [[{}], ['steps', 0, 'action'], 'Step action is required'],
    [[{ action: 'Pay' }, { action: ' ' }], ['steps', 1, 'action'], 'Step action is required'],
    [[{ action: 5 }], ['steps', 0, 'action'], 'Step action must be text'],
    [[{ action: 'x'.repeat(10_001) }], ['steps', 0, 'action'], 'Step action must be at most 10,000 characters long'],
    [[{ action: 'a\0' }], ['steps', 0, 'action'], 'Step action must not contain NUL characters'],
    [[{ action: 'Pay', expected: 5 }], ['steps', 0, 'expected'], 'Expected result of a step must be text'],
    [Array.from({ length: 101 }, () => ({ action: 'Pay' })), ['steps'], 'A test case may have at most 100 steps'],
  ])('the steps %j are refused, and %j is named', async (steps, path, message) => {
    const { status, body } = await create({ steps, expectedValueType: 'number', expectedValue: '5' })
    expect([status, body.message, body.issues[0].path]).toEqual([400, message, path])
    expect(await cases()).toEqual([])
  })

  test.each([
    ['auto', 'auto'],
    ['AUTO', 'auto'],
    ['automated', 'auto'],
    ['Automated', 'auto'],
    [' auto ', 'auto'],
  ])('type %j is read as %j, which needs no expected value', async (type, stored) => {
    const { status, body } = await create({ type })
    expect([status, body.type, body.expectedValueType, body.expectedValue]).toEqual([201, stored, null, null])
  })

  test.each(['manual', 'Manual', undefined])(
    'type %j is read as manual, which needs an expected value (rule 1)',
    async (type) => {
      expect((await create({ type })).status).toBe(400)
      const { status, body } = await create({ type, expectedValueType: 'boolean', expectedValue: 'true' })
      expect([status, body.type]).toEqual([201, 'manual'])
    },
  )

  test.each([
    [{ expectedValueType: 'number', expectedValue: 5 }, '5'],
    [{ expectedValueType: 'number', expectedValue: '1.10' }, '1.10'],
    [{ expectedValueType: 'boolean', expectedValue: true }, 'true'],
    [{ expectedValueType: 'boolean', expectedValue: 'FALSE' }, 'FALSE'],
    [{ expectedValueType: 'string', expectedValue: { b: 1, a: [null, 'x'] } }, '{"b":1,"a":[null,"x"]}'],
    [{ expectedValueType: 'string', expectedValue: [1, 2] }, '[1,2]'],
    [{ expectedValueType: 'string', expectedValue: 'ünïcödé 🎉' }, 'ünïcödé 🎉'],
    [{ type: 'auto', expectedValue: 0 }, '0'],
    [{ type: 'auto', expectedValue: false }, 'false'],
    [{ type: 'auto', expectedValue: null }, null],
  ])('a new case with %j stores the expected value %j (rule 2)', async (input, stored) => {
    const { status, body } = await create(input)
    expect([status, body.expectedValue]).toEqual([201, stored])
  })

  test.each([
    [{ name: '' }, 'Test case name is required'],
    [{ name: 'x'.repeat(256) }, 'Test case name must be at most 255 characters long'],
    [{ preconditions: 'x'.repeat(10_001) }, 'Preconditions must be at most 10,000 characters long'],
    [{ preconditions: 'a\0b' }, 'Preconditions must not contain NUL characters'],
    [{ preconditions: 5 }, 'Preconditions must be text'],
    [{ expectedValueType: undefined }, 'Expected value type is required'],
    [{ expectedValueType: null }, 'Expected value type is required'],
    [{ expectedValueType: 'date' }, 'Expected value type must be string, number or boolean'],
    [{ expectedValue: undefined }, 'Expected value is required'],
    [{ expectedValue: null }, 'Expected value is required'],
    [{ expectedValue: '' }, 'Expected value is required'],
    [{ expectedValue: 'x'.repeat(100_001) }, 'Expected value must be at most 100,000 characters long'],
    [{ expectedValue: 'a\0b' }, 'Expected value must not contain NUL characters'],
    [{ expectedValueType: 'number', expectedValue: 'five' }, 'Expected value must be a number'],
    [{ expectedValueType: 'number', expectedValue: 'Infinity' }, 'Expected value must be a number'],
    [{ expectedValueType: 'number', expectedValue: '0x10' }, 'Expected value must be a number'],
    [{ expectedValueType: 'boolean', expectedValue: 'yes' }, 'Expected value must be true or false'],
    [{ type: 'auto', expectedValueType: 'number', expectedValue: 'five' }, 'Expected value must be a number'],
    [{ type: 'other' }, 'type must be manual or auto'],
    [{ type: 5 }, 'type must be manual or auto'],
    [{ testSuiteId: undefined }, 'testSuiteId is required'],
  ])('a new case with %o is refused: %j', async (change, message) => {
    const { status, body } = await create({ expectedValueType: 'string', expectedValue: 'ok', ...change })
    expect([status, body.message]).toEqual([400, message])
    expect(await cases()).toEqual([])
  })

  test('a new case accepts an expected value of 100,000 characters', async () => {
    const { status, body } = await create({ expectedValueType: 'string', expectedValue: 'x'.repeat(100_000) })
    expect([status, body.expectedValue.length]).toEqual([201, 100_000])
  })

  test('a new case in an unknown suite answers 404', async () => {
    const { status, body } = await create({ testSuiteId: 'unknown', type: 'auto' })
    expect([status, body.message]).toEqual([404, 'Test suite not found'])
  })
})

describe('reading cases', () => {
  test('the cases of a suite are listed in order, also page by page', async () => {
    for (const name of ['C', 'B', 'A']) await server.testCase(olga, suite.id, { name })
    const all = await cases()
    expectEntities('Case', all)
    expect(numbered(all)).toEqual([
      [1, 'C'],
      [2, 'B'],
      [3, 'A'],
    ])
    expect(await server.parts(`/test-cases/test-suite/${suite.id}?limit=2`, olga)).toEqual([
      all.slice(0, 2),
      all.slice(2),
    ])
    expect((await server.get(`/test-cases/test-suite/${suite.id}`, olga)).headers.get('x-total-count')).toBe('3')
  })

  test('the list of all cases contains only cases of my projects', async () => {
    const lena = await server.person(`Lena${project.id}`)
    const mine = await server.project(lena)
    for (const name of ['A', 'B']) await server.testCase(lena, (await server.suite(lena, mine.id)).id, { name })
    await server.testCase(olga, suite.id)
    const { status, body, headers } = await server.get('/test-cases', lena)
    expect([status, headers.get('x-total-count')]).toEqual([200, '2'])
    expectEntities('Case', body)
    expect(body.map(({ name }: any) => name).toSorted()).toEqual(['A', 'B'])
    expect((await server.parts('/test-cases?limit=1', lena)).flat()).toEqual(body)
  })

  test.each(['unknown', "'", '%00'])('reading a case or suite with the id %s answers 404', async (id) => {
    for (const path of [`/test-cases/${id}`, `/test-cases/${id}/results`]) {
      const { status, body } = await server.get(path, olga)
      expect([status, body.message]).toEqual([404, 'Test case not found'])
    }
    expect((await server.get(`/test-cases/test-suite/${id}`, olga)).body.message).toBe('Test suite not found')
  })
})

describe('editing a case', () => {
  test.each([
    [{ name: 'New' }, { name: 'New' }],
    [{ description: '' }, { description: null }],
    [{ preconditions: ' New ' }, { preconditions: 'New' }],
    [{ preconditions: '' }, { preconditions: null }],
    [{ preconditions: null }, { preconditions: null }],
    [{ expectedValue: 7 }, { expectedValue: '7' }],
    [
      { expectedValueType: 'string', expectedValue: 'x' },
      { expectedValueType: 'string', expectedValue: 'x' },
    ],
    [{ type: 'auto', number: 9 }, {}],
    [{ testSuiteId: null, position: null }, {}],
    [{}, {}],
  ])('PATCH %j changes only %j', async (change, after) => {
    const content = { preconditions: 'p', description: 'd', expectedValueType: 'number', expectedValue: '5' }
    const { body: testCase } = await create(content)
    const { status, body } = await server.patch(`/test-cases/${testCase.id}`, change, olga)
    expect([status, unstamped(body)]).toEqual([200, { ...unstamped(testCase), ...after }])
    expect((await server.get(`/test-cases/${testCase.id}`, olga)).body).toEqual(body)
  })

  test.each([
    [{ expectedValue: 'five' }, 'Expected value must be a number'],
    [{ expectedValue: null }, 'Expected value is required'],
    [{ expectedValueType: null }, 'Expected value type is required'],
    [{ expectedValueType: 'boolean' }, 'Expected value must be true or false'],
    [{ name: ' ' }, 'Test case name is required'],
  ])('PATCH %j is refused because the result would break rule 1: %j', async (change, message) => {
    const { body: testCase } = await create({ expectedValueType: 'number', expectedValue: '5' })
    const { status, body } = await server.patch(`/test-cases/${testCase.id}`, change, olga)
    expect([status, body.message]).toEqual([400, message])
    expect((await server.get(`/test-cases/${testCase.id}`, olga)).body).toEqual(testCase)
  })

  test('PATCH of steps replaces all of them, and adds a revision only for other steps', async () => {
    const { body: testCase } = await create({ steps: [{ action: 'Pay', expected: 'A receipt' }, { action: 'Refund' }] })
    const revisions = async () => {
      const rows = await server.services.db
        .selectFrom('test_case_revisions')
        .select(['revision', 'steps'])
        .where('test_case_id', '=', testCase.id)
        .orderBy('revision')
        .execute()
      return rows.map(({ steps }) => JSON.parse(steps ?? '[]').map(({ action }: any) => action))
    }
    const replaced = await server.patch(`/test-cases/${testCase.id}`, { steps: [{ action: 'Refund' }] }, olga)
    expect(unstamped(replaced.body)).toEqual({ ...unstamped(testCase), steps: [{ action: 'Refund', expected: '' }] })
    await server.patch(`/test-cases/${testCase.id}`, { steps: [{ action: ' Refund ', expected: null }] }, olga)
    await server.patch(`/test-cases/${testCase.id}`, { name: 'Case' }, olga)
    expect(await revisions()).toEqual([['Pay', 'Refund'], ['Refund']])
  })

  test.each([null, []])('PATCH can remove the steps of a case with an expected value, with %j', async (steps) => {
    const { body } = await create({ expectedValueType: 'number', expectedValue: '5', steps: [{ action: 'Pay' }] })
    const answer = await server.patch(`/test-cases/${body.id}`, { steps }, olga)
    expect(unstamped(answer.body)).toEqual({ ...unstamped(body), steps: [] })
  })

  test.each([
    [{ steps: [] }, 'expectedValueType', 'Expected value type is required'],
    [{ steps: null, expectedValueType: 'number' }, 'expectedValue', 'Expected value is required'],
    [{ expectedValueType: 'number', expectedValue: 'five' }, 'expectedValue', 'Expected value must be a number'],
  ])('PATCH %j of a manual case that has only steps is refused and names %s', async (change, field, message) => {
    const { body: testCase } = await create({ steps: [{ action: 'Pay' }] })
    const { status, body } = await server.patch(`/test-cases/${testCase.id}`, change, olga)
    expect([status, body.message, body.issues[0].path]).toEqual([400, message, [field]])
    expect((await server.get(`/test-cases/${testCase.id}`, olga)).body).toEqual(testCase)
  })

  test.each(['', null])(
    'PATCH can clear the expected value of a manual case with steps, with %j',
    async (expectedValue) => {
      const { body } = await create({ expectedValueType: 'number', expectedValue: '5', steps: [{ action: 'Pay' }] })
      expect((await server.patch(`/test-cases/${body.id}`, { expectedValue }, olga)).body.expectedValue).toBeNull()
    },
  )

  test('PATCH can clear the expected value of an automated case', async () => {
    const { body } = await create({ type: 'auto', expectedValueType: 'number', expectedValue: '5' })
    const answer = await server.patch(`/test-cases/${body.id}`, { expectedValueType: null, expectedValue: null }, olga)
    expect(unstamped(answer.body)).toEqual({ ...unstamped(body), expectedValueType: null, expectedValue: null })
  })
})

test('deleting a case renumbers the later cases', async () => {
  const made: { id: string }[] = []
  for (const name of ['A', 'B', 'C', 'D']) made.push(await server.testCase(olga, suite.id, { name }))
  const { status, body } = await server.delete(`/test-cases/${made[1]?.id}`, olga)
  expect([status, body]).toEqual([200, { message: 'Test case deleted', deletionId: expect.any(String) }])
  expect((await server.delete(`/test-cases/${made[1]?.id}`, olga)).status).toBe(404)
  await server.delete(`/test-cases/${made[3]?.id}`, olga)
  await server.testCase(olga, suite.id, { name: 'E' })
  expect(numbered(await cases())).toEqual([
    [1, 'A'],
    [2, 'C'],
    [3, 'E'],
  ])
  expect((await server.get(`/test-suites/${suite.id}`, olga)).body.testCaseCount).toBe(3)
})

test('concurrent creates and deletes leave numbers without gaps', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => server.testCase(olga, suite.id)))
  await Promise.all(
    made.flatMap(({ id }, index) =>
      index % 3 === 0 ? [server.delete(`/test-cases/${id}`, olga)] : [server.testCase(olga, suite.id)],
    ),
  )
  const numbers = (await cases()).map(({ number }: any) => number)
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1))
  expect(numbers).toHaveLength(26)
})
