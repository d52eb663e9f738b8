import { expect, test, toast } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

test('A project without suites offers to create one', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  await expect(page.getByText('No test suites yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create Test Suite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Test Suite' })
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveAttribute('rows', '3')
  await dialog.getByRole('button', { name: 'Create Suite' }).click()
  await expect(dialog.getByText('Suite name is required')).toBeVisible()
  await dialog.getByLabel('Suite Name', { exact: true }).fill('Payments')
  await dialog.getByLabel('Description', { exact: true }).fill('All about money')
  await dialog.getByRole('button', { name: 'Create Suite' }).click()
  await expect(toast(page, 'Test suite created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Create Test Suite' })).toBeFocused()
  await expect(page.getByRole('button', { name: /1.*Payments.*0 cases/ })).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByLabel('Summary')).toContainText('Test suites1')
})

test('A suite lists its cases with number, type and expected value once it is opened', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await expect(page.getByText('Confirms the card')).toBeHidden()
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('button', { name: /Receipts/ }).click()
  await expect(page.getByRole('group', { name: '1.2 Adds up the total' })).toContainText('42.50')
  const auto = page.getByRole('group', { name: '2.1 Answers with the order' })
  await expect(auto.getByText('auto')).toBeVisible()
  await expect(auto.getByText('"amount": 19.90')).toBeVisible()
  await expect(auto.getByRole('button', { name: 'Edit Test Case' })).toHaveCount(0)
  await expect(auto.getByRole('button', { name: 'Run Test Case' })).toHaveCount(0)
  await expect(page.getByRole('group', { name: '1.1 Confirms the card' }).getByText('manual')).toBeVisible()
})

test('A suite is deleted after a confirmation, and kept after Cancel', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const remove = page.getByRole('group', { name: '1 Payments' }).getByRole('button', { name: 'Delete Test Suite' })
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('group', { name: '1 Payments' })).toBeVisible()
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Test suite deleted successfully')).toBeVisible()
  await expect(page.getByRole('group', { name: '1 Receipts' })).toBeVisible()
})
