import { expect, test } from '#src/testing/fixtures.ts'
import { hold, inspect } from '#src/testing/inspect.ts'
import { caseRow, field, row, twoTesters } from '#src/testing/live-run.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { CART_REPORT } from '#src/testing/reports.ts'
import { withoutLive } from '#src/testing/second-browser.ts'

test('Results with a trace, and the attempts of one', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const { body } = await server.upload(person, project.id, CART_REPORT)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${body.testRun.id}`)
  await row(page, '1.3 takesVouchers').getByRole('button', { name: 'takesVouchers' }).click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'Trace', exact: true }).first().click()
  await expect(panel.getByRole('region', { name: 'Trace' })).toBeVisible()
  await inspect(page, 'result-trace')
  await row(page, '1.2 isFlaky').getByRole('button', { name: 'isFlaky' }).click()
  const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
  await attempts.last().getByRole('button', { name: 'Trace', exact: true }).click()
  await expect(attempts.last().getByRole('region', { name: 'Trace' })).toBeVisible()
  await inspect(page, 'result-attempts')
})

test('Conflict at a result, in the list and in the dialog', async ({ page, server, person, openAs }) => {
  const { project, path, setAsTess } = await twoTesters(server, person)
  await withoutLive(page)
  await openAs(person, path)
  await expect(field(page)).toBeVisible()
  await setAsTess('Thanks')
  await field(page).fill('Thank you')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Choose an entry' })).toBeVisible()
  await inspect(page, 'result-conflict')
  await page.goto(`/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await caseRow(page).getByRole('button', { name: 'Run Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run Test Case' })
  await dialog.getByLabel('Actual Value', { exact: true }).fill('Thank you')
  await setAsTess('Cheers')
  await dialog.getByRole('button', { name: 'Save Result' }).click()
  await expect(dialog.getByRole('group', { name: 'Choose an entry' })).toBeVisible()
  await inspect(page, 'run-test-case-conflict')
})

test('Results of one status, none of a status, and a value that is not saved', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id)
  await server.patch(`/test-runs/result/${run.results[1].id}`, { actualValue: '41' }, person)
  const path = `/projects/${project.id}?tab=runs&run=${run.id}`
  await openAs(person, `${path}&status=failed`)
  await expect(row(page, '1.2 Adds up the total')).toBeVisible()
  await inspect(page, 'results-failed')
  await page.goto(`${path}&status=error`)
  await expect(page.getByText('No case matches')).toBeVisible()
  await inspect(page, 'results-none')
  await page.goto(path)
  await page.route(/testResults\.setMany/, (route) => route.abort('connectionrefused'))
  await field(page).fill('Thank you')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Server not reached: 1 entry kept here')).toBeVisible()
  await inspect(page, 'project-runs-unsaved')
  await page.unroute(/testResults\.setMany/)
  await expect(page.getByText('Server not reached: 1 entry kept here')).toBeHidden()
  await hold(page, 'testResults.setMany')
  await field(page).fill('Thanks')
  await page.keyboard.press('Enter')
  await expect(row(page).getByLabel('Saving…')).toBeVisible()
  await inspect(page, 'project-runs-saving')
})

test('A boolean that is not set in the run dialog, and one that replaces a value', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  const open = caseRow(page, '1.3 Keeps the cart').getByRole('button', { name: 'Run Test Case' })
  await open.click()
  await expect(page.getByRole('button', { name: 'Set false' })).toBeVisible()
  await inspect(page, 'run-test-case-not-set')
  await page.keyboard.press('Escape')
  await server.patch(`/test-runs/result/${run.results[2].id}`, { actualValue: 'false' }, person)
  await open.click()
  await page.getByRole('dialog').getByRole('switch', { name: 'Actual Value' }).click()
  await expect(page.getByText('Replaces the recorded value false')).toBeVisible()
  await inspect(page, 'run-test-case-replaces')
})
