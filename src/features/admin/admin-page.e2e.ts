import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, newPerson, test, toast } from '#src/testing/fixtures.ts'

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

test('A user without admin rights on /admin is redirected to the projects', async ({ page, person, openAs }) => {
  await openAs(person, '/admin')
  await expect(page).toHaveURL('/')
})

test('The counts, the switch of signups and the administrators of the admin page', async ({
  page,
  server,
  admin,
  openAs,
}) => {
  await test.step('Four cards count users and projects', async () => {
    const { body } = await server.get('/admin/stats', admin)
    await openAs(admin, '/admin')
    await expect(page.getByText('Total Users')).toBeVisible()
    const cards = page.locator('dl')
    await expect(cards).toHaveText([
      `Total Users${body.totalUsers}`,
      `Active Users${body.activeUsers}`,
      `Admin Users${body.adminUsers}`,
      `Total Projects${body.totalProjects}`,
    ])
  })
  await test.step('Administrators can be neither deactivated nor deleted', async () => {
    await expect(row(page, admin.email)).toContainText('Admin')
    await expect(row(page, admin.email).getByRole('button')).toHaveCount(0)
  })
  await test.step('Public Signup is switched off and on', async () => {
    const isOpen = async () => (await server.get('/auth/signup-enabled')).body.signupEnabled as boolean
    const toggle = page.getByRole('switch', { name: 'Public Signup', exact: true })
    await expect(toggle).toBeChecked()
    await toggle.click()
    await expect(toggle).not.toBeChecked()
    await expect.poll(isOpen).toBe(false)
    await toggle.click()
    await expect(toggle).toBeChecked()
    await expect.poll(isOpen).toBe(true)
  })
  await test.step('Strong passwords are switched on and off', async () => {
    const policy = async () => (await server.get('/admin/settings', admin)).body.passwordPolicy as string | undefined
    const toggle = page.getByRole('switch', { name: 'Strong Passwords', exact: true })
    await toggle.click()
    await expect(page.getByText('New passwords have at least 15 characters and are not common ones.')).toBeVisible()
    await expect.poll(policy).toBe('strong')
    await toggle.click()
    await expect.poll(policy).toBeUndefined()
    await expect(page.getByText('New passwords have at least 6 characters.')).toBeVisible()
  })
  await test.step('A change of Public Signup that fails turns the switch back', async () => {
    await page.route(/trpc\/admin\.setSignupEnabled/, (route) => route.abort())
    await page.getByRole('switch', { name: 'Public Signup' }).click()
    await expect(toast(page, 'Failed to update signup setting')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Public Signup' })).toBeChecked()
  })
})

test('Users are created on the admin page', async ({ page, person, server, admin, openAs, context }) => {
  await openAs(admin, '/admin')

  await test.step('A user with a taken email is refused with "Error:" before the message of the server', async () => {
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Name is required')).toBeVisible()
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Full Name').fill('Twice')
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('Error: A user with this email already exists')).toBeVisible()
  })
  await test.step('A user created without a password gets a temporary one, shown once to be copied', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const email = `${randomUUID()}@example.com`
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Full Name').fill('New Colleague')
    await expect(page.getByLabel('Send invite (future feature)')).toBeVisible()
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(row(page, email)).toContainText('New Colleague')
    await expect(row(page, email)).toContainText('Temporary password, no second factor')
    const password = await page.locator('code').innerText()
    await page.getByRole('button', { name: 'Copy password' }).click()
    await expect(toast(page, 'Copied to clipboard')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password)
    expect((await server.post('/auth/sign-in', { email, password })).body.mustResetPassword).toBe(true)
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(page.getByText(password)).toHaveCount(0)
  })
  await test.step('A user is created with a password, as an administrator', async () => {
    const email = `${randomUUID()}@example.com`
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Full Name').fill('Second Admin')
    await page.getByLabel('Password', { exact: true }).fill('a password')
    await page.getByRole('checkbox', { name: 'Admin user' }).check()
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(row(page, email)).toContainText('Admin')
    await expect(row(page, email).getByRole('button')).toHaveCount(0)
    expect((await server.post('/auth/sign-in', { email, password: 'a password' })).body.user.isAdmin).toBe(true)
  })
})

test('Users are managed on the admin page', async ({ page, server, admin, openAs }) => {
  const people = [await newPerson(server, 'Switched Off'), await newPerson(server, 'Leaving Soon')] as const
  await openAs(admin, '/admin')

  await test.step('A user is deactivated and activated', async () => {
    const person = people[0]
    await row(page, person.email).getByRole('button', { name: 'Deactivate' }).click()
    await expect(row(page, person.email)).toContainText('Inactive')
    expect((await server.get('/auth/profile', person)).status).toBe(401)
    await row(page, person.email).getByRole('button', { name: 'Activate' }).click()
    await expect(row(page, person.email)).toContainText('Active')
  })
  await test.step('A user is signed out on all devices after a confirmation', async () => {
    const person = people[1]
    await row(page, person.email).getByRole('button', { name: 'More for Leaving Soon' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click()
    await expect(toast(page, 'User signed out')).toBeVisible()
    expect((await server.get('/auth/profile', person)).status).toBe(401)
  })
  await test.step('A user gets a temporary password, shown once', async () => {
    const person = people[1]
    await row(page, person.email).getByRole('button', { name: 'More for Leaving Soon' }).click()
    await page.getByRole('menuitem', { name: 'Reset password' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    const password = await page.locator('code').innerText()
    const { body } = await server.post('/auth/sign-in', { email: person.email, password })
    expect(body.mustResetPassword).toBe(true)
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(page.getByText(password)).toHaveCount(0)
  })
  await test.step('A user is deleted after a confirmation', async () => {
    const person = people[1]
    await row(page, person.email).getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Are you sure you want to delete Leaving Soon?')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, person.email)).toHaveCount(0)
  })
  await test.step('A user is erased after a confirmation', async () => {
    const person = people[0]
    await row(page, person.email)
      .getByRole('button', { name: /^More for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Erase' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
    await expect(toast(page, 'User erased')).toBeVisible()
    await expect(row(page, person.email)).toHaveCount(0)
  })
})

test('A double click on Deactivate leaves the user inactive', async ({ page, server, admin, openAs }) => {
  const person = await newPerson(server, 'Clicked Twice')
  await openAs(admin, '/admin')
  const toggled: string[] = []
  const held = Promise.withResolvers<void>()
  await page.route('**/trpc/admin.toggleUserStatus?*', async (route) => {
    toggled.push(route.request().url())
    await held.promise
    await route.continue()
  })
  const button = row(page, person.email).getByRole('button', { name: 'Deactivate' })
  await button.dblclick()
  await expect(button).toHaveCSS('opacity', '0.6')
  held.resolve()
  await expect(row(page, person.email)).toContainText('Inactive')
  expect(toggled).toHaveLength(1)
  await row(page, person.email).getByRole('button', { name: 'Activate' }).click()
  await expect(row(page, person.email).getByRole('button', { name: 'Deactivate' })).toBeVisible()
})

test('A click on Deactivate after a failure counts at once, while the list is read again', async ({
  page,
  server,
  admin,
  openAs,
}) => {
  const person = await newPerson(server, 'Clicked Again')
  let isListHeld = false
  await page.route('**/trpc/*admin.listUsers*', (route) => (isListHeld ? undefined : route.continue()))
  const refused = { message: 'Not now', code: -32_009, data: { code: 'CONFLICT', httpStatus: 409 } }
  let calls = 0
  await page.route('**/trpc/admin.toggleUserStatus?*', async (route) => {
    isListHeld = true
    calls += 1
    await (calls === 1 ? route.abort() : route.fulfill({ status: 409, json: [{ error: refused }] }))
  })
  await openAs(admin, '/admin')
  await row(page, person.email).getByRole('button', { name: 'Deactivate' }).click()
  await expect(toast(page, 'Failed to toggle user status')).toBeVisible()
  await row(page, person.email).getByRole('button', { name: 'Deactivate' }).click()
  await expect(toast(page, 'Not now')).toBeVisible()
})

test('A user whom another administrator deleted meanwhile leaves the list', async ({ page, server, admin, openAs }) => {
  const person = await newPerson(server, 'Gone Already')
  await openAs(admin, '/admin')
  await row(page, person.email).getByRole('button', { name: 'Delete' }).click()
  await server.delete(`/admin/users/${person.id}`, admin)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(toast(page, 'User not found')).toBeVisible()
  await expect(row(page, person.email)).toHaveCount(0)
})
