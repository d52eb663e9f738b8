import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, newPerson, type Person, test, type TestServer } from '#src/testing/fixtures.ts'
import { NOW, ticking } from '#src/testing/clock.ts'

async function invite(server: TestServer, owner: Person, email = `${randomUUID()}@example.com`) {
  const project = await server.project(owner, 'Checkout')
  const { body } = await server.post(`/invite/create/${project.id}`, { email }, owner)
  const { pathname, search } = new URL(body.inviteLink)
  return pathname + search
}

async function accept(page: Page, name: string, password: string) {
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Accept Invite' }).click()
}

test.describe('With a mocked clock', () => {
  // With a shared context, the change would stay.
  test.use({ hasOwnContext: true })

  test('An accepted invite redirects to /login after exactly 3 s', async ({ page, server, person }) => {
    const path = await invite(server, person)
    await page.clock.install()
    await page.goto(path)
    await expect(page.getByLabel('Full Name')).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    await accept(page, 'Katherine Johnson', 'orbital')
    await ticking(page, () => expect(page.getByText('Welcome to Checkout')).toBeVisible(NOW))
    await page.clock.runFor(2_900)
    await expect(page).toHaveURL(path)
    await page.clock.runFor(100)
    await expect(page).toHaveURL('/login')
  })

  test('The name entered by an existing user is ignored', async ({ page, server, person }) => {
    const known = await newPerson(server, 'Known Already')
    await page.clock.install()
    await page.goto(await invite(server, person, known.email))
    await expect(page.getByLabel('Full Name')).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    await accept(page, 'Somebody Different', known.password)
    await ticking(page, () => expect(page.getByText('Welcome to Checkout')).toBeVisible(NOW))
    expect((await server.get('/auth/profile', known)).body.name).toBe('Known Already')
  })
})

test('When an invite cannot be checked, it says "Invalid or expired invite link" and Go to Login appears', async ({
  page,
  server,
  person,
}) => {
  await page.route('**/trpc/**invites.validate**', (route) => route.abort())
  await page.goto(await invite(server, person))
  await expect(page.getByRole('alert')).toHaveText('Invalid or expired invite link')
  await expect(page.getByRole('button', { name: 'Go to Login' })).toBeVisible()
})

test('A path below /invite/ is an API path, not a screen', async ({ page, server }) => {
  const response = await page.goto('/invite/validate?token=unknown')
  expect(response?.headers()['content-type']).toContain('application/json')
  await expect(page.getByRole('heading')).toHaveCount(0)
  expect((await server.get('/invite/validate?token=unknown')).body.message).toBe('Invalid or expired invite link')
})
