import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { machine, type Person, startTestServer, type TestServer } from '../testing/server.ts'
import { LiveWatcher, toldAll } from './testing.ts'

/* A run that several have open, over real streams. */

let server: TestServer
let olga: Person
let tess: Person
let project: { id: string; clientSecret: string }
let cases: { id: string }[]
let run: any
const watchers: LiveWatcher[] = []

beforeAll(async () => {
  server = await startTestServer()
  olga = await server.person('Olga')
  tess = await server.person('Tess')
})
beforeEach(async () => {
  ;({ project, cases, run } = await server.projectWithRun(olga, tess))
  await toldAll(server, server)
})
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.stop()
})
afterAll(() => server.close())

async function watch(as: Person, testRunId = run.id): Promise<LiveWatcher> {
  const watcher = new LiveWatcher(server.url, 'run', { testRunId }, as)
  watchers.push(watcher)
  await watcher.until(({ types }) => types.includes('state') && types.includes('viewers'))
  return watcher
}

const execute = (place: number, actualValue = 'ok') =>
  server.execute(machine(project), cases[place]?.id as string, run.id, { actualValue })
const resultsOf = (watcher: LiveWatcher) =>
  watcher.messages.flatMap(({ type, results }) => (type === 'changed' ? results : []))

describe('two who have a run open', () => {
  test('see the state first, and then what a harness records, within a second and as REST tells it', async () => {
    const both = [await watch(olga), await watch(tess)]
    const overview = (await server.get(`/test-runs/${run.id}/overview`, olga)).body
    for (const { messages } of both)
      expect(messages[0]).toEqual({
        type: 'state',
        run: { status: 'running', completedAt: null, summary: overview.summary, suites: overview.suites },
      })
    const recorded = await execute(0)
    for (const watcher of both) {
      await watcher.until((its) => resultsOf(its).length > 0, 1_000)
      const { summary, suites } = (await server.get(`/test-runs/${run.id}/overview`, olga)).body
      expect(watcher.last('changed')).toEqual({
        type: 'changed',
        run: { status: 'running', completedAt: null, summary, suites },
        results: [recorded],
      })
    }
  })

  test('are told of every way to record: by hand, set, taken back, many at once, many set, a late case', async () => {
    const watcher = await watch(tess)
    const late = await server.testCase(olga, (await server.suite(olga, project.id, 'Late')).id)
    const resultId = run.results[0].id
    const ways: [string, () => Promise<unknown>][] = [
      [
        'by hand',
        () =>
          server.post(
            `/test-cases/${cases[0]?.id}/execute-manual`,
            { testRunId: run.id, actualValue: 'by hand' },
            olga,
          ),
      ],
      ['set', () => server.patch(`/test-runs/result/${resultId}`, { actualValue: 'set' }, olga)],
      [
        'many',
        () =>
          server.post(
            `/test-runs/${run.id}/results`,
            { results: [{ testCaseId: cases[0]?.id, actualValue: 'many' }] },
            machine(project),
          ),
      ],
      [
        'many set',
        () => server.patch(`/test-runs/${run.id}/results`, { results: [{ resultId, actualValue: 'many set' }] }, olga),
      ],
      ['late', () => server.execute(machine(project), late.id, run.id, { actualValue: 'late' })],
    ]
    for (const [value, record] of ways) {
      await record()
      await watcher.until((its) => resultsOf(its).some(({ actualValue }) => actualValue === value))
    }
    expect(watcher.last('changed')?.run).toMatchObject({
      summary: { total: 3 },
      suites: [{ name: 'Late', summary: { total: 1, failed: 1 } }],
    })
    await server.patch(`/test-runs/result/${resultId}`, { actualValue: null }, olga)
    await watcher.until((its) => resultsOf(its).some(({ status, attempts }) => status === 'pending' && attempts === 5))
  })

  test('are told of a report, and of the end of the run', async () => {
    const watcher = await watch(tess)
    const report = '<testsuite name="Payments"><testcase name="Refunds"><failure message="no"/></testcase></testsuite>'
    const { body } = await server.post(`/test-runs/project/${project.id}`, { key: 'build-1' }, olga)
    const other = await watch(olga, body.id)
    await server.upload(machine(project), project.id, report, { run: 'build-1' })
    await other.until((its) => resultsOf(its).some(({ testCase }) => testCase.name === 'Refunds'))
    await server.post(`/test-runs/${body.id}/complete`, {}, olga)
    await other.until((its) => its.last('changed')?.['run'].status === 'completed')
    expect(other.last('changed')).toMatchObject({ results: [], run: { completedAt: expect.any(String) } })
    expect(resultsOf(watcher)).toEqual([])
  })

  test('get few messages for many results that come one by one, and all of the results', async () => {
    const watcher = await watch(tess)
    const start = performance.now()
    for (let count = 0; count < 200; count++) await execute(count % 2, `value ${count}`)
    await watcher.until((its) => resultsOf(its).some(({ actualValue }) => actualValue === 'value 199'))
    const seconds = (performance.now() - start) / 1_000
    expect(watcher.types.filter((type) => type === 'changed').length).toBeLessThanOrEqual(seconds * 3 + 2)
    expect(resultsOf(watcher).at(-1)).toMatchObject({ attempts: 100 })
  })

  test('are told to read again when the texts of the results would be too long for a message', async () => {
    const watcher = await watch(tess)
    const results = [
      { testCaseId: cases[0]?.id, actualValue: 'x'.repeat(99_000), errorMessage: 'no', trace: 'x'.repeat(40_000) },
      { testCaseId: cases[1]?.id, actualValue: 'y'.repeat(99_000) },
    ]
    await server.post(`/test-runs/${run.id}/results`, { results }, machine(project))
    await watcher.until((its) => its.last('stale'))
    expect(watcher.last('stale')).toMatchObject({ run: { summary: { total: 2, pending: 0 } } })
  })

  test('hear of the deletion of the run or its project, and then nothing more', async () => {
    const ofRun = await watch(tess)
    await server.delete(`/test-runs/${run.id}`, olga)
    await ofRun.until((its) => its.isComplete)
    expect(ofRun.types.at(-1)).toBe('deleted')
    const next = await server.run(olga, project.id)
    await toldAll(server, server)
    const ofProject = await watch(tess, next.id)
    await server.delete(`/projects/${project.id}`, olga)
    await ofProject.until((its) => its.isComplete)
    expect([ofProject.types.at(-1), ofProject.error]).toEqual(['deleted', undefined])
  })

  test('hear nothing of a write that was refused', async () => {
    const watcher = await watch(tess)
    const results = [
      { testCaseId: cases[0]?.id, actualValue: 'ok' },
      { testCaseId: 'unknown', actualValue: 'ok' },
    ]
    expect((await server.post(`/test-runs/${run.id}/results`, { results }, machine(project))).status).toBe(404)
    await execute(1)
    await watcher.until((its) => resultsOf(its).length > 0)
    expect(resultsOf(watcher).map(({ id }) => id)).toEqual([run.results[1].id])
  })
})

describe('who has a run open', () => {
  const namesIn = (watcher: LiveWatcher) =>
    watcher.last('viewers')?.['viewers'].map(({ name }: { name: string }) => name)

  test('is told by name, each once, when somebody comes and goes; a harness is nobody', async () => {
    const first = await watch(olga)
    await first.until((its) => namesIn(its)?.length === 1)
    const second = await watch(tess)
    const again = await watch(tess)
    for (const watcher of [first, second, again]) await watcher.until((its) => namesIn(its)?.join() === 'Olga,Tess')
    expect(first.last('viewers')).toEqual({
      type: 'viewers',
      viewers: [olga, tess].map(({ id, name }) => ({ id, name })),
      count: 2,
    })
    const harness = new LiveWatcher(server.url, 'run', { testRunId: run.id }, machine(project))
    watchers.push(harness)
    await harness.until((its) => its.last('state'))
    second.stop()
    again.stop()
    await first.until((its) => namesIn(its)?.join() === 'Olga')
  })

  test('counts those that another server tells of, until it tells no more', async () => {
    const watcher = await watch(olga)
    const zoe = { id: 'zoe', name: 'Zoe' }
    expect(server.services.live.viewers.toTell()[run.id]).toEqual([{ id: olga.id, name: 'Olga' }])
    server.services.live.viewers.setElsewhere('other', { [run.id]: [zoe, { id: olga.id, name: 'Olga' }] }, 1_500)
    await watcher.until((its) => namesIn(its)?.join() === 'Olga,Zoe')
    await watcher.until((its) => namesIn(its)?.join() === 'Olga', 3_000)
  })
})
