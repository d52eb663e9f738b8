import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type Caller, machine } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { readingTime, sharedHeld } from './report-limits.ts'
import { largeReport } from './testing.ts'
import { recordingSlots } from './report-recorder.ts'

const LIMIT = 1_000

const server = await useTestServer({ REPORT_MAX_TESTS: LIMIT })
const olga = await server.person('Olga')
let project: { id: string; clientSecret: string }
let harness: Caller
beforeEach(async () => {
  project = await server.project(olga)
  harness = machine(project)
})

const upload = (report: string | Uint8Array, run = 'b1') => server.upload(harness, project.id, report, { run })
const junit = (cases: string) => `<testsuites><testsuite name="a">${cases}</testsuite></testsuites>`
const retried = (times: number) => `<testcase name="x">${'<flakyFailure message="no"/>'.repeat(times)}</testcase>`

test('a report may have exactly as many tests as allowed, and not one more', async () => {
  expect((await upload(largeReport(LIMIT))).body).toMatchObject({ recorded: LIMIT })
  const { status, body } = await upload(largeReport(LIMIT + 1))
  expect([status, body.message]).toEqual([413, 'The report has more than 1000 tests (REPORT_MAX_TESTS)'])
})

test('a test may have 100 executions in a report, and not one more', async () => {
  expect((await upload(junit(retried(99)))).body).toMatchObject({ recorded: 1, attempts: 99 })
  const { status, body } = await upload(junit(retried(100)))
  expect([status, body.message]).toEqual([413, 'A test of the report has more than 100 executions'])
})

test('the executions of a test that its report lists one by one count together', async () => {
  const properties = '<properties><property name="go.version" value="go1.22.6 linux/amd64"/></properties>'
  const again = (times: number) => junit(properties + '<testcase name="x"><failure/></testcase>'.repeat(times))
  expect((await upload(again(100))).body).toMatchObject({ recorded: 1, attempts: 99 })
  expect((await upload(again(101))).status).toBe(413)
})

test('an automation key may have 1,000 executions in a report', async () => {
  const keyed = (times: number) => junit('<testcase name="[C1] x"/>'.repeat(times))
  expect((await upload(keyed(LIMIT))).body).toMatchObject({ recorded: 1, attempts: LIMIT - 1 })
  const shared = '<testcase name="[C1] x"><flakyFailure/></testcase>'.repeat(501)
  const { status, body } = await upload(junit(shared))
  expect([status, body.message]).toEqual([413, 'The report has more than 1000 executions of the test case C1'])
})

test('a report that unpacks to more than 100 times its size is refused', async () => {
  const bomb = gzipSync(junit(`<!--${' '.repeat(20_000_000)}--><testcase name="x"/>`))
  const { status, body } = await upload(bomb)
  expect([status, body.message]).toEqual([413, 'The report unpacks to more than 100 times its size'])
  expect((await upload(gzipSync(junit(`<!--${' '.repeat(5_000_000)}--><testcase name="x"/>`)))).status).toBe(201)
})

test('reading stops after too much computing time', () => {
  const time = readingTime(1)
  const busy = () => {
    for (const start = performance.now(); performance.now() - start < 2;);
  }
  expect(() => time(busy)).toThrow('The report takes more than 0.001 s to read')
})

test('reports that are read at once may hold no more than a server has memory for, but a small one is always read', () => {
  const [large, other, small] = [sharedHeld(100, 10), sharedHeld(100, 10), sharedHeld(100, 10)]
  const tooMany = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 10 })
  large.hold(60)
  other.hold(40)
  expect(() => other.hold(1)).toThrow(tooMany)
  small.hold(10)
  expect(() => small.hold(1)).toThrow(tooMany)
  large.hold(-20)
  other.hold(1)
  for (const one of [large, other, small]) one.release()
  large.hold(100)
  large.release()
})

test('the default limit of tests is 100,000', () => {
  expect([readConfig({}).REPORT_MAX_TESTS, readConfig({ REPORT_MAX_TESTS: '5' }).REPORT_MAX_TESTS]).toEqual([
    100_000, 5,
  ])
})

test('two large reports are recorded at once, 20 wait, another one gets 503, and who leaves leaves nothing', async () => {
  const slots = recordingSlots()
  const [work, leave] = [Promise.withResolvers<void>(), new AbortController()]
  const started: number[] = []
  const all = Array.from({ length: 22 }, (_, index) =>
    slots.run('P', index === 5 ? leave.signal : undefined, async () => {
      started.push(index)
      await work.promise
    }),
  )
  await expect(slots.run('P', undefined, async () => {})).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many reports are waiting to be recorded. Send it again later',
    retryAfterSeconds: 10,
  })
  expect(started).toEqual([0, 1])
  leave.abort(new Error('gone'))
  await expect(all[5]).rejects.toThrow('gone')
  work.resolve()
  await Promise.allSettled(all)
  expect(started).toEqual(Array.from({ length: 22 }, (_, index) => index).filter((index) => index !== 5))
  await slots.run('P', undefined, async () => void started.push(22))
  expect(started.at(-1)).toBe(22)
})

test('a large report of another project takes a waiting place from the project with most, and has its turn next but one', async () => {
  const slots = recordingSlots()
  const work = Array.from({ length: 23 }, () => Promise.withResolvers<void>())
  const started: string[] = []
  const run = (index: number, project: string) =>
    slots.run(project, undefined, async () => {
      started.push(`${project}${index}`)
      await work[index]?.promise
    })
  const all = Array.from({ length: 22 }, (_, index) => run(index, 'P').catch((error: unknown) => error))
  const other = run(22, 'Q')
  expect(await all[21]).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  work[0]?.resolve()
  await all[0]
  work[1]?.resolve()
  await all[1]
  await new Promise(setImmediate)
  expect(started).toEqual(['P0', 'P1', 'P2', 'Q22'])
  for (const { resolve } of work) resolve()
  await Promise.all([...all, other])
})
