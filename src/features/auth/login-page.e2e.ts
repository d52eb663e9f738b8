import { expect, newPerson, test } from '#src/testing/fixtures.ts'

test('Signing in stores the session and leads to the projects', async ({ page, person }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  const stored = await page.evaluate(() => ({
    token: localStorage.getItem('accessToken'),
    user: localStorage.getItem('user'),
  }))
  expect(stored.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(JSON.parse(stored.user ?? '')).toMatchObject({ id: person.id, name: person.name, isAdmin: false })
})

test('Login needs email and password, shows and hides the password, and the message of the server', async ({
  page,
  person,
}) => {
  await page.goto('/login')
  await test.step('email and password are required', async () => {
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
  })
  await test.step('the password can be shown and hidden', async () => {
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('not the password')
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show characters' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide characters' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })
  await test.step('a wrong password', async () => {
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
    await expect(page).toHaveURL('/login')
  })
})

test('Login links to sign-up when public signup is enabled', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/signup')
})

test('Login and sign-up name the administrator when public signup is disabled', async ({ page, server, admin }) => {
  await server.patch('/admin/settings/signup-enabled', { enabled: false }, admin)
  await page.goto('/login')
  await expect(page.getByText('Need an account? Contact your administrator for an invite.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
  await page.goto('/signup')
  await expect(page.getByText('Need an account? Contact your administrator for an invite.')).toBeVisible()
  await server.patch('/admin/settings/signup-enabled', { enabled: true }, admin)
})

test('Login treats signup as disabled when its check fails', async ({ page }) => {
  await page.route('**/trpc/**auth.signupEnabled**', (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByText('Need an account? Contact your administrator for an invite.')).toBeVisible()
})

test('Signing in after a redirect leads back to the first page', async ({ page, server }) => {
  const person = await newPerson(server, 'Grace Hopper')
  await page.goto('/api-docs')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/api-docs')
})

test('Back after signing in leads to the page before, not to the form', async ({ page, person }) => {
  await page.goto('/favicon.svg')
  await page.goto('/api-docs')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/api-docs')
  await page.goBack()
  await expect(page).toHaveURL('/favicon.svg')
})

test('Back after signing in again leads to the page before the session ended', async ({ page, person, openAs }) => {
  await openAs(person, '/')
  await page.getByRole('link', { name: 'API Documentation' }).click()
  await page.evaluate(() => localStorage.setItem('accessToken', 'no.such.token'))
  await page.reload()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/api-docs')
  await page.goBack()
  await expect(page).toHaveURL('/')
})
