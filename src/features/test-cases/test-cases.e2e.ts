import { expect, test, toast } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { row } from '#src/testing/result-row.ts'

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

test('Switching the type to boolean sets true, and closing the dialog resets the form', async ({
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

test('Run Test Case starts a run when none is running and records in it', async ({ page, server, person, openAs }) => {
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
  await expect(row(page, '1.1 Confirms the card').getByText('passed')).toBeVisible()
})

test('A double click on Start Test Run in the dialog of a case starts one run', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page
    .getByRole('group', { name: '1.1 Confirms the card' })
    .getByRole('button', { name: 'Run Test Case' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Run Test Case' })
  await dialog.getByRole('button', { name: 'Start Test Run' }).evaluate((button: HTMLElement) => {
    // Both before the button renders as busy, as on a slow computer.
    button.click()
    button.click()
  })
  await expect(dialog).toContainText('Will be recorded in')
  expect((await server.get(`/test-runs/project/${project.id}`, person)).body).toHaveLength(1)
})

test('Run Test Case starts a boolean not set, and says which value it replaces', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  const values = { expectedValueType: 'boolean', expectedValue: 'false' }
  await server.testCase(person, suite.id, { name: 'Keeps the cart', ...values })
  const run = await server.run(person, project.id)
  const stored = async () => (await server.get(`/test-runs/${run.id}`, person)).body.results[0]
  const open = page.getByRole('button', { name: 'Run Test Case' })
  const dialog = page.getByRole('dialog', { name: 'Run Test Case' })
  const toggle = dialog.getByRole('switch', { name: 'Actual Value' })
  const save = dialog.getByRole('button', { name: 'Save Result' })
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()

  await open.click()
  await expect(toggle).not.toBeChecked()
  await expect(toggle).toHaveAttribute('aria-description', 'not set')
  await expect(save).toBeDisabled()
  await expect(dialog.getByText('Replaces')).toHaveCount(0)
  await expect(dialog.getByText('pending')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Set false' }).click()
  await expect(toggle).toBeFocused()
  await expect(toggle).not.toHaveAttribute('aria-description')
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await stored()).toMatchObject({ actualValue: 'false', status: 'passed', attempts: 1 })

  await open.click()
  await expect(toggle).not.toBeChecked()
  await expect(toggle).not.toHaveAttribute('aria-description')
  await expect(save).toBeDisabled()
  await expect(dialog.getByText('Replaces')).toHaveCount(0)
  await toggle.click()
  await expect(toggle).toBeChecked()
  await expect(dialog.getByText('Replaces the recorded value false')).toBeVisible()
  await expect(dialog.getByText('failed', { exact: true })).toBeVisible()
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await stored()).toMatchObject({ actualValue: 'true', status: 'failed', attempts: 2 })
})

test('Run Test Case says which text it replaces', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id)
  await server.patch(`/test-runs/result/${run.results[0].id}`, { actualValue: 'Thanks' }, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('group', { name: '1.1 Confirms' }).getByRole('button', { name: 'Run Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run Test Case' })
  const value = dialog.getByLabel('Actual Value', { exact: true })
  await expect(value).toHaveValue('Thanks')
  await value.fill('Thank you')
  await expect(dialog.getByText('Replaces the recorded value Thanks')).toBeVisible()
})

test('Run Test Case says that older runs may be running when none of the latest is', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await server.run(person, project.id)
  const open = async () => {
    await openAs(person, `/projects/${project.id}`)
    await page.getByRole('button', { name: /Payments/ }).click()
    await page.getByRole('group', { name: '1.1 Confirms' }).getByRole('button', { name: 'Run Test Case' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Run Test Case' })
  for (let run = 0; run < 5; run += 1)
    await server.post(`/test-runs/${(await server.run(person, project.id)).id}/complete`, {}, person)
  await open()
  await expect(dialog).toContainText('None of the 5 latest test runs is running. Start one to record results')
})
