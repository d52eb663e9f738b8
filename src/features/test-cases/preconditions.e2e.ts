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

test('References are typed in the dialog, and lead to the tracker from the panel of the case and of its run', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  const testCase = await server.testCase(person, suite.id, { name: 'Pays' })
  await server.patch(`/projects/${project.id}`, { issueUrl: 'https://tracker.example.com/browse/{key}' }, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('group', { name: '1.1 Pays' }).getByRole('button', { name: 'Edit Test Case' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Test Case' })
  await edit.getByLabel('References').pressSequentially('PAY-1 https://example.com/7 ')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Test case updated successfully')).toBeVisible()
  const run = await server.run(person, project.id)
  for (const path of [`?case=${testCase.ref}`, `?tab=runs&run=${run.id}&case=${testCase.ref}`]) {
    await page.goto(`/projects/${project.id}${path}`)
    const panel = page.getByRole('complementary')
    const key = panel.getByRole('link', { name: 'PAY-1' })
    await expect(key).toHaveAttribute('href', 'https://tracker.example.com/browse/PAY-1')
    await expect(panel.getByRole('link', { name: 'https://example.com/7' })).toBeVisible()
  }
  await page.goto(`/projects/${project.id}`)
  await page.getByRole('searchbox').fill('issue:pay-1')
  await expect(page.getByRole('group', { name: /Pays/ })).toBeVisible()
  await page.getByRole('searchbox').fill('issue:pay-2')
  await expect(page.getByRole('group', { name: /Pays/ })).toHaveCount(0)
})
