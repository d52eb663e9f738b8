import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, type Person, test, type TestServer } from '#src/testing/fixtures.ts'
import { addApp } from '../../../server/testing/second-factors.ts'

async function newcomer(server: TestServer, admin: Person) {
  const email = `${randomUUID()}@example.com`
  const { body } = await server.post('/admin/users', { email, name: 'New Comer' }, admin)
  return { email, password: body.tempPassword as string }
}

async function signInAs(page: Page, { email, password }: { email: string; password: string }, path = '/login') {
  await page.goto(path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function reset(page: Page, current: string, next: string, confirmation = next) {
  await page.getByLabel('Current Password').fill(current)
  await page.getByLabel('New Password', { exact: true }).fill(next)
  await page.getByLabel('Confirm New Password').fill(confirmation)
  await page.getByRole('button', { name: 'Reset Password' }).click()
}

test('A temporary password leads to /reset-password until it is changed', async ({ page, server, admin }) => {
  const person = await newcomer(server, admin)
  await signInAs(page, person)
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByRole('button', { name: 'Reset Password' })).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL('/reset-password')
  await reset(page, person.password, 'a password of my own')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('A forced reset leads on to the page that was asked for before the sign-in', async ({ page, server, admin }) => {
  const person = await newcomer(server, admin)
  await signInAs(page, person, '/profile')
  await expect(page).toHaveURL('/reset-password')
  await page.reload()
  await reset(page, person.password, 'a password of my own')
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
})

test('Back after a forced reset leads to neither form', async ({ page, server, admin }) => {
  const person = await newcomer(server, admin)
  await page.goto('/favicon.svg')
  await signInAs(page, person)
  await reset(page, person.password, 'a password of my own')
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/favicon.svg')
})

test('The rules for a new password name the shorter one of people with a second factor', async ({
  page,
  server,
  admin,
  person,
  openAs,
}) => {
  await server.patch('/admin/settings', { passwordPolicy: 'strong' }, admin)
  try {
    await addApp(server, person)
    await openAs(person, '/reset-password')
    await expect(page.getByText('At least 15 characters, or 8 if you have a second factor')).toBeVisible()
    await reset(page, person.password, 'quokkas!')
    await expect(page).toHaveURL('/')
  } finally {
    await server.patch('/admin/settings', { passwordPolicy: 'spec' }, admin)
  }
})

test('The temporary password is refused as the new one', async ({ page, server, admin }) => {
  const person = await newcomer(server, admin)
  await signInAs(page, person)
  await reset(page, person.password, person.password)
  await expect(page.getByRole('alert')).toHaveText('Choose a password other than the temporary one')
  await expect(page).toHaveURL('/reset-password')
})

test('A reset refuses other and short passwords, and a wrong current one', async ({ page, person, openAs }) => {
  await openAs(person, '/reset-password')
  await reset(page, person.password, 'one password', 'another password')
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await reset(page, person.password, '12345')
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await reset(page, 'not my password', 'another password')
  await expect(page.getByRole('alert')).toHaveText('Current password is incorrect')
  await expect(page).toHaveURL('/reset-password')
})
