import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { machine, type Person } from '../testing/server.ts'
import { useTestServer } from '../testing/use-server.ts'
import { LiveWatcher, allPublished, largeReport } from './testing.ts'

/* The list of runs, the list of projects and a large report, over real streams. */

let project: { id: string; clientSecret: string }
const watchers: LiveWatcher[] = []

const server = await useTestServer()
await server.person('Ada')
const olga = await server.person('Olga')
const tess = await server.person('Tess')
beforeEach(async () => {
  project = await server.project(olga)
  await server.member(olga, project.id, tess)
  await allPublished(server, server)
})
afterEach(() => {
  for (const watcher of watchers.splice(0)) watcher.stop()
})

async function watch(name: 'project' | 'projects', input: object | undefined, as: Person): Promise<LiveWatcher> {
  const watcher = new LiveWatcher(server.url, name, input, as)
  watchers.push(watcher)
  await watcher.until(({ messages }) => messages.length > 0)
  return watcher
}

describe('the list of runs', () => {
  const runsIn = (watcher: LiveWatcher): any[] => watcher.last('runs')?.['runs']

  test('the live list of runs equals that of REST after a start, a result, an end and a deletion', async () => {
    const testCase = await server.testCase(olga, (await server.suite(olga, project.id)).id)
    const watcher = await watch('project', { projectId: project.id }, tess)
    expect(watcher.messages).toEqual([{ type: 'runs', runs: [] }])
    const run = await server.run(olga, project.id, 'Nightly')
    await watcher.until((its) => runsIn(its).length > 0)
    expect(runsIn(watcher)).toEqual((await server.get(`/test-runs/project/${project.id}`, olga)).body)
    await server.execute(machine(project), testCase.id, run.id)
    await watcher.until((its) => runsIn(its)[0]?.summary.passed === 1)
    await server.post(`/test-runs/${run.id}/complete`, {}, olga)
    await watcher.until((its) => runsIn(its)[0]?.status === 'completed')
    await server.delete(`/test-runs/${run.id}`, olga)
    await watcher.until((its) => runsIn(its).length === 0)
  })

  test('the list of runs ignores other projects', async () => {
    const watcher = await watch('project', { projectId: project.id }, tess)
    const other = await server.project(olga)
    const testCase = await server.testCase(olga, (await server.suite(olga, other.id)).id)
    const run = await server.run(olga, other.id)
    await server.execute(machine(other), testCase.id, run.id)
    // A change that arrives while the list is first read sends the list again, whatever run it is of.
    await allPublished(server, server)
    const own = await server.run(olga, project.id)
    await watcher.until((its) => runsIn(its).length > 0)
    expect(runsIn(watcher).map(({ id }) => id)).toEqual([own.id])
    expect(watcher.messages).toHaveLength(2)
  })

  test('the list of runs loses access with the project', async () => {
    const watcher = await watch('project', { projectId: project.id }, tess)
    await server.delete(`/projects/${project.id}`, olga)
    await watcher.until((its) => its.error)
    expect(watcher.error?.data?.code).toBe('NOT_FOUND')
  })
})

describe('the list of projects', () => {
  async function expectMessage(watcher: LiveWatcher, change: () => Promise<unknown>): Promise<void> {
    const before = watcher.messages.length
    await change()
    await watcher.until((its) => its.messages.length > before)
  }

  test('the list of projects changes when a project is created, renamed, filled or deleted', async () => {
    const watcher = await watch('projects', undefined, olga)
    let made = project
    let suite = { id: '' }
    let testCase = { id: '' }
    await expectMessage(watcher, async () => (made = await server.project(olga)))
    await expectMessage(watcher, () => server.patch(`/projects/${made.id}`, { name: 'New name' }, olga))
    await expectMessage(watcher, async () => (suite = await server.suite(olga, made.id)))
    await expectMessage(watcher, async () => (testCase = await server.testCase(olga, suite.id)))
    await expectMessage(watcher, () => server.delete(`/test-cases/${testCase.id}`, olga))
    await expectMessage(watcher, () => server.delete(`/test-suites/${suite.id}`, olga))
    await expectMessage(watcher, () =>
      server.upload(machine(made), made.id, '<testsuite name="S"><testcase name="c"/></testsuite>', { run: 'r' }),
    )
    await expectMessage(watcher, () => server.delete(`/projects/${made.id}`, olga))
    expect(watcher.messages).toHaveLength(9)
  })

  test('the list of projects changes when the user joins or leaves one, not for those of others', async () => {
    const watcher = await watch('projects', undefined, tess)
    const other = await server.project(olga, 'Not for Tess')
    await server.suite(olga, other.id)
    // A change that arrives while the list is first read sends the list again, whatever project it is of.
    await allPublished(server, server)
    await expectMessage(watcher, () => server.member(olga, other.id, tess))
    expect(watcher.messages).toHaveLength(2)
    await expectMessage(watcher, () => server.delete(`/projects/${other.id}/members/${tess.id}`, tess))
  })
})

test('a report of 10,000 results sends few messages, and the last is the final state', async () => {
  const { body } = await server.upload(machine(project), project.id, largeReport('<skipped/>'), { run: 'build-1' })
  const watcher = await watch('project', { projectId: project.id, testRunId: body.testRun.id }, tess)
  const start = performance.now()
  await server.upload(machine(project), project.id, largeReport(), { run: 'build-1', complete: 'true' })
  await watcher.until((its) => its.last('run')?.['run'].status === 'completed')
  await watcher.until((its) => its.last('runs')?.['runs'][0].status === 'completed')
  const seconds = (performance.now() - start) / 1_000
  expect(watcher.messages.length).toBeLessThanOrEqual(seconds * 6 + 8)
  const { suites: _, ...run } = (await server.get(`/test-runs/${body.testRun.id}/overview`, tess)).body
  expect(run.summary).toMatchObject({ total: 10_000, passed: 10_000 })
  expect(watcher.last('run')?.['run']).toMatchObject({
    summary: run.summary,
    suites: expect.objectContaining({ length: 100 }),
  })
  expect(watcher.last('runs')?.['runs']).toEqual([run])
})
