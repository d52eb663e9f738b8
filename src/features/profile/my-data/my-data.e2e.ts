import { expect, newPerson, test } from '#src/testing/fixtures.ts'

test('A person exports their data, and erases their account with the password', async ({ page, server, openAs }) => {
  const zora = await newPerson(server, 'Zora Quill')
  await openAs(zora, '/profile')
  const data = page.getByRole('region', { name: 'Your Data' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: 'Export My Data' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('my-data.json')
  await data.getByRole('button', { name: 'Erase My Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase My Account' })
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Erase My Account' }).click()
  await expect(dialog.getByText('The password is incorrect')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(zora.password)
  await dialog.getByRole('button', { name: 'Erase My Account' }).click()
  await expect(page).toHaveURL(/\/login/)
})
