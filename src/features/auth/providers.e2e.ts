import { TestProvider } from '../../../server/testing/oidc-provider.ts'
import { startTestServer } from '../../../server/testing/server.ts'
import { expect, newPerson, signIn, test, toast } from '#src/testing/fixtures.ts'

test.use({ hasOwnContext: true })

test('A person signs in by a provider, connects an account by its password and in the profile, and leaves the provider too', async ({
  page,
}) => {
  const provider = await TestProvider.start()
  const configured = provider.configured({ domains: ['example.com'], provision: true, rpLogout: true })
  const server = await startTestServer({ OIDC: [configured] })
  try {
    provider.serve(server.url)
    const ada = await newPerson(server, 'Ada Lovelace')
    await server.patch('/admin/settings', { signup_enabled: true }, ada)
    // The provider forgets who has signed in.
    const signsIn = async (person: Parameters<typeof provider.signsIn>[0]) => {
      await page.context().clearCookies()
      provider.signsIn(person)
    }
    const back = page.getByRole('button', { name: 'Back to Sign In' })
    const link = page.getByRole('link', { name: 'Sign in with Company' })

    await page.goto(`${server.url}/login`)
    await expect(page.getByRole('button', { name: 'Sign In' })).toHaveCount(1)
    await link.click()
    await expect(page.getByRole('alert')).toContainText('The sign-in was cancelled')
    expect(new URL(page.url()).hash).toBe('')
    await signsIn({ sub: 'Nia', name: 'Nia Okonkwo', email: 'nia@elsewhere.example' })
    await back.click()
    await link.click()
    await expect(page.getByRole('alert')).toContainText('Ask for an invite')

    // The page that was asked for is shown after the sign-in.
    await signsIn({ sub: 'Ola', name: 'Ola Berg' })
    await page.goto(`${server.url}/profile`)
    await link.click()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
    const accounts = page.getByRole('region', { name: 'Connected Accounts' })
    await expect(accounts.getByRole('listitem')).toContainText('ola@example.com, connected')
    await expect(accounts.getByRole('button', { name: 'Connect Company', exact: true })).toHaveCount(0)
    await accounts.getByRole('button', { name: 'Disconnect Company' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(accounts.getByRole('alert')).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/session\/end\?/)

    await signsIn({ sub: 'Ada', email: ada.email })
    await page.goto(`${server.url}/login`)
    await link.click()
    await expect(page.getByRole('heading', { name: 'Connect your account' })).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('not hers')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Invalid password')
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()

    await page.goto(`${server.url}/profile`)
    await accounts.getByRole('button', { name: 'Disconnect Company' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(toast(page, 'Account disconnected')).toBeVisible()
    await accounts.getByRole('button', { name: 'Connect Company', exact: true }).click()
    await expect(toast(page, 'Account connected')).toBeVisible()
    await expect(accounts.getByRole('listitem')).toContainText('not used yet')
    await expect(accounts.getByRole('listitem')).toBeInViewport()

    const nia = await newPerson(server, 'Nia Okonkwo')
    await signIn(page, nia, server.url)
    await page.goto(`${server.url}/profile`)
    await accounts.getByRole('button', { name: 'Connect Company', exact: true }).click()
    await expect(accounts.getByRole('alert')).toHaveText('This identity is connected to another account')
    await expect(accounts.getByRole('alert')).toBeInViewport()
  } finally {
    await server.close()
    await provider.close()
  }
})
