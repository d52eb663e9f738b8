import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { useTestServer } from '../testing/use-server.ts'
import { untilFolded } from './testing.ts'

/*
 * Every place that shows a number of a run, or of what fails in a project, agrees with a count over the results as they
 * are read one by one. The count shares no code with the server.
 */

const PROJECTS = 50
const server = await useTestServer()
const olga = await server.person('Olga')

const get = async (path: string) => (await server.get(path, olga)).body
const send = async (path: string, body: object = {}) => (await server.post(path, body, olga)).body

/** A small generator with a seed, so that a failure can be repeated. */
function randomOf(seed: number) {
  let state = Math.imul(seed, 2_654_435_761)
  const below = (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
  return { below, oneOf: <T>(values: readonly T[]) => values[below(values.length)] as T }
}

const STATUSES = ['passed', 'passed', 'passed', 'failed', 'error', 'skipped', null]

/** One or two suites, one to three runs of which some go on, retries, quarantined and deleted cases. */
async function randomProject(seed: number): Promise<string> {
  const { below, oneOf } = randomOf(seed)
  const project = await server.project(olga, `Project ${seed}`)
  const cases: string[] = []
  for (let suites = 1 + below(2); suites > 0; suites -= 1) {
    const suite = await server.suite(olga, project.id, `Suite ${suites}`)
    for (let count = 1 + below(4); count > 0; count -= 1) cases.push((await server.testCase(olga, suite.id)).id)
  }
  for (let runs = 1 + below(3); runs > 0; runs -= 1) {
    const some = below(3) === 0 ? { selection: { testCaseIds: [oneOf(cases)] } } : {}
    const branch = oneOf(['main', 'main', 'next'])
    const run = await send(`/test-runs/project/${project.id}`, { branch, ...some })
    const inRun: string[] = run.results.map(({ testCase }: any) => testCase.id)
    const results = [...inRun, ...inRun.filter(() => below(3) === 0)].flatMap((testCaseId) => {
      const status = oneOf(STATUSES)
      return status === null ? [] : [{ testCaseId, status, errorMessage: status === 'error' ? 'Boom' : null }]
    })
    if (results.length > 0) await send(`/test-runs/${run.id}/results`, { results })
    if (below(4) > 0) await send(`/test-runs/${run.id}/complete`, { omitResults: true })
  }
  if (below(3) === 0) await server.call('PUT', `/test-cases/${oneOf(cases)}/quarantine`, { as: olga, body: {} })
  if (below(4) === 0) await server.delete(`/test-cases/${oneOf(cases)}`, olga)
  return project.id
}

const COUNTS = ['passed', 'failed', 'error', 'pending', 'skipped']
const isFailing = ({ status }: any) => status === 'failed' || status === 'error'
const isExecuted = (result: any) => result.status === 'passed' || isFailing(result)

function countsOf(results: any[]): Record<string, number> {
  const of = (status: string) => results.filter((result) => result.status === status).length
  const flaky = results.filter((result) => result.flaky).length
  return { total: results.length, ...Object.fromEntries(COUNTS.map((status) => [status, of(status)])), flaky }
}

/** '2 failed, 1 error', as a person writes it. */
function failuresIn({ failed = 0, error = 0 }: Record<string, number>): string {
  const errors = error === 0 ? [] : [error === 1 ? '1 error' : `${error} errors`]
  return [...(failed === 0 ? [] : [`${failed} failed`]), ...errors].join(', ')
}

function newFailuresIn(run: any, earlier: any[]): any[] {
  return run.results.filter((result: any) => {
    const before = earlier
      .filter(({ branch, environment }) => branch === run.branch && environment === run.environment)
      .flatMap(({ results }) => results)
      .findLast((other: any) => other.testCase.id === result.testCase.id && isExecuted(other))
    return isFailing(result) && !(before && isFailing(before))
  })
}

/** The last of these runs that has ended, else the last one. */
const shownOf = (runs: any[]) => runs.findLast(({ status }) => status !== 'running') ?? runs.at(-1)

test(`the numbers of ${PROJECTS} random projects agree with a count of their results, wherever they are shown`, async () => {
  for (let seed = 1; seed <= PROJECTS; seed += 1) {
    const projectId = await randomProject(seed)
    await untilFolded(server.services.db, projectId, get)
    const listed: any[] = await get(`/test-runs/project/${projectId}`)
    const runs: any[] = []
    for (const { id } of listed.toReversed()) runs.push(await get(`/test-runs/${id}`))
    expect(runs.length).toBeGreaterThan(0)
    for (const [index, run] of runs.entries()) await compareRun(seed, run, runs.slice(0, index), listed)
    await compareFiles(`seed ${seed}`, shownOf(runs))
    await compareProject(seed, projectId, runs)
  }
}, 240_000)

async function compareRun(seed: number, run: any, earlier: any[], listed: any[]): Promise<void> {
  const what = `seed ${seed}, ${run.ref}`
  const counts = countsOf(run.results)
  const overview = await get(`/test-runs/${run.id}/overview`)
  const token = (await send(`/test-runs/${run.id}/share`)).link.split('/').at(-1)
  const shared = await get(`/shared-runs/${token}`)
  expect(listed.find(({ id }) => id === run.id).summary, `${what}, All Runs`).toEqual(counts)
  expect([run.summary, overview.summary, shared.summary], `${what}, run bar and share`).toEqual([
    counts,
    counts,
    counts,
  ])
  for (const { id, summary } of [...overview.suites, ...shared.suites])
    expect(summary, `${what}, suite`).toEqual(
      countsOf(run.results.filter((one: any) => one.testCase.testSuiteId === id)),
    )
  expect(countsOf(shared.results), `${what}, shared results`).toEqual(counts)
  const attention = await get(`/test-runs/${run.id}/attention`)
  expect(attention.newlyFailed, `${what}, newly failed`).toBe(newFailuresIn(run, earlier).length)
}

/** The exports of a run. */
async function compareFiles(what: string, run: any): Promise<void> {
  const counts = countsOf(run.results)
  const rows: any[] = parse(await exported(run.id, 'csv'), { columns: true, bom: true })
  expect(countsOf(rows.map(({ status, flaky }) => ({ status, flaky: flaky === 'yes' }))), `${what}, CSV`).toEqual(
    counts,
  )
  expect(JSON.parse(await exported(run.id, 'json')).summary, `${what}, JSON`).toEqual(counts)
  const html = await exported(run.id, 'html')
  for (const status of COUNTS)
    if (counts[status]) expect(html, `${what}, HTML`).toContain(`${counts[status]} ${status}`)
  if (run.results.some(isFailing)) expect(html, `${what}, HTML verdict`).toContain(failuresIn(counts))
}

async function exported(testRunId: string, format: string): Promise<string> {
  const headers = { authorization: olga.authorization }
  return await (await fetch(`${server.url}/api/test-runs/${testRunId}/export?format=${format}`, { headers })).text()
}

async function compareProject(seed: number, projectId: string, runs: any[]): Promise<void> {
  const what = (place: string) => `seed ${seed}, ${place}`
  const quality = await get(`/projects/${projectId}/quality`)
  const [card] = await get(`/project-health?projectIds=${projectId}`)
  const flaky = await get(`/projects/${projectId}/flaky?isFlaky=true`)
  const ended = runs.filter(({ status }) => status !== 'running')
  expect(
    quality.trend.map(({ summary }: any) => summary),
    what('trend'),
  ).toEqual(ended.map(({ results }) => countsOf(results)))
  expect(flaky, what('flaky')).toHaveLength(quality.numbers.flaky + quality.numbers.flakyQuarantined)
  expect(card.flaky, what('card, flaky')).toBe(quality.numbers.flaky)
  expect(quality.brokenBefore, what('broken before')).toHaveLength(quality.numbers.brokenBefore)

  const shown = shownOf(runs)
  const counts = countsOf(shown.results)
  const executed = shown.results.filter(isExecuted).length
  const passRate = executed === 0 ? null : (counts['passed'] ?? 0) / executed
  const fresh = newFailuresIn(
    shown,
    runs.filter(({ id }) => id < shown.id),
  ).map(({ id }) => id)
  expect([card.lastRun.id, card.lastRun.summary, card.passRate, card.newFailures], what('card')).toEqual([
    shown.id,
    counts,
    passRate,
    fresh.length,
  ])
  const { link } = await send(`/projects/${projectId}/badge`)
  const badge = /<title>tests: (.*)<\/title>/.exec(await (await fetch(link)).text())?.[1]
  if (ended.length === 0) {
    expect([badge, quality.failing], what('no ended run')).toEqual(['no runs', []])
    return
  }
  const isClean = counts['pending'] === 0
  const passed = counts['passed'] === 0 ? 'no tests' : '100% passed'
  expect(badge, what('badge')).toBe(failuresIn(counts) || (isClean ? passed : `${counts['pending']} pending`))
  const { numbers, failing } = quality
  expect([numbers.passRate, numbers.newFailures, numbers.failing], what('numbers')).toEqual([
    passRate,
    fresh.length,
    shown.results.filter(isFailing).length,
  ])
  const idsOf = (results: any[]) => results.map(({ resultId, id }) => resultId ?? id).toSorted()
  expect(idsOf(failing), what('broken now')).toEqual(idsOf(shown.results.filter(isFailing)))
  expect(idsOf(failing.filter(({ isNew }: any) => isNew)), what('new of them')).toEqual(fresh.toSorted())
  expect(
    failing.findLastIndex(({ isNew }: any) => isNew),
    what('new first'),
  ).toBe(fresh.length - 1)
}
