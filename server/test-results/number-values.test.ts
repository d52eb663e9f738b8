import { describe, expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'

const server = await useTestServer()
const ada = await server.person('Ada')
const project = await server.project(ada)
const suite = await server.suite(ada, project.id)
const { id } = await server.testCase(ada, suite.id, { type: 'auto', expectedValueType: null, expectedValue: null })
const { id: testRunId } = await server.run(ada, project.id)
const execute = async (values: string) =>
  (await server.post(`/test-cases/${id}/execute`, `{"testRunId":"${testRunId}",${values}}`, ada)).body

test.each(['1.0', '1e3', '-0', '12345678901234567890', '1e400'])(
  'the JSON number %s is kept as it was written',
  async (text) => {
    const { actualValue, expectedValue, status } = await execute(`"actualValue":${text},"expectedValue":"${text}"`)
    expect([actualValue, expectedValue, status]).toEqual([text, text, 'passed'])
  },
)

test('numbers in other fields stay numbers', async () => {
  expect(await execute('"actualValue":{"a":1.50},"executionTimeMs":12.50')).toMatchObject({
    actualValue: '{"a":1.5}',
    executionTimeMs: 12.5,
  })
})

const fieldsOf = ({ actualValue, expectedValue, status }: Record<string, unknown>) => [
  actualValue,
  expectedValue,
  status,
]

test('a number inside a test value stays a number, whatever its name', async () => {
  const values = '"actualValue":{"actualValue":1},"expectedValue":"{\\"actualValue\\":1}"'
  expect(fieldsOf(await execute(values))).toEqual(['{"actualValue":1}', '{"actualValue":1}', 'passed'])
})

test('extras keep a number under the name of a test value', async () => {
  const { extras } = await server.testCase(ada, suite.id, { extras: { expectedValue: 5, other: 5 } })
  expect(extras).toEqual({ expectedValue: 5, other: 5 })
})

test('the JSON number of an entry of a bulk call is kept as it was written', async () => {
  const result = await execute('"actualValue":1')
  const body = `{"results":[{"resultId":"${result.id}","actualValue":1.0}]}`
  await server.patch(`/test-runs/${testRunId}/results`, body, ada)
  expect((await server.get(`/test-cases/${id}/results`, ada)).body[0]).toMatchObject({ actualValue: '1.0' })
})

describe('a number inside a test value keeps its digits', () => {
  test.each([
    ['{"id":1234567890123456789}', '{"id":1234567890123456788}'],
    ['[1e400]', '[2e400]'],
    ['[-1e-400,0.1000000000000000000001]', '[0,0.1]'],
  ])('%s is stored as it was sent, and differs from %s', async (actual, expected) => {
    expect(fieldsOf(await execute(`"actualValue":${actual},"expectedValue":${expected}`))).toEqual([
      actual,
      expected,
      'failed',
    ])
    const texts = JSON.stringify({ actualValue: actual, expectedValue: expected }).slice(1, -1)
    expect(fieldsOf(await execute(texts))).toEqual([actual, expected, 'failed'])
  })

  test('in a value of 80,000 characters', async () => {
    const long = `{"id":1234567890123456789,"list":[${Array.from({ length: 4000 }, () => '1.0,1234567890123456789').join()}]}`
    const { actualValue, status } = await execute(`"actualValue":${long},"expectedValue":${long}`)
    expect([actualValue, status]).toEqual([long.replaceAll('1.0,', '1,'), 'passed'])
  })

  test('in an entry of many', async () => {
    const body = `{"results":[{"testCaseId":"${id}","actualValue":{"id":1234567890123456789,"actualValue":1.0}}]}`
    await server.post(`/test-runs/${testRunId}/results`, body, ada)
    const [{ actualValue }] = (await server.get(`/test-cases/${id}/results`, ada)).body
    expect(actualValue).toBe('{"id":1234567890123456789,"actualValue":1}')
  })

  test('in the expected value of a case', async () => {
    const body = `{"name":"Long","type":"auto","testSuiteId":"${suite.id}","expectedValue":{"id":1234567890123456789},"extras":{"id":1234567890123456789}}`
    const { expectedValue, extras } = (await server.post('/test-cases', body, ada)).body
    expect([expectedValue, extras]).toEqual(['{"id":1234567890123456789}', { id: 1234567890123456800 }])
  })
})
