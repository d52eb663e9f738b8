import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'

test('Login, and login refused', async ({ page, person }) => {
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  await inspect(page, 'login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await inspect(page, 'login-refused')
})

test('Sign-up, and sign-up with missing entries', async ({ page }) => {
  await page.goto('/signup')
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible()
  await inspect(page, 'signup')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await inspect(page, 'signup-refused')
})

test('Password reset', async ({ page, person, openAs }) => {
  await openAs(person, '/reset-password')
  await expect(page.getByRole('button', { name: 'Reset Password' })).toBeVisible()
  await inspect(page, 'reset-password')
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect(page, 'sign-out-everywhere')
})

test('A forgotten password: the form for a link, the new password, and a link that has ended', async ({ page }) => {
  await page.goto('/forgot-password')
  await expect(page.getByRole('button', { name: 'Send Link' })).toBeVisible()
  await inspect(page, 'forgot-password')
  await page.goto('/forgot-password#ended')
  await page.reload()
  await page.getByLabel('New Password', { exact: true }).fill('another one')
  await page.getByLabel('Confirm New Password').fill('another one')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid or expired link')
  await inspect(page, 'forgot-password-refused')
})
