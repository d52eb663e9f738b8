import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { countResults } from '#shared/test-runs/summary.ts'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'

/* Parts of one run that come in any order, at once, and more than once. */

const server = await useTestServer()
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let harness: Caller
beforeEach(async () => {
  project = await server.project(olga)
  harness = machine(project)
})

const OUTCOMES = [
  '',
  '<failure message="no"/>',
  '<error/>',
  '<skipped/>',
  '<flakyFailure message="once"/>',
  '<failure/><rerunError/>',
]
const SHARDS = 8

/** Tests of four suites that every shard has a part of. */
const testsOf = (shard: number) =>
  Array.from({ length: 4 }, (_, suite) => {
    const cases = Array.from(
      { length: 60 },
      (_, index) => `<testcase name="test ${shard}.${index}">${OUTCOMES[(shard + index) % OUTCOMES.length]}</testcase>`,
    )
    return `<testsuite name="suite ${suite}">${cases.join('')}</testsuite>`
  }).join('')
const reportOf = (shards: number[]) => `<testsuites>${shards.map(testsOf).join('')}</testsuites>`
const all = Array.from({ length: SHARDS }, (_, index) => index + 1)

const read = async (runId: string) => (await server.get(`/test-runs/${runId}`, harness)).body
const outcomes = (run: any) =>
  run.results
    .map(({ testCase, status, attempts, flaky, errorMessage }: any) =>
      JSON.stringify([testCase.testSuite.name, testCase.name, status, attempts, flaky, errorMessage]),
    )
    .toSorted()

test('eight shards sent twice, concurrently and in random order, equal one upload of the whole report', async () => {
  const order = [...all, ...all].toSorted(() => Math.random() - 0.5)
  const answers: any[] = []
  const worker = async () => {
    for (let shard = order.pop(); shard !== undefined; shard = order.pop())
      answers.push(
        await server.upload(harness, project.id, reportOf([shard]), { run: 'parts', shard: `${shard}/${SHARDS}` }),
      )
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...all.map(() => 200), ...all.map(() => 201)])
  const whole = (await server.upload(harness, project.id, reportOf(all), { run: 'whole' })).body
  const [parts, one] = [await read(answers[0].body.testRun.id), await read(whole.testRun.id)]
  expect(parts.summary).toEqual(one.summary)
  expect(parts.summary).toEqual(countResults(parts.results))
  expect(outcomes(parts)).toEqual(outcomes(one))
  expect([whole.created, whole.matched]).toEqual([0, parts.summary.total])
})

test('a run is completed when the last shard arrives, in any order', async () => {
  const statuses = []
  for (const shard of [3, 1, 2]) {
    const { body } = await server.upload(harness, project.id, reportOf([shard]), {
      run: 'parts',
      shard: `${shard}/3`,
      complete: 'true',
    })
    statuses.push(body.testRun.status)
  }
  expect(statuses).toEqual(['running', 'running', 'completed'])
})

test.each(['0/3', '4/3', '0/0', '1 / 3', '1/20000'])(
  'the shard %s, of no shards that can all arrive, is refused',
  async (shard) => {
    const { status, body } = await server.upload(harness, project.id, reportOf([1]), {
      run: 'parts',
      shard,
      complete: 'true',
    })
    const message = 'shard must be a part from 1/n to n/n (n up to 9999), or a name'
    expect([status, body]).toEqual([400, { message, code: 'BAD_REQUEST', issues: [{ path: ['shard'], message }] }])
  },
)

test.each(['linux', '3', '2026-11', 'chrome/115'])('the shard %s is a name', async (shard) => {
  expect((await server.upload(harness, project.id, reportOf([1]), { run: 'parts', shard })).status).toBe(201)
})

test('shards with the same bytes, such as two without a test, all arrive', async () => {
  const send = async (shard: string, report: string) => {
    const { status, body } = await server.upload(harness, project.id, report, { run: 'parts', shard, complete: 'true' })
    return [status, body.testRun.status]
  }
  const empty = '<testsuites tests="0"/>'
  expect(await send('1/3', empty)).toEqual([201, 'running'])
  expect(await send('2/3', empty)).toEqual([201, 'running'])
  expect(await send('2/3', empty)).toEqual([200, 'running'])
  expect(await send('3/3', reportOf([3]))).toEqual([201, 'completed'])
})

test('a shard that an earlier version recorded gets its answer when it is sent again, also after the end of its run', async () => {
  const report = reportOf([1])
  const send = (shard: string) => server.upload(harness, project.id, report, { run: 'parts', shard, complete: 'true' })
  const { body } = await send('1/1')
  const digest = createHash('sha256').update(report).digest('hex')
  await server.services.write(null, (db) =>
    db.updateTable('test_reports').set({ digest }).where('test_run_id', '=', body.testRun.id).execute(),
  )
  const again = await send('1/1')
  expect([again.status, again.body.created]).toEqual([200, body.created])
  expect((await send('linux')).status).toBe(409)
})

test('a run stays open while a report says that others of its shard follow, until it is sent again', async () => {
  const send = async (shard: number, test: string, more: object) => {
    const query = { run: 'parts', shard: `${shard}/2`, ...more }
    const { body } = await server.upload(harness, project.id, `<testsuite name="${test}"/>`, query)
    return (await read(body.testRun.id)).status
  }
  expect(await send(1, 'a', { complete: 'true' })).toBe('running')
  expect(await send(2, 'b', { reports: 'follow' })).toBe('running')
  expect(await send(2, 'c', { complete: 'true' })).toBe('running')
  expect(await send(2, 'b', { reports: 'follow' })).toBe('running')
  expect(await send(2, 'b', { complete: 'true' })).toBe('completed')
})

test('a report that is sent again with complete=true completes its run once all shards have arrived', async () => {
  const send = (shard: number, complete?: string) =>
    server.upload(harness, project.id, reportOf([shard]), {
      run: 'parts',
      shard: `${shard}/2`,
      ...(complete && { complete }),
    })
  const { testRun } = (await send(1)).body
  const status = async () => (await read(testRun.id)).status
  expect([(await send(1, 'true')).status, await status()]).toEqual([200, 'running'])
  expect([(await send(2)).status, await status()]).toEqual([201, 'completed'])
  expect([(await send(2, 'true')).status, await status()]).toEqual([200, 'completed'])
})

const oneTest = (outcome: string) =>
  `<testsuites><testsuite name="suite"><testcase name="x">${outcome}</testcase></testsuite></testsuites>`
const upload = async (report: string, query: Record<string, string>) =>
  (await server.upload(harness, project.id, report, { run: 'one', ...query })).body
const outcomeOf = async (answer: any) => {
  const { results, summary } = await read(answer.testRun.id)
  expect(summary).toEqual(countResults(results))
  return [results[0].status, results[0].attempts, results[0].flaky, results[0].errorMessage]
}

test('a test that fails in one shard and passes in another has failed', async () => {
  const [failed, passed] = [oneTest('<failure message="no"/>'), oneTest('')]
  await upload(failed, { shard: '1/2' })
  expect(await outcomeOf(await upload(passed, { shard: '2/2' }))).toEqual(['failed', 2, false, 'no'])
})

test('a shard sent anew replaces its own results only, and shows the failure that stays', async () => {
  await upload(oneTest('<failure message="one"/>'), { shard: 'linux' })
  await upload(oneTest('<error message="two"/>'), { shard: 'mac' })
  expect(await outcomeOf(await upload(oneTest('<!-- again -->'), { shard: 'mac' }))).toEqual([
    'failed',
    3,
    false,
    'one',
  ])
  expect(await outcomeOf(await upload(oneTest('<!-- twice -->'), { shard: 'linux' }))).toEqual([
    'passed',
    4,
    true,
    null,
  ])
})

test('an execution by REST replaces reported ones, and a later report replaces it', async () => {
  const first = await upload(oneTest('<failure/>'), {})
  const { results } = await read(first.testRun.id)
  await server.execute(harness, results[0].testCase.id, first.testRun.id, { actualValue: 'ok' })
  expect((await outcomeOf(first)).slice(0, 3)).toEqual(['passed', 2, true])
  expect(await outcomeOf(await upload(oneTest('<skipped/>'), {}))).toEqual(['skipped', 3, false, null])
})

test('the same report sent again as a retry replaces the others, once', async () => {
  const outcome = (body: string) => `<testsuite name="s"><testcase name="pays">${body}</testcase></testsuite>`
  const send = async (report: string, retry: string) => {
    const { status, body } = await server.upload(harness, project.id, report, { run: 'b1', retry })
    const [result] = (await read(body.testRun.id)).results
    return [status, result.status, result.attempts]
  }
  expect(await send(outcome(''), 'false')).toEqual([201, 'passed', 1])
  expect(await send(outcome('<failure/>'), 'false')).toEqual([201, 'failed', 2])
  expect(await send(outcome(''), 'false')).toEqual([200, 'failed', 2])
  expect(await send(outcome(''), 'true')).toEqual([201, 'passed', 3])
  expect(await send(outcome(''), 'true')).toEqual([200, 'passed', 3])
})
