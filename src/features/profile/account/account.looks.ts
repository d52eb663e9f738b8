import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'

test('Name and password of the profile, with strong passwords and refused fields', async ({
  page,
  server,
  admin,
  person,
  openAs,
}) => {
  await server.patch('/admin/settings', { passwordPolicy: 'strong' }, admin)
  try {
    await openAs(person, '/profile')
    await page.getByLabel('Full Name').fill('')
    await page.getByRole('button', { name: 'Save Name' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    const section = page.getByRole('region', { name: 'Password' })
    await expect(section).toContainText('At least 15 characters')
    await section.getByLabel('Current Password').fill(person.password)
    await section.getByLabel('New Password', { exact: true }).fill('short one')
    await section.getByLabel('Confirm New Password').fill('short one')
    await section.getByRole('button', { name: 'Change Password' }).click()
    await expect(section.getByText('Password must be at least 15 characters long')).toBeVisible()
    await inspect(page, 'profile-account')
  } finally {
    await server.patch('/admin/settings', { passwordPolicy: 'spec' }, admin)
  }
})
