import { expect, newPerson, test, toast } from '#src/testing/fixtures.ts'

test('A person changes their name and password, and sees at each field what is wrong', async ({
  page,
  server,
  openAs,
}) => {
  const mona = await newPerson(server, 'Mona')
  const signIn = (password: string) => server.post('/auth/sign-in', { email: mona.email, password })
  const { body: other } = await signIn(mona.password)
  await openAs(mona, '/profile')
  const name = page.getByRole('region', { name: 'Name' }).getByLabel('Full Name')
  await expect(name).toHaveValue('Mona')
  await name.fill('  ')
  await name.press('Enter')
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('Lisa Gherardini')
  await name.press('Enter')
  await expect(toast(page, 'Name changed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account of Lisa Gherardini' })).toBeVisible()
  expect((await server.get('/auth/profile', mona)).body.name).toBe('Lisa Gherardini')

  const section = page.getByRole('region', { name: 'Password' })
  await expect(section).toContainText('At least 6 characters.')
  const current = section.getByLabel('Current Password')
  const chosen = section.getByLabel('New Password', { exact: true })
  const again = section.getByLabel('Confirm New Password')
  await current.fill('wrong')
  await chosen.fill('another one')
  await again.fill('another two')
  await again.press('Enter')
  await expect(section.getByText('New passwords do not match').first()).toBeVisible()
  await expect(again).toBeFocused()
  await again.fill('another one')
  await again.press('Enter')
  await expect(section.getByText('Current password is incorrect')).toBeVisible()
  await expect(current).toBeFocused()
  await expect(section.getByRole('alert')).toHaveCount(0)
  await current.fill(mona.password)
  await section.getByRole('button', { name: 'Change Password' }).click()
  await expect(toast(page, 'Password changed')).toBeVisible()
  for (const field of [current, chosen, again]) await expect(field).toHaveValue('')
  const status = async (token: string) =>
    (await server.get('/auth/profile', { authorization: `Bearer ${token}` })).status
  expect([await status(other.accessToken), (await signIn('another one')).status]).toEqual([401, 200])
  await page.reload()
  await expect(page.getByRole('region', { name: 'Your Devices' }).getByText('This device')).toBeVisible()

  await server.services.write('users', (db) =>
    db.updateTable('users').set({ password_hash: null }).where('id', '=', mona.id).execute(),
  )
  await page.reload()
  await expect(section).toContainText('You have no password here')
  await expect(section.getByRole('textbox')).toHaveCount(0)
  const factor = page.getByRole('region', { name: 'Second Factor' })
  await expect(factor.getByText('You have no second factor.', { exact: true })).toBeVisible()
  await page.goto('/reset-password')
  await expect(page.getByText('You have no password here')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})
