import { seal } from '#server/auth/sealed.ts'
import { startTestServer } from '../../../server/testing/server.ts'
import { expect, newPerson, test } from '#src/testing/fixtures.ts'

test('A link of a mail sets a new password, once', async ({ page, server }) => {
  const person = await newPerson(server, 'Ben')
  const link = { userId: person.id, version: 0, expiresAt: new Date(Date.now() + 60_000).toISOString() }
  const address = `/forgot-password#${seal(server.services.tokens, 'forgotten password', JSON.stringify(link))}`
  await page.goto(address)
  await page.getByLabel('New Password', { exact: true }).fill('another one')
  await page.getByLabel('Confirm New Password').fill('another two')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('New passwords do not match').first()).toBeVisible()
  await page.getByLabel('Confirm New Password').fill('another one')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByRole('status')).toContainText('Your password was reset.')
  expect((await server.post('/auth/sign-in', { email: person.email, password: 'another one' })).status).toBe(200)
  await page.reload()
  await page.getByLabel('New Password', { exact: true }).fill('once again')
  await page.getByLabel('Confirm New Password').fill('once again')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('Invalid or expired link')).toBeVisible()
})

test('The login page offers a link by mail where the server sends mails, and only there', async ({ page }) => {
  const variables = { MAIL_FROM: 'assay@example.com', PUBLIC_URL: 'https://assay.example.com' }
  // Nothing listens there: the mail waits in the outbox.
  const mailing = await startTestServer({ SMTP_URL: 'smtp://127.0.0.1:1', ...variables })
  try {
    await page.goto('/login')
    await expect(page.getByText('Need an account?')).toBeVisible()
    await expect(page.getByText('Forgot password?')).toHaveCount(0)
    await page.goto(`${mailing.url}/login`)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Email').fill('ada@example.com')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText('a mail with a link is on its way')
    await page.getByRole('link', { name: 'Back to Sign In' }).click()
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  } finally {
    await mailing.close()
  }
})
