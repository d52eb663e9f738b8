import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { versionOfRun } from '../database/versions.ts'
import { machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { LiveWatcher, allPublished } from './testing.ts'

/* A run that several people have open, over real streams. */

let project: { id: string; clientSecret: string }
let cases: { id: string }[]
let run: any
const watchers: LiveWatcher[] = []

const server = await useTestServer()
const olga = await server.person('Olga')
const tess = await server.person('Tess')
beforeEach(async () => {
  ;({ project, cases, run } = await server.projectWithRun(olga, tess))
  await allPublished(server, server)
})
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.stop()
})

async function watch(as: Person, testRunId = run.id): Promise<LiveWatcher> {
  const watcher = new LiveWatcher(server.url, 'project', { projectId: project.id, testRunId }, as)
  watchers.push(watcher)
  await watcher.until(({ types }) => ['run', 'runs', 'viewers'].every((type) => types.includes(type)))
  return watcher
}

const execute = (index: number, actualValue = 'ok') =>
  server.execute(machine(project), cases[index]?.id as string, run.id, { actualValue })
const assign = (indexes: number[], assigneeId: string) =>
  server.patch(
    `/test-runs/${run.id}/results`,
    { assigneeId, results: indexes.map((index) => ({ resultId: run.results[index].id })) },
    olga,
  )
const resultsOf = (watcher: LiveWatcher) => watcher.messages.flatMap(({ results = [] }) => results)

/** A run as in messages: without the fields that never change. */
function live(overview: object) {
  const lasting = new Set(['id', 'ref', 'projectId', 'key', 'createdAt'])
  return Object.fromEntries(Object.entries(overview).filter(([name]) => !lasting.has(name)))
}

describe('watchers of a run', () => {
  test('watchers of a run get its state, then within a second what a harness records, as in REST', async () => {
    const both = [await watch(olga), await watch(tess)]
    const overview = (await server.get(`/test-runs/${run.id}/overview`, olga)).body
    for (const watcher of both)
      expect(watcher.last('run')).toEqual({
        type: 'run',
        version: expect.any(String),
        run: live(overview),
      })
    const recorded = await execute(0)
    for (const watcher of both) {
      await watcher.until((its) => resultsOf(its).length > 0, 10_000)
      const { body } = await server.get(`/test-runs/${run.id}/overview`, olga)
      expect(watcher.last('results')).toEqual({
        type: 'results',
        run: live(body),
        results: [recorded],
      })
    }
  })

  test('watchers of a run get results of every way to record: by hand, set, cleared, in bulk, set in bulk, a late case', async () => {
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
    expect(watcher.last('results')?.run).toMatchObject({
      summary: { total: 3 },
      suites: [{ name: 'Late', summary: { total: 1, failed: 1 } }],
    })
    await server.patch(`/test-runs/result/${resultId}`, { actualValue: null }, olga)
    await watcher.until((its) => resultsOf(its).some(({ status, attempts }) => status === 'pending' && attempts === 5))
  })

  test.each<[string, () => Promise<unknown>]>([
    ['executions', () => Promise.all([execute(0, 'again'), execute(1)])],
    ['assignments', () => assign([0, 1], olga.id)],
  ])(
    'get the version with the state, and some seconds after %s, when the results have been sent',
    async (_, change) => {
      await execute(0)
      const watcher = await watch(tess)
      const before = watcher.last('run')?.['version']
      await change()
      const now = await versionOfRun(server.services.db, run.id)
      expect(now).not.toBe(before)
      await watcher.until((its) => its.last('settled')?.['version'] === now, 60_000)
      expect(resultsOf(watcher).map(({ id }) => id)).toEqual(
        expect.arrayContaining([run.results[0].id, run.results[1].id]),
      )
      expect((await watch(olga)).last('run')?.['version']).toBe(now)
    },
  )

  test('watchers of a run get what was edited of the run, and that it runs again', async () => {
    const { body } = await server.post(`/test-runs/project/${project.id}`, {}, olga)
    const watcher = await watch(tess, body.id)
    const texts = { description: 'Release 1.4', branch: 'main', environment: 'staging' }
    await server.patch(`/test-runs/${body.id}`, texts, olga)
    await watcher.until((its) => its.last('results')?.['run'].branch === 'main')
    expect(watcher.last('results')).toMatchObject({ results: [], run: texts })
    await server.post(`/test-runs/${body.id}/complete`, {}, olga)
    await watcher.until((its) => its.last('results')?.['run'].status === 'completed')
    await server.post(`/test-runs/${body.id}/reopen`, {}, olga)
    await watcher.until((its) => its.last('results')?.['run'].status === 'running')
    expect(watcher.last('results')).toMatchObject({ run: { completedAt: null, durationMs: null } })
  })

  test('watchers of a run get an assignment, which is no attempt', async () => {
    const watcher = await watch(tess)
    await assign([0], tess.id)
    await watcher.until((its) => resultsOf(its).some(({ assignee }) => assignee?.id === tess.id))
    expect(resultsOf(watcher).at(-1)).toMatchObject({ status: 'pending', attempts: 0 })
  })

  test('watchers of a run get the results of a report, and the end of the run', async () => {
    const watcher = await watch(tess)
    const report = '<testsuite name="Payments"><testcase name="Refunds"><failure message="no"/></testcase></testsuite>'
    const { body } = await server.post(`/test-runs/project/${project.id}`, { key: 'build-1' }, olga)
    const other = await watch(olga, body.id)
    await server.upload(machine(project), project.id, report, { run: 'build-1' })
    await other.until((its) => resultsOf(its).some(({ testCase }) => testCase.name === 'Refunds'))
    await server.post(`/test-runs/${body.id}/complete`, {}, olga)
    await other.until((its) => its.last('results')?.['run'].status === 'completed')
    expect(other.last('results')).toMatchObject({ results: [], run: { completedAt: expect.any(String) } })
    expect(resultsOf(watcher)).toEqual([])
  })

  test('watchers of a run get few messages for many single results, and every result', async () => {
    const watcher = await watch(tess)
    const start = performance.now()
    for (let count = 0; count < 200; count++) await execute(count % 2, `value ${count}`)
    await watcher.until((its) => resultsOf(its).some(({ actualValue }) => actualValue === 'value 199'))
    const seconds = (performance.now() - start) / 1_000
    expect(watcher.types.filter((type) => type === 'results').length).toBeLessThanOrEqual(seconds * 3 + 2)
    expect(resultsOf(watcher).at(-1)).toMatchObject({ attempts: 100 })
  })

  test('watchers of a run get the state instead of results whose texts are too long for one message', async () => {
    const watcher = await watch(tess)
    const results = [
      { testCaseId: cases[0]?.id, actualValue: 'x'.repeat(99_000), errorMessage: 'no', trace: 'x'.repeat(40_000) },
      { testCaseId: cases[1]?.id, actualValue: 'y'.repeat(99_000) },
    ]
    await server.post(`/test-runs/${run.id}/results`, { results }, machine(project))
    await watcher.until((its) => its.last('run')?.['run'].summary.pending === 0)
    expect(watcher.last('run')).toMatchObject({ run: { summary: { total: 2 } } })
    expect(watcher.types).not.toContain('results')
  })

  test('watchers of a run get a message when the run is deleted, and lose access with the project', async () => {
    const ofRun = await watch(tess)
    await server.delete(`/test-runs/${run.id}`, olga)
    await ofRun.until((its) => its.last('run deleted'))
    const next = await server.run(olga, project.id)
    await allPublished(server, server)
    const ofProject = await watch(tess, next.id)
    await server.delete(`/projects/${project.id}`, olga)
    await ofProject.until((its) => its.error)
    expect(ofProject.error?.data?.code).toBe('NOT_FOUND')
  })

  test('watchers get the new name of a member: at the run, at what the member did, among its viewers, in the team', async () => {
    const mona = await server.person('Mona')
    const own = await server.projectWithRun(mona, tess)
    const resultId = own.run.results[0].id
    await server.patch(`/test-runs/result/${resultId}`, { actualValue: 'seen' }, mona)
    const watcher = new LiveWatcher(server.url, 'project', { projectId: own.project.id, testRunId: own.run.id }, mona)
    const team = new LiveWatcher(server.url, 'projects', undefined, tess)
    watchers.push(watcher, team)
    await watcher.until(({ types }) => ['run', 'runs', 'viewers'].every((type) => types.includes(type)))
    await team.until(({ messages }) => messages.length > 0)
    const [version, messages] = [watcher.last('run')?.['version'], team.messages.length]
    await server.patch('/auth/profile', { name: 'Lisa' }, mona)
    await team.until((its) => its.messages.length > messages)
    await watcher.until((its) => its.last('run')?.['version'] !== version)
    expect(watcher.last('run')?.['run'].createdBy.name).toBe('Lisa')
    await watcher.until((its) => its.last('runs')?.['runs'][0].createdBy.name === 'Lisa')
    await watcher.until((its) => its.last('viewers')?.['viewers'][0].name === 'Lisa')
    const { body } = await server.get(`/test-runs/${own.run.id}/results`, tess)
    expect(body.find(({ id }: { id: string }) => id === resultId).executedBy.name).toBe('Lisa')
  })

  test('watchers of a run get nothing of a refused write', async () => {
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

describe('the viewers of a run', () => {
  const namesIn = (watcher: LiveWatcher) =>
    watcher.last('viewers')?.['viewers'].map(({ name }: { name: string }) => name)

  test('the viewers of a run are named once each as people come and go; a harness is not a viewer', async () => {
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
    const harness = new LiveWatcher(
      server.url,
      'project',
      { projectId: project.id, testRunId: run.id },
      machine(project),
    )
    watchers.push(harness)
    await harness.until((its) => its.last('run'))
    second.stop()
    again.stop()
    await first.until((its) => namesIn(its)?.join() === 'Olga')
  })

  test('the viewers of a run include those of another server until they leave', async () => {
    const watcher = await watch(olga)
    const zoe = { id: 'zoe', name: 'Zoe' }
    const { viewers } = server.services.live
    expect(viewers.local()).toMatchObject([{ testRunId: run.id, viewer: { id: olga.id, name: 'Olga' } }])
    viewers.setRemote('other', run.id, zoe, true)
    viewers.setRemote('other', run.id, { id: olga.id, name: 'Olga' }, true)
    await watcher.until((its) => namesIn(its)?.join() === 'Olga,Zoe')
    viewers.clearRemote('other')
    await watcher.until((its) => namesIn(its)?.join() === 'Olga', 10_000)
  })
})
