import { expect, newPerson, test } from '#src/testing/fixtures.ts'
import { hold, inspect } from '#src/testing/inspect.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'

const TEXTS = {
  preconditions: 'A **paid** order\n\n- with one line\n- and a coupon',
  description: 'Refunds go back to the card.',
  steps: [{ action: 'Open the order', expected: 'It is paid' }, { action: 'Press **Refund**' }],
  tags: ['smoke', 'payments'],
  priority: 'high',
}

test('The editor with a preview, tags and steps, and a conflict with its difference', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, cases } = await sampleProject(server, person)
  const path = `/test-cases/${cases.text.id}`
  await server.patch(path, TEXTS, person)
  const tess = await newPerson(server, 'Tess')
  await addTester(server, person, project.id, tess)
  await openAs(person, `/projects/${project.id}?case=C1`)
  await page.getByRole('complementary').getByRole('button', { name: 'Edit Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Test Case' })
  await dialog.getByRole('tab', { name: 'Preview' }).first().click()
  await expect(dialog.locator('strong').filter({ hasText: 'paid' })).toBeVisible()
  await inspect(page, 'case-editor-preview')
  await dialog.getByLabel('Description', { exact: true }).fill('Refunds go back.')
  await server.patch(path, { description: 'By Tess', steps: [] }, tess)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.getByRole('button', { name: 'See the difference' }).click()
  await expect(dialog.getByRole('group', { name: 'Changes in Description' })).toBeVisible()
  await inspect(page, 'case-editor-conflict')
})

test('The panel of a case, and its history with a difference', async ({ page, server, person, openAs }) => {
  const { project, cases } = await sampleProject(server, person)
  const path = `/test-cases/${cases.text.id}`
  await server.patch(path, TEXTS, person)
  await server.patch(path, { steps: [{ action: 'Open the bill' }], tags: ['smoke', 'slow'] }, person)
  await openAs(person, `/projects/${project.id}?case=C1`)
  const panel = page.getByRole('complementary', { name: 'Case C1' })
  await expect(panel.getByRole('list', { name: 'History' })).toBeVisible()
  await inspect(page, 'case-details')
  await panel.getByRole('button', { name: 'Show changes' }).first().click()
  await panel.getByRole('group', { name: 'Changes in Tags' }).scrollIntoViewIfNeeded()
  await inspect(page, 'case-history')
})

test('The panel while a case loads, of a case that never was, and of a deleted one', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, cases } = await sampleProject(server, person)
  await server.delete(`/test-cases/${cases.flag.id}`, person)
  await hold(page, 'testCases.byRef')
  await openAs(person, `/projects/${project.id}?case=C1`)
  await expect(page.getByRole('status', { name: 'Loading the case' })).toBeVisible()
  await inspect(page, 'case-details-loading')
  await page.unrouteAll()
  await page.goto(`/projects/${project.id}?case=C77`)
  await expect(page.getByText('Test case not found')).toBeVisible()
  await inspect(page, 'case-details-missing')
  await page.goto(`/projects/${project.id}?case=C3`)
  await expect(page.getByText('This case was deleted')).toBeVisible()
  await inspect(page, 'case-details-deleted')
})

test('The panel of a run whose case has changed since', async ({ page, server, person, openAs }) => {
  const { project, cases } = await sampleProject(server, person)
  await server.patch(`/test-cases/${cases.text.id}`, TEXTS, person)
  await server.run(person, project.id)
  await server.patch(`/test-cases/${cases.text.id}`, { name: 'Confirms any card', steps: [] }, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await page.getByRole('button', { name: 'Confirms the card' }).click()
  const panel = page.getByRole('complementary', { name: 'Case 1.1' })
  await panel.getByRole('button', { name: 'Show changes' }).click()
  await expect(panel.getByRole('group', { name: 'Changes in Steps' })).toBeVisible()
  await inspect(page, 'case-changed-since')
})
