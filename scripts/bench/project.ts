/* A project to measure on, made over REST as any client would. */

type Size = { suites: number; casesPerSuite: number }

/** Signs up the first user and makes a project with a run over it. */
export async function makeProject(url: string, { suites, casesPerSuite }: Size) {
  const person = { email: 'bench@example.com', password: 'benchmark', name: 'Bench' }
  const { accessToken: token, user } = await callAt(url, 'POST', '/auth/sign-up', person)
  const project = await callAt(url, 'POST', '/projects', { name: 'Bench' }, token)
  let suiteId = ''
  let caseIds: string[] = []
  for (let suite = 1; suite <= suites; suite++) {
    ;({ id: suiteId } = await callAt(url, 'POST', '/test-suites', { name: `Suite ${suite}`, projectId: project.id }, token))
    const cases = Array.from({ length: casesPerSuite }, (_, index) => ({
      name: `Answers as documented, case ${index + 1}`,
      description: 'Sends the request of the specification and compares the answer.',
      testSuiteId: suiteId,
      expectedValueType: 'string',
      expectedValue: 'ok',
    }))
    caseIds = []
    for (let start = 0; start < cases.length; start += 100) {
      const made = await Promise.all(cases.slice(start, start + 100).map((body) => callAt(url, 'POST', '/test-cases', body, token)))
      caseIds.push(...made.map(({ id }) => id))
    }
  }
  const run = await callAt(url, 'POST', `/test-runs/project/${project.id}`, {}, token)
  return { token, userId: user.id as string, projectId: project.id as string, suiteId, caseIds, testRunId: run.id as string }
}

/** One REST call that must succeed. */
export async function callAt(url: string, method: string, path: string, body?: object, token?: string): Promise<any> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return await response.json()
}
