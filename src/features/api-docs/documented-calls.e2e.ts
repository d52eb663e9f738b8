import { expect, test, VARIANT } from '#src/testing/fixtures.ts'

const CALLS = [
  'POST /projects',
  'GET /projects',
  'GET /projects/{projectId}',
  'POST /test-suites',
  'GET /test-suites/project/{projectId}',
  'POST /test-cases',
  'GET /test-cases/test-suite/{testSuiteId}',
  'POST /test-cases/project/{projectId}/test-run',
  'POST /test-cases/{testCaseId}/execute',
  'POST /test-cases/{testCaseId}/execute-manual',
  'GET /test-cases/project/{projectId}/test-runs',
  'GET /test-cases/test-run/{testRunId}',
  'POST /test-cases/test-run/{testRunId}/complete',
]

test(
  'The guide has an example of each documented call, and names the two types of cases',
  VARIANT,
  async ({ page, person, openAs, baseURL }) => {
    await openAs(person, '/api-docs')
    const types = page.getByRole('region', { name: 'Test Case Types' })
    await expect(types.getByText('manual', { exact: true })).toBeVisible()
    await expect(types.getByText('automated', { exact: true })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByText(`${baseURL}/api`, { exact: true })).toBeVisible()
    const shown = (await main.innerText()).replaceAll(/\s+/g, ' ')
    for (const call of CALLS) expect(shown).toContain(call)
  },
)
