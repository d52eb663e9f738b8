/* The project of the growth benchmark: 10 suites of 100 cases, and a report over them. */

export const GROWTH_PROJECT = { suites: 10, casesPerSuite: 100 }

/** How many reports differ from each other, so that some cases pass by turns. */
export const VARIANTS = 4

/** Uploads a report of all cases into a new run; returns the run's id. */
export async function uploadReport(url: string, token: string, projectId: string, variant = 0): Promise<string> {
  const response = await fetch(`${url}/api/test-runs/project/${projectId}/report?run=${crypto.randomUUID()}`, {
    method: 'PUT',
    body: reportOf(variant),
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.status !== 201) throw new Error(`the upload answered ${response.status}: ${await response.text()}`)
  const { testRun } = (await response.json()) as { testRun: { id: string } }
  return testRun.id
}

/**
 * A JUnit report of all cases. One in twenty fails in every variant, with a trace; one in 25 by turns; one in 100 passes
 * on retry in one variant. Each report is unique.
 */
function reportOf(variant: number): string {
  const suites = Array.from({ length: GROWTH_PROJECT.suites }, (_, suite) => {
    const cases = Array.from({ length: GROWTH_PROJECT.casesPerSuite }, (_, index) => testCase(index, variant))
    return `<testsuite name="Suite ${suite + 1}" tests="${cases.length}">${cases.join('')}</testsuite>`
  })
  return `<testsuites name="${crypto.randomUUID()}">${suites.join('\n')}</testsuites>`
}

function testCase(index: number, variant: number): string {
  const trace = Array.from(
    { length: 10 },
    (_, line) => `  at com.acme.Checkout.pay${line}(Checkout.java:${index})`,
  ).join('\n')
  const element = elementOf(index, variant)
  const failure =
    element && `<${element} message="expected ok" type="AssertionError">expected ok\n${trace}</${element}>`
  return `<testcase name="Answers as documented, case ${index + 1}" time="0.0${index}">${failure}</testcase>`
}

function elementOf(index: number, variant: number): string {
  if (index % 20 === 0 || (index % 25 === 7 && variant % 2 === 1)) return 'failure'
  return index === 33 && variant === 2 ? 'flakyFailure' : ''
}
