import { expect, test, toast } from '#src/testing/fixtures.ts'

test('A person sees where they are signed in, ends one sign-in, and then all others', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { email, password } = person
  const signIn = async (agent: string) => {
    const headers = { 'user-agent': agent }
    const { body } = await server.call('POST', '/auth/sign-in', { body: { email, password }, headers })
    return { authorization: `Bearer ${body.accessToken}` }
  }
  const [phone, script] = [await signIn('Mozilla/5.0 (iPhone) Safari/604.1'), await signIn('curl/8')]
  const status = async (as: { authorization: string }) => (await server.get('/auth/profile', as)).status
  await openAs(person, '/profile')
  const card = page.getByRole('region', { name: 'Your Devices' })
  await expect(card.getByRole('listitem')).toHaveCount(3)
  await expect(card.getByRole('listitem').first()).toContainText('This device')
  await expect(card.getByRole('listitem').first()).toContainText('from 127.0.0.1')
  await expect(card.getByRole('listitem').first().getByRole('button')).toHaveCount(0)
  await card.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(toast(page, 'Signed out')).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(2)
  expect([await status(phone), await status(script)]).toEqual([401, 200])
  await card.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(toast(page, 'Signed out everywhere else')).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await expect(card.getByRole('button')).toHaveCount(0)
  expect([await status(script), await status(person)]).toEqual([401, 200])
})
