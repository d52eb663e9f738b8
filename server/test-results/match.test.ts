import { beforeAll, expect, test } from 'vitest'
import { createClient } from '#client/api.ts'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* One run over two suites, and an earlier run in which one case had already failed. */

const server = await useTestServer()
const olga = await server.person('Olga')
const client = createClient({ baseUrl: server.url, authorization: () => olga.authorization })

const CASES = {
  Cart: ['Adds one item', 'Empties at CHECKOUT', 'Ünïcode Straße', '100% off_today'],
  Payment: ['Pays by card', 'Refunds a card', 'Pays later'],
}

/** What is special about a case. */
const FIELDS: Record<string, object> = {
  'Adds one item': { tags: ['Größe'], priority: 'high' },
  '100% off_today': { type: 'auto' },
  'Pays by card': { priority: 'high' },
  'Pays later': { tags: ['slow'], references: ['PAY-7'] },
}

let testRunId: string
let results: Map<string, any>
let project: { id: string; clientSecret: string }
const suites = new Map<string, string>()
beforeAll(async () => {
  project = await server.project(olga)
  for (const [name, cases] of Object.entries(CASES)) {
    const suite = await server.suite(olga, project.id, name)
    suites.set(name, suite.id)
    for (const one of cases)
      await server.post(
        '/test-cases',
        {
          name: one,
          testSuiteId: suite.id,
          type: 'manual',
          expectedValueType: 'string',
          expectedValue: 'ok',
          ...FIELDS[one],
        },
        olga,
      )
  }
  await record(await start(), { 'Refunds a card': { status: 'failed' } })
  testRunId = await start()
  await record(testRunId, {
    'Adds one item': { actualValue: 'ok' },
    'Pays by card': { actualValue: 'Declined by the BANK' },
    'Refunds a card': { status: 'failed', notes: 'Größer als erwartet' },
    'Pays later': { status: 'skipped' },
  })
})

async function start(): Promise<string> {
  const run = await server.run(olga, project.id)
  results = new Map(run.results.map((result: any) => [result.testCase.name, result]))
  return run.id
}

async function record(runId: string, entries: Record<string, object>): Promise<void> {
  const body = {
    results: Object.entries(entries).map(([name, entry]) => ({ resultId: results.get(name).id, ...entry })),
  }
  expect((await server.patch(`/test-runs/${runId}/results`, body, olga)).status).toBe(200)
}

const nameOf = (id: string) => [...results.values()].find((result) => result.id === id).testCase.name
const matches = async (query = '') => {
  const { status, body } = await server.get(`/test-runs/${testRunId}/matches?${query}`, olga)
  expect(status).toBe(200)
  return body.map(({ resultIds }: any) => resultIds.map(nameOf))
}

test('without a filter all results of a run match, by suite and in order', async () => {
  expect(await matches()).toEqual(Object.values(CASES))
})

test('results of one of several statuses match, over REST and over tRPC', async () => {
  expect(await matches('status=failed')).toEqual([['Pays by card', 'Refunds a card']])
  expect(await matches('status=skipped&status=passed')).toEqual([['Adds one item'], ['Pays later']])
  const { body } = await server.get(`/test-runs/${testRunId}/matches?status=passed&status=skipped`, olga)
  expect(await client.testResults.match.query({ testRunId, status: ['passed', 'skipped'] })).toEqual(body)
})

test('an empty list of statuses filters nothing', async () => {
  const all = await client.testResults.match.query({ testRunId })
  expect(await client.testResults.match.query({ testRunId, status: [] })).toEqual(all)
})

test('a status that does not exist is refused by name', async () => {
  const { status, body } = await server.get(`/test-runs/${testRunId}/matches?status=passed&status=late`, olga)
  expect([status, body.message]).toEqual([400, 'status must be one of passed, failed, error, pending, skipped'])
})

test.each([
  ['one word of a case name', 'empties', ['Empties at CHECKOUT']],
  ['capitals', 'PAYS', ['Pays by card', 'Pays later']],
  ['words in any order, of which every one occurs', 'card pays', ['Pays by card']],
  ['the name of a suite', 'payment LATER', ['Pays later']],
  ['a number', '2.3', ['Pays later']],
  ['an actual value', 'bank', ['Pays by card']],
  ['an expected value and a suite', 'ok cart checkout', ['Empties at CHECKOUT']],
  ['capitals beyond ASCII', 'ÜNÏCODE', ['Ünïcode Straße']],
  ['notes with capitals beyond ASCII', 'GRÖSSER', []],
  ['notes', 'GRÖß', ['Refunds a card']],
  ['a percent sign, which is no wildcard', '100%', ['100% off_today']],
  ['an underscore, which is no wildcard', 'off_t', ['100% off_today']],
  ['words that occur in different results', 'card checkout', []],
])('the search finds %s', async (_, q, expected) => {
  expect((await matches(new URLSearchParams({ q }).toString())).flat()).toEqual(expected)
})

test.each([
  [
    'a suite of their cases',
    () => `testSuiteId=${suites.get('Payment')}`,
    ['Pays by card', 'Refunds a card', 'Pays later'],
  ],
  [
    'a suite that is left out, and a word',
    () => `notTestSuiteId=${suites.get('Payment')}&q=CHECKOUT`,
    ['Empties at CHECKOUT'],
  ],
  ['a tag, whatever its capitals', () => 'tag=GRÖSSE', ['Adds one item']],
  ['one of several tags', () => 'tag=größe&tag=slow', ['Adds one item', 'Pays later']],
  ['a priority, without several tags', () => 'notTag=größe&notTag=slow&priority=high', ['Pays by card']],
  ['a priority', () => 'priority=high&priority=low', ['Adds one item', 'Pays by card']],
  ['a priority that is left out', () => 'notPriority=medium', ['Adds one item', 'Pays by card']],
  ['a type', () => 'type=automated', ['100% off_today']],
  ['a type that is left out, and a word', () => 'notType=auto&q=100%', []],
  ['a reference', () => 'issue=pay-7', ['Pays later']],
  [
    'a suite, without a reference',
    () => `notIssue=PAY-7&testSuiteId=${suites.get('Payment')}`,
    ['Pays by card', 'Refunds a card'],
  ],
  ['a tag and a status', () => 'tag=slow&status=passed', []],
])('results match by %s', async (_, query, expected) => {
  expect((await matches(query())).flat()).toEqual(expected)
})

test('results match by the fields that their cases had when they joined the run', async () => {
  const { id } = results.get('Pays later').testCase
  await server.patch(`/test-cases/${id}`, { tags: ['fast'] }, olga)
  expect((await matches('tag=slow')).flat()).toEqual(['Pays later'])
  expect((await matches('tag=fast')).flat()).toEqual([])
})

test('words and statuses hold together', async () => {
  expect(await matches('q=card&status=failed')).toEqual([['Pays by card', 'Refunds a card']])
  expect(await matches('q=card&status=passed')).toEqual([])
})

test('newly failed results are those whose case did not fail before', async () => {
  expect(await matches('newlyFailed=true')).toEqual([['Pays by card']])
  expect(await matches('newlyFailed=true&status=skipped')).toEqual([])
  expect((await matches('newlyFailed=false')).flat()).toHaveLength(7)
  const { body } = await server.get(`/test-runs/${testRunId}/matches?newlyFailed=maybe`, olga)
  expect(body.message).toBe('newlyFailed must be true or false')
})

test.each([
  ['True', 1],
  ['False', 7],
])('a flag is read as clients for Python and C# send it: %s', async (flag, found) => {
  expect((await matches(`newlyFailed=${flag}`)).flat()).toHaveLength(found)
})

test('results match by the person who shall execute them', async () => {
  const other = await server.person('Tess')
  await server.member(olga, project.id, other)
  const of = (...names: string[]) => names.map((name) => ({ resultId: results.get(name).id }))
  const assign = async (names: string[], person: { id: string } | null) => {
    const body = { assigneeId: person?.id ?? null, results: of(...names) }
    expect((await server.patch(`/test-runs/${testRunId}/results`, body, olga)).status).toBe(200)
  }
  await assign(['Pays later', 'Adds one item'], olga)
  await assign(['Pays by card'], other)
  expect(await matches(`assigneeId=${olga.id}`)).toEqual([['Adds one item'], ['Pays later']])
  expect(await matches(`assigneeId=${olga.id}&status=skipped`)).toEqual([['Pays later']])
  const attention = async (as: Caller) => (await server.get(`/test-runs/${testRunId}/attention`, as)).body
  expect([await attention(olga), await attention(other), await attention(machine(project))]).toEqual([
    { newlyFailed: 1, quarantined: 0, mine: 2 },
    { newlyFailed: 1, quarantined: 0, mine: 1 },
    { newlyFailed: 1, quarantined: 0, mine: 0 },
  ])
  await assign(['Pays later'], null)
  expect(await matches(`assigneeId=${olga.id}`)).toEqual([['Adds one item']])
})

test('the number of newly failed results stands in what needs attention', async () => {
  expect((await server.get(`/test-runs/${testRunId}/attention`, olga)).body).toMatchObject({ newlyFailed: 1 })
})

test('the failures of quarantined cases are counted apart in what needs attention, and others of theirs are not', async () => {
  const quarantined = async () => (await server.get(`/test-runs/${testRunId}/attention`, olga)).body.quarantined
  const recorded: any[] = (await server.get(`/test-runs/${testRunId}`, olga)).body.results
  for (const { testCase, status } of recorded) {
    const before = await quarantined()
    await server.call('PUT', `/test-cases/${testCase.id}/quarantine`, { as: olga, body: {} })
    const isFailing = status === 'failed' || status === 'error'
    expect([status, (await quarantined()) - before]).toEqual([status, isFailing ? 1 : 0])
  }
  const failing = recorded.find(({ status }) => status === 'failed')
  const before = await quarantined()
  await server.delete(`/test-cases/${failing.testCase.id}/quarantine`, olga)
  expect(before - (await quarantined())).toBe(1)
})

test('results are read by id in the given order, without ids of other runs', async () => {
  const of = (name: string) => results.get(name).id
  const wanted = [of('Pays later'), project.id, of('Adds one item')]
  const query = wanted.map((id) => `resultIds=${id}`).join('&')
  const { body } = await server.get(`/test-runs/${testRunId}/results-by-id?${query}`, olga)
  expect(body.map(({ testCase, status }: any) => [testCase.name, status])).toEqual([
    ['Pays later', 'skipped'],
    ['Adds one item', 'passed'],
  ])
  expect(await client.testResults.readMany.query({ testRunId, resultIds: wanted })).toEqual(body)
})

test('more than 200 ids, and none, are refused', async () => {
  const path = `/test-runs/${testRunId}/results-by-id`
  expect((await server.get(path, olga)).body.message).toBe('resultIds must be a list of ids')
  const query = Array.from({ length: 201 }, (_, index) => `resultIds=${index}`).join('&')
  expect((await server.get(`${path}?${query}`, olga)).body.message).toBe('resultIds may have at most 200 entries')
})

test('results match that passed only after they had failed', async () => {
  const execute = async (actualValue: string) => {
    const body = { testRunId, expectedValue: 'ok', actualValue }
    expect(
      (await server.post(`/test-cases/${results.get('100% off_today').testCase.id}/execute`, body, olga)).status,
    ).toBe(201)
  }
  await execute('late')
  expect(await matches('flaky=true')).toEqual([])
  await execute('ok')
  expect(await matches('flaky=true')).toEqual([['100% off_today']])
  expect((await matches('flaky=false')).flat()).toHaveLength(7)
})

test('long texts are searched to their end', async () => {
  const run = await start()
  const entries = Object.values(CASES)
    .flat()
    .map((name, index) => [name, { actualValue: `${'x'.repeat(90_000)}end${index}` }])
  await record(run, Object.fromEntries(entries))
  const { body } = await server.get(`/test-runs/${run}/matches?q=END6`, olga)
  expect(body.flatMap(({ resultIds }: any) => resultIds.map(nameOf))).toEqual(['Pays later'])
})
