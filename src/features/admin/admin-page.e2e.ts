import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, newPerson, test, toast } from '#src/testing/fixtures.ts'

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

test('A user without admin rights on /admin is redirected to the projects', async ({ page, person, openAs }) => {
  await openAs(person, '/admin')
  await expect(page).toHaveURL('/')
})

test('Four cards count users and projects', async ({ page, server, admin, openAs }) => {
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

test('Public Signup is switched off and on', async ({ page, server, admin, openAs }) => {
  const isOpen = async () => (await server.get('/auth/signup-enabled')).body.signupEnabled as boolean
  await openAs(admin, '/admin')
  const toggle = page.getByRole('switch', { name: 'Public Signup' })
  await expect(toggle).toBeChecked()
  await toggle.click()
  await expect(toggle).not.toBeChecked()
  await expect.poll(isOpen).toBe(false)
  await toggle.click()
  await expect(toggle).toBeChecked()
  await expect.poll(isOpen).toBe(true)
})

test('A user created without a password gets a temporary one, shown once to be copied', async ({
  page,
  server,
  admin,
  openAs,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const email = `${randomUUID()}@example.com`
  await openAs(admin, '/admin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Full Name').fill('New Colleague')
  await expect(page.getByLabel('Send invite (future feature)')).toBeVisible()
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(row(page, email)).toContainText('New Colleague')
  const password = await page.locator('code').innerText()
  await page.getByRole('button', { name: 'Copy password' }).click()
  await expect(toast(page, 'Copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password)
  expect((await server.post('/auth/sign-in', { email, password })).body.mustResetPassword).toBe(true)
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await expect(page.getByText(password)).toHaveCount(0)
})

test('A user is created with a password, as an administrator', async ({ page, server, admin, openAs }) => {
  const email = `${randomUUID()}@example.com`
  await openAs(admin, '/admin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Full Name').fill('Second Admin')
  await page.getByLabel('Password', { exact: true }).fill('a password')
  await page.getByRole('checkbox', { name: 'Admin user' }).check()
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(row(page, email)).toContainText('Admin')
  await expect(row(page, email).getByRole('button')).toHaveCount(0)
  expect((await server.post('/auth/sign-in', { email, password: 'a password' })).body.user.isAdmin).toBe(true)
})

test('A user with a taken email is refused with "Error:" before the message of the server', async ({
  page,
  person,
  admin,
  openAs,
}) => {
  await openAs(admin, '/admin')
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Full Name').fill('Twice')
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByText('Error: A user with this email already exists')).toBeVisible()
})

test('A user is deactivated and activated', async ({ page, server, admin, openAs }) => {
  const person = await newPerson(server, 'Switched Off')
  await openAs(admin, '/admin')
  await row(page, person.email).getByRole('button', { name: 'Deactivate' }).click()
  await expect(row(page, person.email)).toContainText('Inactive')
  expect((await server.get('/auth/profile', person)).status).toBe(401)
  await row(page, person.email).getByRole('button', { name: 'Activate' }).click()
  await expect(row(page, person.email)).toContainText('Active')
})

test('A user is deleted after a confirmation', async ({ page, server, admin, openAs }) => {
  const person = await newPerson(server, 'Leaving Soon')
  await openAs(admin, '/admin')
  await row(page, person.email).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Are you sure you want to delete Leaving Soon?')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, person.email)).toHaveCount(0)
})

test('Administrators can be neither deactivated nor deleted', async ({ page, admin, openAs }) => {
  await openAs(admin, '/admin')
  await expect(row(page, admin.email)).toContainText('Admin')
  await expect(row(page, admin.email).getByRole('button')).toHaveCount(0)
})

test('A change of Public Signup that fails turns the switch back', async ({ page, admin, openAs }) => {
  await page.route(/trpc\/admin\.setSignupEnabled/, (route) => route.abort())
  await openAs(admin, '/admin')
  await page.getByRole('switch', { name: 'Public Signup' }).click()
  await expect(toast(page, 'Failed to update signup setting')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Public Signup' })).toBeChecked()
})
