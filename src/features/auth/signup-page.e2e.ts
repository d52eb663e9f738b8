import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '#src/testing/fixtures.ts'

type Entries = { name?: string; email?: string; password?: string; confirmation?: string }

async function signUp(
  page: Page,
  { name = 'Mary Shaw', email, password = 'secret', confirmation = password }: Entries,
) {
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(email ?? `${randomUUID()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(confirmation)
  await page.getByRole('button', { name: 'Sign Up' }).click()
}

test('Signing up signs in and leads to the projects', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await signUp(page, {})
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByText('Mary Shaw')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/login')
})

test('Sign-up refuses empty fields, other and short passwords, and an email that is taken', async ({
  page,
  person,
}) => {
  await page.goto('/signup')
  await test.step('email, password and name are required', async () => {
    await signUp(page, { name: '', email: '', password: '' })
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expect(page.getByLabel('Full Name')).toBeFocused()
  })
  await test.step('the confirmation must match', async () => {
    await signUp(page, { confirmation: 'secrets' })
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await expect(page).toHaveURL('/signup')
  })
  await test.step('a short password', async () => {
    await signUp(page, { password: '12345' })
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  })
  await test.step('a taken email shows the message of the server', async () => {
    await signUp(page, { email: person.email })
    await expect(page.getByRole('alert')).toHaveText('A user with this email already exists')
  })
})
