/* The project of the growth benchmark: 10 suites of 100 cases, and a report over them. */

export const GROWTH_PROJECT = { suites: 10, casesPerSuite: 100 }

/** Uploads a report of all cases into a new run; returns the run's id. */
export async function uploadReport(url: string, token: string, projectId: string): Promise<string> {
  const response = await fetch(`${url}/api/test-runs/project/${projectId}/report?run=${crypto.randomUUID()}`, {
    method: 'PUT',
    body: reportOf(),
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.status !== 201) throw new Error(`the upload answered ${response.status}: ${await response.text()}`)
  const { testRun } = (await response.json()) as { testRun: { id: string } }
  return testRun.id
}

/** A JUnit report of all cases. One in twenty failed, with a trace. Each report is unique. */
function reportOf(): string {
  const suites = Array.from({ length: GROWTH_PROJECT.suites }, (_, suite) => {
    const cases = Array.from({ length: GROWTH_PROJECT.casesPerSuite }, (_, index) => testCase(index))
    return `<testsuite name="Suite ${suite + 1}" tests="${cases.length}">${cases.join('')}</testsuite>`
  })
  return `<testsuites name="${crypto.randomUUID()}">${suites.join('\n')}</testsuites>`
}

function testCase(index: number): string {
  const trace = Array.from(
    { length: 10 },
    (_, line) => `  at com.acme.Checkout.pay${line}(Checkout.java:${index})`,
  ).join('\n')
  const failure =
    index % 20 === 0 ? `<failure message="expected ok" type="AssertionError">expected ok\n${trace}</failure>` : ''
  return `<testcase name="Answers as documented, case ${index + 1}" time="0.0${index}">${failure}</testcase>`
}
