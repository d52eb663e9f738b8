import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { machine, type Person, startTestServer, type TestServer } from '../testing/server.ts'
import { LiveWatcher, toldAll } from './testing.ts'

/* The list of runs and the list of projects, and a large report, over real streams. */

let server: TestServer
let olga: Person
let tess: Person
let project: { id: string; clientSecret: string }
const watchers: LiveWatcher[] = []

beforeAll(async () => {
  server = await startTestServer()
  await server.person('Ada')
  olga = await server.person('Olga')
  tess = await server.person('Tess')
})
beforeEach(async () => {
  project = await server.project(olga)
  await server.member(olga, project.id, tess)
  await toldAll(server, server)
})
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.stop()
})
afterAll(() => server.close())

async function watch(name: 'run' | 'runs' | 'projects', input: object, as: Person): Promise<LiveWatcher> {
  const watcher = new LiveWatcher(server.url, name, input, as)
  watchers.push(watcher)
  await watcher.until(({ messages }) => messages.length > 0)
  return watcher
}

describe('the list of runs', () => {
  const runsIn = (watcher: LiveWatcher) =>
    watcher.messages.flatMap(({ type, runs }) => (type === 'changed' ? runs : []))
  const removedIn = (watcher: LiveWatcher) =>
    watcher.messages.flatMap(({ type, removed }) => (type === 'changed' ? removed : []))

  test('tells of runs that are started, fed, completed and deleted, as REST lists them', async () => {
    const testCase = await server.testCase(olga, (await server.suite(olga, project.id)).id)
    const watcher = await watch('runs', { projectId: project.id }, tess)
    expect(watcher.messages).toEqual([{ type: 'ready' }])
    const run = await server.run(olga, project.id, 'Nightly')
    await watcher.until((its) => runsIn(its).length > 0)
    expect(runsIn(watcher)).toEqual((await server.get(`/test-runs/project/${project.id}`, olga)).body)
    await server.execute(machine(project), testCase.id, run.id)
    await watcher.until((its) => runsIn(its).at(-1)?.summary.passed === 1)
    await server.post(`/test-runs/${run.id}/complete`, {}, olga)
    await watcher.until((its) => runsIn(its).at(-1)?.status === 'completed')
    await server.delete(`/test-runs/${run.id}`, olga)
    await watcher.until((its) => removedIn(its).length > 0)
    expect(removedIn(watcher)).toEqual([run.id])
  })

  test('tells nothing of other projects', async () => {
    const watcher = await watch('runs', { projectId: project.id }, tess)
    const other = await server.project(olga)
    const testCase = await server.testCase(olga, (await server.suite(olga, other.id)).id)
    const run = await server.run(olga, other.id)
    await server.execute(machine(other), testCase.id, run.id)
    const own = await server.run(olga, project.id)
    await watcher.until((its) => runsIn(its).length > 0)
    expect(runsIn(watcher).map(({ id }) => id)).toEqual([own.id])
  })

  test('ends with the project', async () => {
    const watcher = await watch('runs', { projectId: project.id }, tess)
    await server.delete(`/projects/${project.id}`, olga)
    await watcher.until((its) => its.isComplete)
    expect(watcher.types.at(-1)).toBe('deleted')
  })
})

describe('the list of projects', () => {
  /** Makes a change once the watcher has rested, and waits until it is told. */
  async function expectTold(watcher: LiveWatcher, change: () => Promise<unknown>): Promise<void> {
    const told = watcher.messages.length
    await change()
    await watcher.until((its) => its.messages.length > told)
    expect(watcher.types.at(-1)).toBe('stale')
  }

  test('is to be read again when a project of the user is made, renamed, filled or deleted', async () => {
    const watcher = await watch('projects', {}, olga)
    let made = project
    let suite = { id: '' }
    let testCase = { id: '' }
    await expectTold(watcher, async () => (made = await server.project(olga)))
    await expectTold(watcher, () => server.patch(`/projects/${made.id}`, { name: 'New name' }, olga))
    await expectTold(watcher, async () => (suite = await server.suite(olga, made.id)))
    await expectTold(watcher, async () => (testCase = await server.testCase(olga, suite.id)))
    await expectTold(watcher, () => server.delete(`/test-cases/${testCase.id}`, olga))
    await expectTold(watcher, () => server.delete(`/test-suites/${suite.id}`, olga))
    await expectTold(watcher, () =>
      server.upload(machine(made), made.id, '<testsuite name="S"><testcase name="c"/></testsuite>', { run: 'r' }),
    )
    await expectTold(watcher, () => server.delete(`/projects/${made.id}`, olga))
    expect(watcher.types).toEqual(['ready', ...Array.from({ length: 8 }, () => 'stale')])
  })

  test('is to be read again when the user joins or leaves a project, and not for the projects of others', async () => {
    const watcher = await watch('projects', {}, tess)
    const other = await server.project(olga, 'Not for Tess')
    await server.suite(olga, other.id)
    await expectTold(watcher, () => server.member(olga, other.id, tess))
    expect(watcher.types).toEqual(['ready', 'stale'])
    await expectTold(watcher, () => server.delete(`/projects/${other.id}/members/${tess.id}`, tess))
  })
})

test('a report of 10,000 results makes few messages, and the last one is right', async () => {
  const report = (status: string) =>
    `<testsuites>${Array.from({ length: 100 }, (_, suite) => `<testsuite name="Suite ${suite}">${Array.from({ length: 100 }, (_, index) => `<testcase name="case ${index}">${status}</testcase>`).join('')}</testsuite>`).join('')}</testsuites>`
  const { body } = await server.upload(machine(project), project.id, report('<skipped/>'), { run: 'build-1' })
  const [ofRun, ofRuns] = [
    await watch('run', { testRunId: body.testRun.id }, tess),
    await watch('runs', { projectId: project.id }, tess),
  ]
  const start = performance.now()
  await server.upload(machine(project), project.id, report(''), { run: 'build-1', complete: 'true' })
  await ofRun.until((its) => its.last('stale')?.['run'].status === 'completed')
  await ofRuns.until((its) => its.last('changed')?.['runs'][0].status === 'completed')
  const seconds = (performance.now() - start) / 1_000
  for (const { types } of [ofRun, ofRuns]) expect(types.length).toBeLessThanOrEqual(seconds * 3 + 4)
  const { suites: _, ...run } = (await server.get(`/test-runs/${body.testRun.id}/overview`, tess)).body
  expect(run.summary).toMatchObject({ total: 10_000, passed: 10_000 })
  expect(ofRun.last('stale')?.['run']).toMatchObject({
    summary: run.summary,
    suites: expect.objectContaining({ length: 100 }),
  })
  expect(ofRuns.last('changed')?.['runs']).toEqual([run])
})
