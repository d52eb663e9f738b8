import { expect, test, toast } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

test('A tester writes a case of each value type', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await server.suite(person, project.id)
  await openAs(person, `/projects/${project.id}`)
  const add = page.getByRole('button', { name: 'Add Test Case' })
  const dialog = page.getByRole('dialog', { name: 'Create Test Case' })
  const type = dialog.getByLabel('Expected Value Type', { exact: true })
  const value = dialog.getByLabel('Expected Value', { exact: true })
  const create = dialog.getByRole('button', { name: 'Create Test Case' })

  await add.click()
  await create.click()
  await expect(dialog.getByText('Test case name is required')).toBeVisible()
  await expect(dialog.getByText('Expected value is required')).toBeVisible()
  await dialog.getByLabel('Test Case Name', { exact: true }).fill('Greets')
  await expect(type).toHaveValue('string')
  await value.fill('Hello')
  await create.click()
  await expect(toast(page, 'Test case created successfully').first()).toBeVisible()
  await expect(page.getByRole('group', { name: '1.1 Greets' })).toContainText('Hello')

  await add.click()
  await expect(dialog.getByLabel('Test Case Name', { exact: true })).toHaveValue('')
  await dialog.getByLabel('Test Case Name', { exact: true }).fill('Counts')
  await value.fill('left over')
  await type.selectOption('number')
  await expect(value).toHaveValue('')
  await value.fill('1.50')
  await create.click()
  await expect(page.getByRole('group', { name: '1.2 Counts' })).toContainText('1.50')

  await add.click()
  await dialog.getByLabel('Test Case Name', { exact: true }).fill('Stays signed in')
  await type.selectOption('boolean')
  await expect(value).toBeChecked()
  await value.click()
  await create.click()
  await expect(page.getByRole('group', { name: '1.3 Stays signed in' })).toContainText('false')
  await expect(page.getByLabel('Summary')).toContainText('Total test cases3')
})

test('Switching the type to boolean expects true, and closing the dialog forgets what was entered', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const add = page.getByRole('group', { name: '1 Payments' }).getByRole('button', { name: 'Add Test Case' })
  const dialog = page.getByRole('dialog', { name: 'Create Test Case' })
  await add.click()
  await dialog.getByLabel('Test Case Name', { exact: true }).fill('Half written')
  await dialog.getByLabel('Expected Value Type', { exact: true }).selectOption('boolean')
  await expect(dialog.getByLabel('Expected Value', { exact: true })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
  await add.click()
  await expect(dialog.getByLabel('Test Case Name', { exact: true })).toHaveValue('')
  await expect(dialog.getByLabel('Expected Value Type', { exact: true })).toHaveValue('string')
  await expect(dialog.getByLabel('Expected Value', { exact: true })).toHaveValue('')
})

test('A manual case is edited and deleted', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page
    .getByRole('group', { name: '1.2 Adds up the total' })
    .getByRole('button', { name: 'Edit Test Case' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Edit Test Case' })
  await expect(dialog.getByLabel('Test Case Name', { exact: true })).toHaveValue('Adds up the total')
  await expect(dialog.getByLabel('Expected Value', { exact: true })).toHaveValue('42.50')
  await dialog.getByLabel('Test Case Name', { exact: true }).fill('Adds up everything')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Test case updated successfully')).toBeVisible()
  const row = page.getByRole('group', { name: '1.2 Adds up everything' })
  await row.getByRole('button', { name: 'Delete Test Case' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Test case deleted successfully')).toBeVisible()
  await expect(page.getByRole('group', { name: '1.2 Keeps the cart' })).toBeVisible()
})

test('A case is run from where it is written, in a run that is started when none is running', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  const run = page.getByRole('group', { name: '1.1 Confirms the card' }).getByRole('button', { name: 'Run Test Case' })
  await run.click()
  const dialog = page.getByRole('dialog', { name: 'Run Test Case' })
  await dialog.getByRole('button', { name: 'Start Test Run' }).click()
  await expect(toast(page, 'Test run started successfully')).toBeVisible()
  await dialog.getByLabel('Actual Value', { exact: true }).fill('Thanks')
  await expect(dialog.getByText('failed')).toBeVisible()
  await dialog.getByLabel('Actual Value', { exact: true }).fill('Thank you')
  await expect(dialog.getByText('passed')).toBeVisible()
  await dialog.getByLabel('Notes').fill('In Firefox')
  await dialog.getByRole('button', { name: 'Save Result' }).click()
  await expect(toast(page, 'Test result saved successfully')).toBeVisible()
  await expect(run).toBeFocused()
  await page.getByRole('tab', { name: 'Test Runs' }).click()
  await expect(page.getByRole('group', { name: '1.1 Confirms the card' }).getByText('passed')).toBeVisible()
})
