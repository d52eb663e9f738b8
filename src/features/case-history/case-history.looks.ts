import { machine } from '../../../server/testing/server.ts'
import { expect, test } from '#src/testing/fixtures.ts'
import { abort, hold, inspect } from '#src/testing/inspect.ts'
import { sampleProject } from '#src/testing/project-data.ts'

test('The history of a case: full, quarantined, filtered, without runs, unknown, loading and failed', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, cases } = await sampleProject(server, person)
  const at = (ref: string, more = '') => `/projects/${project.id}?tab=quality&history=${ref}${more}`
  const values = [
    'Thank you',
    'Sorry',
    'Sorry',
    'Thank you',
    '{"status":"paid","lines":[{"sku":"A-1","amount":19.90},{"sku":"B-2","amount":5}]}',
  ]
  for (const [index, actualValue] of [...values, ...values].entries()) {
    const facts = {
      description: `Nightly ${index + 1}`,
      branch: index % 3 === 2 ? 'feature/a-rather-long-name' : 'main',
      environment: index % 2 === 0 ? 'staging' : null,
    }
    const { body: run } = await server.post(`/test-runs/project/${project.id}`, facts, person)
    const execution = { testRunId: run.id, actualValue, executionTimeMs: 400 * (index + 1) }
    await server.post(`/test-cases/${cases.text.id}/execute`, execution, person)
  }
  const message = 'AssertionError: expected 200 to equal 500, in the third step of the checkout'
  for (const [run, outcome] of [
    ['build 7', `<flakyFailure message="${message}"/>`],
    ['build 8', `<failure message="${message}"/>`],
  ] as const) {
    const test = `<testcase name="Confirms the card" time="0.4">${outcome}</testcase>`
    const report = `<testsuites><testsuite name="Payments">${test}</testsuite></testsuites>`
    const { body } = await server.upload(machine(project), project.id, report, { run, environment: 'staging' })
    expect(body).toMatchObject({ created: 0, matched: 1 })
  }
  const table = page.getByRole('table', { name: 'Runs of the case' })
  await openAs(person, at(cases.text.ref))
  await expect(table.getByRole('row')).toHaveCount(13)
  await expect(table.getByRole('row').nth(2)).toContainText('passed, flaky')
  await expect(table.getByRole('row').nth(1)).toContainText('Project credential')
  await table.getByRole('button', { name: 'Show change' }).first().click()
  await expect(table.getByRole('group', { name: 'Diff' })).toBeVisible()
  await inspect(page, 'case-history')
  await page.getByRole('button', { name: 'Quarantine', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect(page, 'quarantine-dialog')
  await page.getByRole('textbox', { name: 'Reason' }).fill('The sandbox bank is slow: see PAY-12')
  await page.getByRole('dialog').getByRole('button', { name: 'Quarantine' }).click()
  await expect(page.getByRole('button', { name: 'End quarantine' })).toBeVisible()
  await inspect(page, 'case-history-quarantined')
  await page.goto(`/projects/${project.id}?case=${cases.text.ref}`)
  await expect(page.getByRole('list', { name: 'Last 10 runs' })).toBeVisible()
  await inspect(page, 'case-panel-quarantined')
  await page.goto(at(cases.text.ref, '&branch=other'))
  await expect(page.getByText('No run matches')).toBeVisible()
  await inspect(page, 'case-history-filtered')
  await page.goto(at(cases.number.ref))
  await expect(page.getByText('pending').first()).toBeVisible()
  await inspect(page, 'case-history-pending')
  await page.goto(at('C999'))
  await expect(page.getByText('Test case not found')).toBeVisible()
  await inspect(page, 'case-history-unknown')
  await hold(page, 'testCases.results')
  await page.goto(at(cases.text.ref))
  await expect(page.getByRole('status', { name: 'Loading the runs' })).toBeVisible()
  await inspect(page, 'case-history-loading')
  await page.unrouteAll()
  await abort(page, 'testCases.results')
  await page.goto(at(cases.text.ref))
  await expect(page.getByRole('alert')).toBeVisible()
  await inspect(page, 'case-history-error')
})
