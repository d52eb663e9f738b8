import { expect, test } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

test('The case form has a name, a description of 3 rows, three value types, and a field that fits the type', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('group', { name: '1 Payments' }).getByRole('button', { name: 'Add Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Test Case' })
  const type = dialog.getByLabel('Expected Value Type', { exact: true })
  const value = dialog.getByLabel('Expected Value', { exact: true })
  await expect(dialog.getByLabel('Test Case Name', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveAttribute('rows', '3')
  await expect(type.getByRole('option')).toHaveText(['String', 'Number', 'Boolean'])
  expect(
    await type.getByRole('option').evaluateAll((options) => options.map((option) => option.getAttribute('value'))),
  ).toEqual(['string', 'number', 'boolean'])
  await type.selectOption('number')
  await expect(value).toHaveAttribute('type', 'number')
  await type.selectOption('boolean')
  await expect(dialog.getByRole('switch', { name: 'Expected Value' })).toBeChecked()
  await type.selectOption('string')
  await expect(value).toHaveValue('')
})

test('The dialogs show values of number cases that a number field cannot show', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  const number = { name: 'Adds up', expectedValueType: 'number', expectedValue: '+42.' }
  const testCase = await server.testCase(person, suite.id, number)
  const run = await server.run(person, project.id)
  await server.post(`/test-cases/${testCase.id}/execute-manual`, { testRunId: run.id, actualValue: 'timeout' }, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('button', { name: 'Edit Test Case' }).click()
  const expected = page.getByRole('dialog').getByLabel('Expected Value', { exact: true })
  await expect(expected).toHaveValue('+42.')
  await expected.selectText()
  await expected.pressSequentially('431')
  await expect(expected).toHaveValue('431')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Run Test Case' }).click()
  await expect(page.getByRole('dialog').getByLabel('Actual Value', { exact: true })).toHaveValue('timeout')
  await expect(page.getByRole('button', { name: 'Save Result' })).toBeDisabled()
})

test('Cancel resets the case form', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const add = page.getByRole('group', { name: '1 Payments' }).getByRole('button', { name: 'Add Test Case' })
  const dialog = page.getByRole('dialog', { name: 'Create Test Case' })
  await add.click()
  await dialog.getByLabel('Test Case Name', { exact: true }).fill('Half written')
  await dialog.getByLabel('Description', { exact: true }).fill('Half described')
  await dialog.getByLabel('Expected Value Type', { exact: true }).selectOption('number')
  await dialog.getByLabel('Expected Value', { exact: true }).fill('7')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await add.click()
  await expect(dialog.getByLabel('Test Case Name', { exact: true })).toHaveValue('')
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveValue('')
  await expect(dialog.getByLabel('Expected Value Type', { exact: true })).toHaveValue('string')
  await expect(dialog.getByLabel('Expected Value', { exact: true })).toHaveValue('')
})

test('What the form creates is a manual case', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Add Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Test Case' })
  await dialog.getByLabel('Test Case Name', { exact: true }).fill('Greets')
  await dialog.getByLabel('Expected Value', { exact: true }).fill('Hello')
  await dialog.getByRole('button', { name: 'Create Test Case' }).click()
  await expect(page.getByRole('group', { name: '1.1 Greets' }).getByText('manual', { exact: true })).toBeVisible()
  const { body } = await server.get(`/test-cases/test-suite/${suite.id}`, person)
  expect(body).toMatchObject([{ name: 'Greets', type: 'manual', expectedValueType: 'string', expectedValue: 'Hello' }])
})

test('Cancel in the confirmation keeps a suite and a case', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('group', { name: '1 Payments' }).getByRole('button', { name: 'Delete Suite' }).click()
  await expect(dialog).toContainText(
    'Are you sure you want to delete the test suite “Payments” with its 3 test cases? It stays in the trash for 30 days.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: /Payments/ }).click()
  const row = page.getByRole('group', { name: '1.1 Confirms the card' })
  await row.getByRole('button', { name: 'Delete Test Case' }).click()
  await expect(dialog).toContainText('Are you sure you want to delete the test case “Confirms the card”?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toBeVisible()
})
