import { expect, newPerson, signIn, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { addApp } from '../../../server/testing/second-factors.ts'
import { startTestServer } from '../../../server/testing/server.ts'
import { NOW, ticking } from '#src/testing/clock.ts'
import { addDevice, atLocalhost, enterPassword } from '#src/testing/passkey-device.ts'

test.use({ hasOwnContext: true })

test('A person adds a passkey, signs in with it after the password and alone, confirms with it and removes it (trust line 17)', async ({
  page,
  server,
}) => {
  const origin = atLocalhost(server.url)
  const person = await newPerson(server, 'Ada Lovelace')
  const device = await addDevice(page)
  await signIn(page, person, origin)
  await page.goto(`${origin}/profile`)
  const section = page.getByRole('region', { name: 'Second Factor' })
  const dialog = page.getByRole('dialog')
  await section.getByRole('button', { name: 'Add Passkey' }).click()
  await device.setVerified(false)
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByRole('button', { name: 'Add Passkey' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Try again')
  await device.setVerified(true)
  await dialog.getByRole('button', { name: 'Add Passkey' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(section.getByRole('list', { name: 'Recovery Codes' }).getByRole('listitem')).toHaveCount(10)
  await expect(section.getByRole('list', { name: 'Second Factors' })).toContainText('LaptopPasskey, added')

  await enterPassword(page, person, origin)
  await expect(page.getByRole('button', { name: 'Use Passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()

  await page.goto(`${origin}/login`)
  await device.setVerified(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText('Cancelled, or no passkey was found here. Try again')
  await device.setVerified(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()

  await server.services.write(null, (db) =>
    db
      .updateTable('sessions')
      .set({ confirmed_at: '2026-01-01T00:00:00.000Z' })
      .where('user_id', '=', person.id)
      .execute(),
  )
  await page.goto(`${origin}/profile`)
  await section.getByRole('button', { name: 'Confirm It Is You' }).click()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(section.getByRole('list', { name: 'Second Factors' })).toContainText('last used')
  await section.getByRole('button', { name: 'Remove Laptop' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Second factor removed')).toBeVisible()
  await expect(section).toContainText('You have no second factor')
  // The device still has it, the server does not.
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText('This passkey cannot sign you in. Use your password')
})

test(
  'Who must have a second factor sets up a passkey, and joins a project with it after the password',
  VARIANT,
  async ({ page }) => {
    const server = await startTestServer()
    try {
      const origin = atLocalhost(server.url)
      const ada = await newPerson(server, 'Ada Lovelace')
      const grace = await newPerson(server, 'Grace Hopper')
      await addApp(server, ada)
      await server.patch('/admin/settings', { mfaRequired: 'everyone' }, ada)
      await addDevice(page)
      await enterPassword(page, grace, origin)
      await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByRole('button', { name: 'Add Passkey' }).click()
      await expect(page.getByRole('list', { name: 'Recovery Codes' }).getByRole('listitem')).toHaveCount(10)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()

      const project = await server.project(ada, 'Checkout')
      const { body } = await server.post(`/invite/create/${project.id}`, { email: grace.email }, ada)
      const { pathname, search } = new URL(body.inviteLink)
      await page.clock.install()
      await page.goto(origin + pathname + search)
      await page.getByLabel('Password', { exact: true }).fill(grace.password)
      await page.getByLabel('Confirm Password').fill(grace.password)
      await page.getByRole('button', { name: 'Accept Invite' }).click()
      await expect(page.getByRole('button', { name: 'Use Passkey' })).toBeVisible()
      // The welcome is shown for three seconds.
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.getByRole('button', { name: 'Use Passkey' }).click()
      await ticking(page, () => expect(page.getByText('Welcome to Checkout')).toBeVisible(NOW))
    } finally {
      await server.close()
    }
  },
)
