import type { Call } from './api.ts'
import { type Clock, present } from './clock.ts'
import { HISTORY } from './history.ts'
import { type DemoPerson, machineOf, PASSWORD, signUpAll } from './people.ts'
import { type DemoCase, type DemoProject, PROJECTS } from './projects.ts'
import { makeRun, plansOf, type SeededProject } from './runs.ts'

export { PASSWORD }

const DAY_MS = 86_400_000
/** The projects are older than their first run. */
const PREPARED_DAYS = 30

/**
 * Fills the server at `url`, which must have no users. `say` gets one line per project. Without a clock everything
 * happens now, in the same order.
 */
export async function seed(url: string, say: (line: string) => void, clock: Clock = present) {
  const now = Date.now()
  clock.set(now - PREPARED_DAYS * DAY_MS)
  const people = await signUpAll(url)
  const projects = new Map<string, SeededProject>()
  for (const [index, project] of PROJECTS.entries())
    projects.set(project.name, await makeProject(url, project, [...people.slice(index), ...people.slice(0, index)]))
  const plans = HISTORY.flatMap(plansOf).toSorted((one, other) => other.daysAgo - one.daysAgo)
  for (const plan of plans) {
    const project = projects.get(plan.series.project) as SeededProject
    await makeRun(project, plan, { people, clock, startedAt: now - plan.daysAgo * DAY_MS })
  }
  clock.set(now)
  for (const { name, suites } of PROJECTS)
    say(`${name}: ${suites.length} suites, ${casesOf(suites).length} cases, ${runsOf(name)} runs`)
  const suites = PROJECTS.flatMap((project) => project.suites)
  return {
    projects: PROJECTS.length,
    suites: suites.length,
    cases: casesOf(suites).length,
    runs: plans.length,
    emails: people.map(({ email }) => email),
  }
}

const casesOf = (suites: DemoProject['suites']) => suites.flatMap(({ cases }) => cases)

const runsOf = (name: string) =>
  HISTORY.reduce((sum, { project, daysAgo }) => sum + (project === name ? daysAgo.length : 0), 0)

async function makeProject(url: string, { suites, ...project }: DemoProject, people: DemoPerson[]) {
  const [{ call }, ...others] = people as [DemoPerson, ...DemoPerson[]]
  const made = await call('POST', '/projects', project)
  for (const { email } of others) await call('POST', `/projects/${made.id}/add-existing-user`, { email })
  const cases: SeededProject['cases'] = []
  for (const { cases: ofSuite, ...suite } of suites) {
    const { id: testSuiteId } = await call('POST', '/test-suites', { ...suite, projectId: made.id })
    for (const testCase of ofSuite) cases.push(await makeCase(call, testSuiteId, testCase))
  }
  return { id: made.id as string, machine: machineOf(url, made), cases }
}

async function makeCase(call: Call, testSuiteId: string, { name, expected, auto, ...fields }: DemoCase) {
  const expectedValueType = /^\d+$/.test(expected) ? 'number' : /^(true|false)$/.test(expected) ? 'boolean' : 'string'
  const type = auto ? 'automated' : 'manual'
  const body = { testSuiteId, name, type, expectedValueType, expectedValue: expected, ...fields }
  const { id } = await call('POST', '/test-cases', body)
  return { id: id as string, name, expected }
}
