import { expect, newPerson, signIn, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { addDevice, atLocalhost, enterPassword } from '#src/testing/passkey-device.ts'

test.use({ hasOwnContext: true })

test('Passkeys: one that is added and refused, in the profile, at the sign-in and in its second step', async ({
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
  await dialog.getByRole('button', { name: 'Add Passkey' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await inspect(page, 'passkeys-add')
  await device.setVerified(true)
  await dialog.getByRole('button', { name: 'Add Passkey' }).click()
  await expect(section.getByRole('list', { name: 'Second Factors' })).toBeVisible()
  await section.scrollIntoViewIfNeeded()
  await inspect(page, 'passkeys')
  await enterPassword(page, person, origin)
  await expect(page.getByRole('button', { name: 'Use Passkey' })).toBeVisible()
  await inspect(page, 'passkeys-second-step')
  await page.goto(`${origin}/login`)
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await inspect(page, 'passkeys-sign-in')
})
