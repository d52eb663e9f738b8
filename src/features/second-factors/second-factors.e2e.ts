import { expect, newPerson, type Person, test, toast } from '#src/testing/fixtures.ts'
import type { Page } from '@playwright/test'
import { addApp, codeOf, wrongCode } from '../../../server/testing/second-factors.ts'

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('A person adds an authenticator app, signs in with its code and with a recovery code, and removes it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await openAs(person, '/profile')
  const section = page.getByRole('region', { name: 'Second Factor' })
  await expect(section).toContainText('You have no second factor')
  await section.getByRole('button', { name: 'Add Authenticator App' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Authenticator App' })
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const secret = await dialog.getByLabel('Key', { exact: true }).inputValue()
  await dialog.getByLabel('Code', { exact: true }).fill(wrongCode(secret))
  await dialog.getByRole('button', { name: 'Add App' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Wrong code')
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByLabel('Name').fill('Phone')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog).toHaveCount(0)
  const codes = await section.getByRole('list', { name: 'Recovery Codes' }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await expect(section.getByRole('list', { name: 'Second Factors' })).toContainText('Phone')
  await expect(section).toContainText('10 recovery codes left')
  const tooLongAgo = () =>
    server.services.write(null, (db) =>
      db
        .updateTable('sessions')
        .set({ confirmed_at: '2026-01-01T00:00:00.000Z' })
        .where('user_id', '=', person.id)
        .execute(),
    )
  await tooLongAgo()
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(section.getByRole('button', { name: 'Confirm It Is You' })).toBeVisible()
  await expect(section.getByRole('list', { name: 'Recovery Codes' })).toBeVisible()

  await signIn(page, person)
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByLabel('Code', { exact: true }).fill(wrongCode(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Wrong code')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery Code')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Use the app' }).click()
  await server.services.write(null, (db) => db.updateTable('factors').set({ last_step: null }).execute())
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()

  await signIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery Code').fill(codes[0] as string)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()

  await tooLongAgo()
  await page.goto('/profile')
  await section.getByRole('button', { name: 'Confirm It Is You' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(section).toContainText('9 recovery codes left')
  await section.getByRole('button', { name: 'Remove Phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Second factor removed')).toBeVisible()
  await expect(section).toContainText('You have no second factor')
})

test('An administrator requires a second factor of everyone, and resets the one of a person', async ({
  page,
  server,
  admin,
  openAs,
}) => {
  // The session of the worker may be too old to add a factor.
  await server.post('/auth/confirm', { password: admin.password }, admin)
  const nia = await newPerson(server, 'Nia Okonkwo')
  await openAs(admin, '/admin')
  const choice = page.getByLabel('Second Factor Required')
  await choice.selectOption('Everyone')
  await expect(toast(page, 'Set up a second factor for yourself first')).toBeVisible()
  await expect(page).toHaveURL('/profile')
  const { id } = await addApp(server, admin)
  await page.goto('/admin')
  await choice.focus()
  await choice.selectOption('Everyone')
  await expect.poll(async () => (await server.get('/admin/settings', admin)).body.mfaRequired).toBe('everyone')

  await expect(choice).toHaveValue('everyone')
  await expect(choice).toHaveAttribute('aria-busy', 'false')
  await expect(choice).toBeFocused()

  await openAs(nia, '/profile')
  await expect(page).toHaveURL('/second-factor')
  const secret = await page.getByLabel('Key', { exact: true }).inputValue()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Add App' }).click()
  await expect(page.getByRole('list', { name: 'Recovery Codes' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  // The page that she wanted to see.
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()

  await openAs(admin, '/admin')
  const row = page.getByRole('row').filter({ hasText: nia.email })
  // Users of other tests stand above.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(row).toBeVisible({ timeout: 500 })
  }).toPass()
  await row.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Reset second factor' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect(toast(page, 'Second factor reset')).toBeVisible()
  await choice.selectOption('Nobody')
  await expect.poll(async () => (await server.get('/admin/settings', admin)).body.mfaRequired).toBeUndefined()
  await server.delete(`/auth/factors/${id}`, admin)
  const signedIn = await server.post('/auth/sign-in', { email: nia.email, password: nia.password })
  expect(signedIn.status).toBe(200)
})

test('Who was led to the setup of a second factor is led on when none is required any more', async ({
  page,
  server,
  admin,
  openAs,
}) => {
  await server.post('/auth/confirm', { password: admin.password }, admin)
  const nia = await newPerson(server, 'Nia Okonkwo')
  const { id } = await addApp(server, admin)
  await openAs(nia, '/profile')
  await expect(page.getByRole('button', { name: 'Add Authenticator App' })).toBeVisible()
  await server.patch('/admin/settings', { mfaRequired: 'everyone' }, admin)
  try {
    await page.getByRole('link', { name: 'Projects' }).click()
    await expect(page.getByRole('button', { name: 'Add App' })).toBeEnabled()
    await expect(page).toHaveURL('/second-factor')
  } finally {
    await server.patch('/admin/settings', { mfaRequired: 'off' }, admin)
    await server.delete(`/auth/factors/${id}`, admin)
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})
