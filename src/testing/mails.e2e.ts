import { MAIL_VARIABLES, startCatcher } from '../../server/mail/testing.ts'
import { startTestServer } from '../../server/testing/server.ts'
import { expect, signIn, test } from './fixtures.ts'

test('Where the server sends mails, the screens say so: an invite, passwords, a digest, an endpoint', async ({
  page,
}) => {
  const catcher = await startCatcher()
  const server = await startTestServer({ SMTP_URL: catcher.url, ...MAIL_VARIABLES })
  const arrived = async (count: number) => {
    await expect.poll(() => catcher.mails.length).toBe(count)
    return catcher.mails.at(-1)
  }
  try {
    const admin = await server.person('Admin')
    const project = await server.project(admin)
    await signIn(page, admin, server.url)

    await page.goto(`${server.url}/projects/${project.id}?tab=members`)
    await page.getByRole('button', { name: 'Invite Member' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email', { exact: true }).fill('nia@example.com')
    await dialog.getByRole('button', { name: 'Generate Invite Link' }).click()
    await expect(dialog.getByText('A mail with this link is on its way.')).toBeVisible()
    const link = await dialog.getByLabel('Invite Link', { exact: true }).inputValue()
    expect((await arrived(1))?.text).toContain(link)

    await page.goto(`${server.url}/admin`)
    await page.getByLabel('Email').fill('tom@example.com')
    await page.getByLabel('Full Name').fill('Tom')
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('A mail with what they need is on its way.')).toBeVisible()
    expect((await arrived(2))?.rcpt).toEqual(['tom@example.com'])

    await page.goto(`${server.url}/projects/${project.id}?tab=settings`)
    const card = page.getByRole('region', { name: 'Notify Chats and Tools' })
    await card.getByRole('button', { name: 'Add Endpoint' }).click()
    await dialog.getByLabel('Sends').selectOption('Mail')
    await dialog.getByLabel('Address').fill('https://example.com')
    await dialog.getByRole('button', { name: 'Add Endpoint' }).click()
    await expect(dialog.getByText('url must be a mail address')).toBeVisible()
    await dialog.getByLabel('Address').fill('qa@example.com')
    await dialog.getByRole('button', { name: 'Add Endpoint' }).click()
    await card.getByRole('button', { name: 'Test Mail, qa@example.com' }).click()
    expect((await arrived(3))?.subject).toContain('Assay can reach you here')

    await page.goto(`${server.url}/profile`)
    const digest = page.getByLabel('Digest by mail')
    await expect(digest).toHaveValue('off')
    await digest.selectOption('Weekly, on Mondays')
    await expect
      .poll(async () => (await server.get('/notices/settings', admin)).body)
      .toMatchObject({ digest: 'weekly', isMailOn: true })
    await page.route('**/trpc/**notices.setDigest**', (route) => route.abort())
    await digest.selectOption('Daily')
    await expect(page.getByText('Failed to save the setting')).toBeVisible()
    await expect(digest).toHaveValue('weekly')

    await page.getByLabel('Current Password').fill(admin.password)
    await page.getByLabel('New Password', { exact: true }).fill('another one')
    await page.getByLabel('Confirm New Password').fill('another one')
    await page.keyboard.press('Enter')
    expect((await arrived(4))?.subject).toBe('Your password in Assay was changed')

    await page.evaluate(() => localStorage.clear())
    await page.goto(`${server.url}/login`)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Email').fill(admin.email)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText('a mail with a link is on its way')
    expect((await arrived(5))?.text).toContain('/forgot-password#')
  } finally {
    await server.close()
    await catcher.close()
  }
})
