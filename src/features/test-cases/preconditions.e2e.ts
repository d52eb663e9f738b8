import { expect, test, toast } from '#src/testing/fixtures.ts'

test('Preconditions are edited in the dialog and shown above the description in run and run dialog', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  const testCase = await server.testCase(person, suite.id, { name: 'Pays', description: 'By card' })
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  const row = page.getByRole('group', { name: '1.1 Pays' })
  await row.getByRole('button', { name: 'Edit Test Case' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Test Case' })
  await expect(edit.getByRole('textbox').nth(1)).toHaveAccessibleName('Preconditions')
  await expect(edit.getByRole('textbox').nth(2)).toHaveAccessibleName('Description')
  await edit.getByLabel('Preconditions').fill('A full cart')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Test case updated successfully')).toBeVisible()
  await row.getByRole('button', { name: 'Run Test Case' }).click()
  const run = page.getByRole('dialog', { name: 'Run Test Case' })
  await expect(run).toContainText(/Pays.*Preconditions: A full cart.*By card/s)
  await run.getByRole('button', { name: 'Start Test Run' }).click()
  await expect(toast(page, 'Test run started successfully')).toBeVisible()
  await page.keyboard.press('Escape')
  await server.patch(`/test-cases/${testCase.id}`, { preconditions: 'An empty cart' }, person)
  await page.getByRole('tab', { name: 'Test Runs' }).click()
  await expect(page.getByRole('row', { name: /^1\.1 Pays/ })).toBeVisible()
  await page.keyboard.press('o')
  await expect(page.getByRole('complementary', { name: 'Case 1.1' })).toContainText(
    /Pays.*Preconditions.*A full cart.*By card/s,
  )
})

test('Preconditions entered in a dialog that was closed are not in the form that opens next', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await server.suite(person, project.id)
  await openAs(person, `/projects/${project.id}`)
  const add = page.getByRole('button', { name: 'Add Test Case' })
  const field = page.getByRole('dialog', { name: 'Create Test Case' }).getByLabel('Preconditions')
  await add.click()
  await field.fill('Half written')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await add.click()
  await expect(field).toHaveValue('')
})
