import { expect, newPerson, test } from '#src/testing/fixtures.ts'
import { abort, inspect } from '#src/testing/inspect.ts'
import { addApp, codeOf } from '../../../server/testing/second-factors.ts'

test('Second factors in the profile, at the sign-in and where one is required', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await abort(page, 'factors.list')
  await openAs(person, '/profile')
  const section = page.getByRole('region', { name: 'Second Factor' })
  await expect(section.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.unrouteAll()
  await section.getByRole('button', { name: 'Retry' }).click()
  await section.getByRole('button', { name: 'Add Authenticator App' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Authenticator App' })
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await inspect(page, 'factors-add')
  await dialog.getByLabel('Code').fill(codeOf(await dialog.getByLabel('Key', { exact: true }).inputValue()))
  await dialog.getByRole('button', { name: 'Add App' }).click()
  await expect(section.getByRole('list', { name: 'Recovery Codes' })).toBeVisible()
  await inspect(page, 'factors')

  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await inspect(page, 'factors-sign-in')

  const admin = await newPerson(server, 'Second Admin')
  await server.services.write('users', (db) =>
    db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute(),
  )
  await addApp(server, admin)
  await server.patch('/admin/settings', { mfaRequired: 'everyone' }, admin)
  await openAs(await newPerson(server, 'Nia Okonkwo'), '/second-factor')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await inspect(page, 'factors-required')
  await server.patch('/admin/settings', { mfaRequired: 'off' }, admin)
})
