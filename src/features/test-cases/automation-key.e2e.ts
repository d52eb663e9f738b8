import { expect, test, toast } from '#src/testing/fixtures.ts'

test('A case is given an automation key, which its row shows, and loses it again', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Add Test Case' }).click()
  const create = page.getByRole('dialog', { name: 'Create Test Case' })
  await create.getByLabel('Test Case Name', { exact: true }).fill('Greets')
  await create.getByLabel('Expected Value', { exact: true }).fill('Hello')
  await create.getByLabel('Automation key').fill('C123')
  await create.getByRole('button', { name: 'Create Test Case' }).click()
  const row = page.getByRole('group', { name: '1.1 Greets' })
  await expect(row.getByText('C123')).toBeVisible()
  await expect(row.getByRole('img', { name: 'Automation key' })).toBeVisible()
  await row.getByRole('button', { name: 'Edit Test Case' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Test Case' })
  await expect(edit.getByLabel('Automation key')).toHaveValue('C123')
  await edit.getByLabel('Automation key').fill('')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Test case updated successfully')).toBeVisible()
  await expect(row.getByText('C123')).toHaveCount(0)
  const { body } = await server.get(`/test-cases/test-suite/${suite.id}`, person)
  expect(body).toMatchObject([{ name: 'Greets', automationKey: null }])
})

test('An automation key that another case has is refused at its field', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  await server.testCase(person, suite.id, { name: 'First', automationKey: 'C123' })
  await server.testCase(person, suite.id, { name: 'Second' })
  const taken = 'Another test case of this project has this automation key'
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('group', { name: '1.2 Second' }).getByRole('button', { name: 'Edit Test Case' }).click()
  const field = page.getByRole('dialog').getByLabel('Automation key')
  await field.fill('C123')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog').getByText(taken)).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill('C124')
  await expect(page.getByRole('dialog').getByText(taken)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('group', { name: '1.2 Second' }).getByText('C124')).toBeVisible()
})
