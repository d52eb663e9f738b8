import { expect, newPerson, test, VARIANT } from '#src/testing/fixtures.ts'
import { addApp } from '../../../../server/testing/second-factors.ts'

test('A person exports their data, and erases their account with the password', async ({
  page,
  server,
  person,
  openAs,
}) => {
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
  const refusal = dialog.getByText('The password is incorrect')
  await expect(refusal).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await data.getByRole('button', { name: 'Erase My Account' }).click()
  await expect(dialog).toBeVisible()
  await expect(refusal).toHaveCount(0)
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Erase My Account' }).click()
  await expect(refusal).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(zora.password)
  await dialog.getByRole('button', { name: 'Erase My Account' }).click()
  await expect(page).toHaveURL(/\/login/)
  // The next person is not led to the page of the erased one.
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test(
  'A person without a password erases their account with a code of the app, once the sign-in is too long ago',
  VARIANT,
  async ({ page, server, openAs }) => {
    const person = await newPerson(server, 'Otto Quill')
    const { nextCode } = await addApp(server, person)
    await server.services.write('users', async (db) => {
      await db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute()
      const confirmed_at = '2026-01-01T00:00:00.000Z'
      await db.updateTable('sessions').set({ confirmed_at }).where('user_id', '=', person.id).execute()
    })
    await openAs(person, '/profile')
    await page.getByRole('button', { name: 'Erase My Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase My Account' })
    const erase = dialog.getByRole('button', { name: 'Erase My Account' })
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await erase.click()
    await expect(dialog.getByText('Sign in again, then come back to this page.')).toBeVisible()
    const code = dialog.getByLabel('Code', { exact: true })
    await expect(code).toBeFocused()
    await code.fill('wrong')
    await erase.click()
    await expect(dialog.getByRole('alert')).toHaveText('Wrong code')
    await code.fill(await nextCode())
    await erase.click()
    await expect(page).toHaveURL(/\/login/)
  },
)
