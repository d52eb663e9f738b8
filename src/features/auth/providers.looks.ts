import { startTestServer } from '../../../server/testing/server.ts'
import { TestProvider } from '../../../server/testing/oidc-provider.ts'
import { expect, LONG_NAME, newPerson, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'

test.use({ hasOwnContext: true })

test('Sign-in by a provider: its link, a refusal, the password of an account, and connected accounts', async ({
  page,
}) => {
  const provider = await TestProvider.start()
  const other = provider.configured({ id: 'other', name: LONG_NAME })
  const server = await startTestServer({ OIDC: [provider.configured(), other] })
  try {
    provider.serve(server.url)
    const ada = await newPerson(server, 'Ada Lovelace')
    const link = page.getByRole('link', { name: 'Sign in with Company' })
    await page.goto(`${server.url}/login`)
    await expect(link).toBeVisible()
    await inspect(page, 'providers')
    await link.click()
    await expect(page.getByRole('alert')).toBeVisible()
    await inspect(page, 'providers-refused')
    await page.getByRole('button', { name: 'Back to Sign In' }).click()
    provider.signsIn({ sub: 'Ada', email: ada.email })
    await link.click()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await inspect(page, 'providers-connect')
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
    await page.goto(`${server.url}/profile`)
    const section = page.getByRole('region', { name: 'Connected Accounts' })
    await expect(section.getByRole('listitem')).toBeVisible()
    await section.scrollIntoViewIfNeeded()
    await inspect(page, 'providers-connected')
  } finally {
    await server.close()
    await provider.close()
  }
})
