import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { ResultStatus } from '#shared/test-results/result-status.ts'
import { distinctTests } from './distinct-tests.ts'
import { PASSED, singleTest } from './readers/executions.ts'
import type { FoundTest } from './reported-test.ts'

type Given = Partial<Omit<FoundTest, 'executions'>> & { name: string; status?: ResultStatus }

function found({ status = 'passed', ...given }: Given): FoundTest {
  return { ...singleTest(['suite'], given.name, { ...PASSED, status }), ...given }
}

/** The names of the tests; `retry` follows that of a retry. */
function named(...given: Given[]): string[] {
  const tests = given.map(found)
  const distinct = distinctTests()
  for (const one of tests) distinct.note(one)
  const names = () => tests.map(distinct.naming()).map(({ name, isRetry }) => name + (isRetry ? ' retry' : ''))
  expect(names()).toEqual(names())
  return names()
}

test('the first test of a name keeps it, and the others are numbered', () => {
  expect(named({ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'a' })).toEqual(['a', 'b', 'a (2)', 'a (3)'])
})

test('tests of different suites may share a name, also if the joined suites do not differ', () => {
  expect(
    named(
      { name: 'a' },
      { name: 'a', suite: ['other'] },
      { name: 'a', suite: ['x', 'y'] },
      { name: 'a', suite: ['x › y'] },
    ),
  ).toEqual(['a', 'a', 'a', 'a (2)'])
})

test('a test of the report keeps its name where a repeat would get the same', () => {
  expect(named({ name: 'a' }, { name: 'a' }, { name: 'a (2)' }, { name: 'a (2)' })).toEqual([
    'a',
    'a (3)',
    'a (2)',
    'a (2) (2)',
  ])
})

test('parameters tell tests apart before hosts, and equal ones do not', () => {
  const [parameters, host] = ['n=1', 'linux']
  expect(
    named(
      { name: 'a', parameters, host },
      { name: 'a', parameters: 'n=2', host: 'mac' },
      { name: 'a', parameters, host: 'mac' },
      { name: 'a', parameters: 'n=2', host },
      { name: 'a', parameters: 'n=2', host },
      { name: 'a', parameters, host },
    ),
  ).toEqual(['a', 'a (n=2)', 'a (mac)', 'a (2)', 'a (3)', 'a (4)'])
})

test.each(['0a1b2c3d4e5f', 'fv-az96-723', 'runner-xyz-project-1-concurrent-0', 'ip-10-0-0-7', 'web-7d9f8b6c5d-x2x9z'])(
  'the host %s of one build does not become part of a name',
  (host) => {
    expect(named({ name: 'a', host: 'main' }, { name: 'a', host })).toEqual(['a', 'a (2)'])
  },
)

test('a long name is cut for its number and stays distinct', () => {
  const name = 'n'.repeat(255)
  const other = 'n'.repeat(254) + 'o'
  const names = named({ name }, { name }, { name: other }, { name: other })
  expect(names.map(({ length }) => length)).toEqual([255, 255, 255, 255])
  expect(names[1]).toMatch(/^n{242}…[0-9a-f]{8} \(2\)$/)
  expect(new Set(names).size).toBe(4)
})

test('a test with a key keeps its name', () => {
  expect(named({ name: 'a', keys: ['C1'] }, { name: 'a', keys: ['C2'] }, { name: 'a' })).toEqual(['a', 'a', 'a (2)'])
})

test('a repeat within a part of a writer that repeats is a retry, in another part it is another test', () => {
  const reruns = 'retry'
  expect(
    named(
      { name: 'a', reruns, part: 1, status: 'failed' },
      { name: 'a', reruns, part: 1 },
      { name: 'a', reruns, part: 2, status: 'failed' },
      { name: 'a', reruns, part: 2 },
    ),
  ).toEqual(['a', 'a retry', 'a (2)', 'a (2) retry'])
})

test('a retry that did not run is another test, so that a failure stays', () => {
  const reruns = 'retry'
  expect(
    named({ name: 'a', reruns, part: 1, status: 'failed' }, { name: 'a', reruns, part: 1, status: 'skipped' }),
  ).toEqual(['a', 'a (2)'])
})

test('an error after a pytest test belongs to it, another repeat does not', () => {
  const given = { name: 'a', reruns: 'teardown', part: 1 } as const
  expect(named({ ...given, status: 'failed' }, { ...given, status: 'error' }, given)).toEqual(['a', 'a retry', 'a (2)'])
})

test('failed tests that run again after all others of a Gradle class are retries', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name, reruns: 'rounds', part: 1 }) as const)
  const failed = 'failed'
  expect(named({ ...a!, status: failed }, { ...b!, status: failed }, c!, a!, { ...b!, status: failed }, b!)).toEqual([
    'a',
    'b',
    'c',
    'a retry',
    'b retry',
    'b retry',
  ])
})

test('a Gradle class is not taken for another one of its name', () => {
  const reruns = 'rounds'
  expect(
    named(
      { name: 'a', reruns, part: 1 },
      { name: 'a', reruns, part: 2, status: 'failed' },
      { name: 'a', reruns, part: 2 },
    ),
  ).toEqual(['a', 'a (2)', 'a (2) retry'])
})

test.each([
  ['another test follows', ['a failed', 'a passed', 'b passed']],
  ['a passed test repeats', ['b passed', 'a failed', 'a passed', 'a passed']],
])('repeats within a Gradle class are tests of their own if %s', (_, given) => {
  const names = named(
    ...given.map((one) => {
      const [name = '', status] = one.split(' ')
      return { name, status: status as ResultStatus, reruns: 'rounds', part: 1 } as const
    }),
  )
  expect(names.filter((name) => name.startsWith('a')).slice(0, 2)).toEqual(['a', 'a (2)'])
})

test('the names of tests are kept without the text around them in the file', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const heap = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const distinct = distinctTests()
  const before = heap()
  for (let index = 0; index < 2_000; index++) {
    const file = `${String(index).padStart(20_000, 'output of the test before ')} the name of test ${index}`
    distinct.note(found({ name: file.slice(-30) }))
  }
  const megabytes = (heap() - before) / 1024 / 1024
  expect(distinct.hasRepeats()).toBe(false)
  expect(megabytes).toBeLessThan(10)
})
