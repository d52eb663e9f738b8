import { apiOf } from '../seed/api.ts'

/* The project of the benchmarks, made over REST. */

type Size = { suites: number; casesPerSuite: number }

/** Signs up the first user and creates a project with a run. */
export async function makeProject(url: string, { suites, casesPerSuite }: Size) {
  const person = { email: 'bench@example.com', password: 'benchmark', name: 'Bench' }
  const { accessToken: token, user } = await apiOf(url)('POST', '/auth/sign-up', person)
  const call = apiOf(url, token)
  const project = await call('POST', '/projects', { name: 'Bench' })
  let suiteId = ''
  let caseIds: string[] = []
  for (let suite = 1; suite <= suites; suite++) {
    ;({ id: suiteId } = await call('POST', '/test-suites', { name: `Suite ${suite}`, projectId: project.id }))
    const cases = Array.from({ length: casesPerSuite }, (_, index) => ({
      name: `Answers as documented, case ${index + 1}`,
      description: 'Sends the request of the specification and compares the answer.',
      testSuiteId: suiteId,
      expectedValueType: 'string',
      expectedValue: 'ok',
    }))
    caseIds = []
    for (let start = 0; start < cases.length; start += 100) {
      const made = await Promise.all(cases.slice(start, start + 100).map((body) => call('POST', '/test-cases', body)))
      caseIds.push(...made.map(({ id }) => id))
    }
  }
  const run = await call('POST', `/test-runs/project/${project.id}`, {})
  return {
    token,
    userId: user.id as string,
    projectId: project.id as string,
    suiteId,
    caseIds,
    testRunId: run.id as string,
  }
}
