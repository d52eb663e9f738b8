import { randomUUID } from 'node:crypto'
import { expect, test } from '#src/testing/fixtures.ts'
import { hold, inspect } from '#src/testing/inspect.ts'

test('Invite, while it is checked, open, and accepted', async ({ page, server, person }) => {
  const project = await server.project(person)
  const { body } = await server.post(`/invite/create/${project.id}`, { email: `${randomUUID()}@example.com` }, person)
  // The welcome leads to /login after 3 s, unless that timer never starts.
  await page.addInitScript(() => {
    const setTimeout = window.setTimeout.bind(window)
    const withoutRedirect = (call: TimerHandler, ms?: number) => (ms === 3_000 ? 0 : setTimeout(call, ms))
    Object.assign(window, { setTimeout: withoutRedirect })
  })
  await hold(page, 'invites.validate')
  await page.goto(body.inviteLink)
  await expect(page.getByRole('main')).toBeVisible()
  await inspect(page, 'invite-loading')
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Join Checkout' })).toBeVisible()
  await inspect(page, 'invite')
  await page.getByLabel('Full Name').fill('Katherine Johnson')
  await page.getByLabel('Password', { exact: true }).fill('orbital')
  await page.getByLabel('Confirm Password').fill('orbital')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Welcome to Checkout')).toBeVisible()
  await inspect(page, 'invite-welcome')
})

test('Invite without a token', async ({ page }) => {
  await page.goto('/invite')
  await expect(page.getByRole('alert')).toBeVisible()
  await inspect(page, 'invite-refused')
})
