import { expect, test } from '#src/testing/fixtures.ts'
import { abort, inspect } from '#src/testing/inspect.ts'

test('The devices of the profile when they cannot load, with several, and before one is signed out', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const body = { email: person.email, password: person.password }
  for (const agent of ['Mozilla/5.0 (X11; Linux) Firefox/142.0', 'Program-with-a-long-name-'.repeat(8)])
    await server.call('POST', '/auth/sign-in', { body, headers: { 'user-agent': agent } })
  await abort(page, 'sessions.list')
  await openAs(person, '/profile')
  const card = page.getByRole('region', { name: 'Your Devices' })
  await expect(card.getByRole('button', { name: 'Retry' })).toBeVisible()
  await inspect(page, 'devices-error')
  await page.unrouteAll()
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(3)
  await inspect(page, 'devices')
  await card.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect(page, 'devices-question')
})
