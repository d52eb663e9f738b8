import { apiOf, type Call } from './api.ts'
import { type DemoCase, type DemoProject, PROJECTS } from './projects.ts'

export const PASSWORD = 'assay-demo'
const PEOPLE = ['Ada Lovelace', 'Ben Okafor', 'Chen Li']
const RUNS = [7, 7, 6]
const BUILDS = ['Nightly', 'Release candidate', 'Hotfix', 'Before the demo', 'Regression']

type Recorded = { id: string; testCase: { id: string; type: string; expectedValue: string | null } }

/** Fills the server at `url`, which must have no users. `say` gets one line per project. */
export async function seed(url: string, say: (line: string) => void) {
  const people = []
  for (const name of PEOPLE) people.push(await signUp(url, name))
  const random = randomFrom(20_260_131)
  const done = { projects: 0, suites: 0, cases: 0, runs: 0, emails: people.map(({ email }) => email) }
  for (const [index, project] of PROJECTS.entries()) {
    const [owner, ...others] = [...people.slice(index), ...people.slice(0, index)] as [Person, ...Person[]]
    const { projectId, suites, cases } = await makeProject(owner.call, project, others)
    for (let run = 1; run <= (RUNS[index] as number); run++) {
      await makeRun(owner.call, projectId, { run, isLast: run === RUNS[index], random })
      done.runs += 1
    }
    done.projects += 1
    done.suites += suites
    done.cases += cases
    say(`${project.name}: ${suites} suites, ${cases} cases, ${RUNS[index]} runs`)
  }
  return done
}

type Person = { email: string; call: Call }

async function signUp(url: string, name: string): Promise<Person> {
  const email = `${name.split(' ', 1)[0]?.toLowerCase()}@example.com`
  const { accessToken } = await apiOf(url)('POST', '/auth/sign-up', { name, email, password: PASSWORD })
  return { email, call: apiOf(url, accessToken) }
}

async function makeProject(call: Call, { suites, ...project }: DemoProject, others: Person[]) {
  const { id: projectId } = await call('POST', '/projects', project)
  for (const { email } of others) await call('POST', `/projects/${projectId}/add-existing-user`, { email })
  let count = 0
  for (const { cases, ...suite } of suites) {
    const { id: testSuiteId } = await call('POST', '/test-suites', { ...suite, projectId })
    for (const testCase of cases) await call('POST', '/test-cases', { testSuiteId, ...bodyOf(testCase) })
    count += cases.length
  }
  return { projectId: projectId as string, suites: suites.length, cases: count }
}

function bodyOf({ name, expected, auto, ...fields }: DemoCase) {
  const expectedValueType = /^\d+$/.test(expected) ? 'number' : /^(true|false)$/.test(expected) ? 'boolean' : 'string'
  return { name, type: auto ? 'automated' : 'manual', expectedValueType, expectedValue: expected, ...fields }
}

type RunPlan = { run: number; isLast: boolean; random: () => number }

/** Outcomes improve from run to run. The last run is still running. */
async function makeRun(call: Call, projectId: string, { run, isLast, random }: RunPlan): Promise<void> {
  const description = `${BUILDS[run % BUILDS.length]} ${100 + run}`
  const { id: testRunId, results } = await call('POST', `/test-runs/project/${projectId}`, { description })
  const share = isLast ? 0.6 : 1
  const failureRate = 0.3 - run * 0.02
  for (const result of (results as Recorded[]).slice(0, Math.round(results.length * share)))
    await call('POST', `/test-cases/${result.testCase.id}/execute`, {
      testRunId,
      ...outcomeOf(result, failureRate, random),
    })
  if (!isLast)
    await call('POST', `/test-runs/${testRunId}/complete`, { status: run % 5 === 4 ? 'failed' : 'completed' })
}

function outcomeOf({ testCase }: Recorded, failureRate: number, random: () => number) {
  const executionTimeMs = Math.round(20 + random() ** 3 * 3_000)
  const dice = random()
  if (dice < failureRate / 4) return { errorMessage: 'Error: connect ECONNREFUSED 10.0.0.7:443', executionTimeMs }
  if (dice < failureRate / 2) return { status: 'skipped', notes: 'Blocked by an open bug' }
  if (dice < failureRate) return { actualValue: wrongValueFor(testCase.expectedValue), executionTimeMs }
  return { actualValue: testCase.expectedValue, executionTimeMs }
}

function wrongValueFor(expected: string | null): string {
  if (expected === 'true' || expected === 'false') return expected === 'true' ? 'false' : 'true'
  return expected !== null && /^\d+$/.test(expected) ? '500' : 'Something went wrong'
}

/** A seeded generator (mulberry32), so that every demo is the same. Numbers are in [0, 1). */
function randomFrom(seedNumber: number): () => number {
  let state = seedNumber
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
