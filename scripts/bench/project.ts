import { apiOf, type Call } from '../seed/api.ts'

/* Projects of the benchmarks, made over REST. */

type Size = { suites: number; casesPerSuite: number }
export type Project = Awaited<ReturnType<typeof addProject>>

/** Signs up the first user and creates a project with a run. */
export async function makeProject(url: string, size: Size) {
  const person = { email: 'bench@example.com', password: 'benchmark', name: 'Bench' }
  const { accessToken: token, user } = await apiOf(url)('POST', '/auth/sign-up', person)
  const project = await addProject(apiOf(url, token), size)
  return { ...project, token: token as string, userId: user.id as string }
}

export async function addProject(call: Call, { suites, casesPerSuite }: Size) {
  const project = await call('POST', '/projects', { name: 'Bench' })
  const suiteIds: string[] = []
  const caseIds: string[] = []
  for (let suite = 1; suite <= suites; suite++) {
    const { id: suiteId } = await call('POST', '/test-suites', { name: `Suite ${suite}`, projectId: project.id })
    const cases = Array.from({ length: casesPerSuite }, (_, index) => ({
      name: `Answers as documented, case ${index + 1}`,
      description: 'Sends the request of the specification and compares the answer.',
      testSuiteId: suiteId,
      expectedValueType: 'string',
      expectedValue: 'ok',
    }))
    for (let start = 0; start < cases.length; start += 100) {
      const made = await Promise.all(cases.slice(start, start + 100).map((body) => call('POST', '/test-cases', body)))
      caseIds.push(...made.map(({ id }) => id))
    }
    suiteIds.push(suiteId)
  }
  const run = await call('POST', `/test-runs/project/${project.id}`, { omitResults: true })
  return { projectId: project.id as string, suiteIds, caseIds, testRunId: run.id as string }
}
