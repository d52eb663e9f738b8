import { expect, test } from 'vitest'
import { RecordResults } from '#shared/test-results/test-result.ts'
import { compiledInSlices } from './validate-in-slices.ts'

const sliced = compiledInSlices(RecordResults.clone(), 'results')
const entry = (at: number) => ({ caseName: ` Case ${at} `, actualValue: at, unknown: 1 })
const entries = (count: number) => Array.from({ length: count }, (_, at) => entry(at))

async function outcomes(given: unknown) {
  const { success, data, error } = RecordResults.safeParse(given)
  const [message, issues] = [error?.issues[0]?.message, error?.issues.slice(0, 100)]
  const inSlices = await sliced.parseAsync(given).then(
    (value) => ({ data: value }),
    ({ issues: all }) => ({ message: all[0].message, issues: all.slice(0, 100) }),
  )
  return [inSlices, success ? { data } : { message, issues }]
}

test.each<[string, unknown]>([
  ['many entries', { testRunId: 'a', results: entries(1_234) }],
  ['few entries', { testRunId: 'a', results: entries(3) }],
  ['no entries', { testRunId: 'a', results: [] }],
  ['no list', { testRunId: 'a', results: 5 }],
  ['nothing', undefined],
  ['a mistake outside of the list', { results: entries(60) }],
  [
    'some mistakes',
    { testRunId: 'a', results: entries(1_000).map((each, at) => (at % 99 === 7 ? { steps: [5] } : each)) },
  ],
  ['only mistakes', { testRunId: 'a', results: Array.from({ length: 4_000 }, () => 0) }],
])('of %s, slices find what the whole schema finds', async (_, given) => {
  const [inSlices, whole] = await outcomes(given)
  expect(inSlices).toEqual(whole)
})

test('too many entries are refused by their number alone', async () => {
  const results = Array.from({ length: 5_001 }, () => 0)
  await expect(sliced.parseAsync({ testRunId: 'a', results })).rejects.toMatchObject({
    issues: [{ path: ['results'], message: 'results may have at most 5,000 entries' }],
  })
})
