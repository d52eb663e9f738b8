import { row } from '#src/testing/result-row.ts'
import { expect, newPerson, test, toast } from '#src/testing/fixtures.ts'
import { addTester, sampleProject, today } from '#src/testing/project-data.ts'

test('A project without runs offers to start one, with a description', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByText('No test runs yet')).toBeVisible()
  await page.getByRole('button', { name: 'Start Test Run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
  await expect(dialog.getByLabel('Description')).toHaveAttribute('rows', '3')
  await dialog.getByLabel('Description').fill('Release 1.4')
  await dialog.getByRole('button', { name: 'Start Test Run' }).click()
  await expect(toast(page, 'Test run started successfully')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('Release 1.4')).toBeVisible()
  await expect(page).toHaveURL(/tab=runs&run=/)
})

test('The dropdown offers the five latest runs and shows the latest', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  const runs = []
  for (let number = 1; number <= 6; number += 1) runs.push(await server.run(person, project.id, `Build ${number}`))
  await server.post(`/test-runs/${runs[4].id}/complete`, {}, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  const select = page.getByLabel('Test Run', { exact: true })
  await expect(select).toHaveValue(runs[5].id)
  await expect(select.getByRole('option')).toHaveCount(5)
  await expect(select.getByRole('option').nth(1)).toHaveText(
    new RegExp(`^${runs[4].id.slice(-8)} · completed · ${today()}`),
  )
  await select.selectOption(runs[4].id)
  await expect(page.getByText('Build 5')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Build 5')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Build 6')).toBeVisible()
  await page.goto(`/projects/${project.id}?tab=runs&run=${runs[0].id}`)
  await expect(page.getByText('Build 1')).toBeVisible()
})

test('A run shows its status and counts, and takes no values once completed', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id, 'Release 1.4')
  await server.patch(`/test-runs/result/${run.results[0].id}`, { actualValue: 'Thank you' }, person)
  await server.patch(`/test-runs/result/${run.results[1].id}`, { actualValue: '41' }, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  const card = page.getByRole('region', { name: `Test run ${run.id.slice(-8)}` })
  await expect(card.getByText('running')).toBeVisible()
  await expect(card.getByText('Not yet')).toBeVisible()
  const filters = page.getByRole('group', { name: 'Show results' })
  for (const count of ['1 passed', '1 failed', '0 error', '3 pending', '0 skipped'])
    await expect(filters.getByRole('button', { name: count })).toBeVisible()
  const suite = page.getByRole('group', { name: '1 Payments' })
  for (const count of ['1 passed', '1 failed', '0 error', '1 pending', '0 skipped'])
    await expect(suite.getByText(count)).toBeVisible()
  await expect(row(page, '1.1 Confirms the card')).toBeVisible()
  await card.getByRole('button', { name: 'Complete' }).click()
  await expect(toast(page, 'Test run completed successfully')).toBeVisible()
  await expect(card.getByText('completed', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Complete' })).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'More' })).toBeFocused()
  await expect(page.getByLabel('Actual Value')).toHaveCount(0)
})

test('A run is deleted after a confirmation, and its link shows “Test run not found”', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id, 'Mistake')
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
  await page.getByRole('button', { name: 'Delete Run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Test run deleted successfully')).toBeVisible()
  await expect(page.getByText('No test runs yet')).toBeVisible()
  await page.goto(`/projects/${project.id}?tab=runs&run=${run.id}`)
  await expect(page.getByText('Test run not found')).toBeVisible()
})

test('A tester completes and deletes runs too', async ({ page, server, person, openAs }) => {
  const tester = await newPerson(server, 'Tess Tester')
  const { project } = await sampleProject(server, person)
  await addTester(server, person, project.id, tester)
  await server.run(person, project.id)
  await openAs(tester, `/projects/${project.id}?tab=runs`)
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(toast(page, 'Test run completed successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Test run deleted successfully')).toBeVisible()
})
