import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { sampleProject } from '#src/testing/project-data.ts'

test('Dialogs that create a case, edit it with a key that is taken, and run it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, payments } = await sampleProject(server, person)
  await server.testCase(person, payments.id, { name: 'Greets', automationKey: 'C123' })
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments.*4 cases/ }).click()
  await expect(page.getByRole('img', { name: 'Automation key' })).toBeVisible()
  await inspect(page, 'automation-key')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add Test Case' }).first().click()
  await dialog.getByLabel('Expected Value Type', { exact: true }).selectOption('boolean')
  await expect(dialog.getByRole('switch', { name: 'Expected Value' })).toBeChecked()
  await inspect(page, 'create-test-case')
  await dialog.getByRole('button', { name: 'Add step' }).click()
  await page.keyboard.type('Open the cart')
  await page.keyboard.press('Enter')
  await inspect(page, 'create-test-case-steps')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('group', { name: '1.1 Confirms the card' })
  await row.getByRole('button', { name: 'Edit Test Case' }).click()
  await dialog.getByLabel('Automation key').fill('C123')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Another test case of this project has this automation key')).toBeVisible()
  await inspect(page, 'edit-test-case')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await server.run(person, project.id)
  await row.getByRole('button', { name: 'Run Test Case' }).click()
  await dialog.getByLabel('Actual Value', { exact: true }).fill('Thank you')
  await expect(dialog.getByText('passed')).toBeVisible()
  await inspect(page, 'run-test-case')
})

test('Dialogs that offer a draft', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  const dialog = page.getByRole('dialog')
  for (const [button, picture] of [
    [page.getByRole('button', { name: 'Add Test Case' }).first(), 'create-test-case-draft'],
    [page.getByRole('button', { name: 'Edit Test Case' }).first(), 'edit-test-case-draft'],
  ] as const) {
    await button.click()
    await dialog.getByLabel('Test Case Name', { exact: true }).fill('Refunds the card '.repeat(8))
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await button.click()
    await expect(dialog.getByRole('button', { name: 'Continue draft' })).toBeVisible()
    await inspect(page, picture)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})
