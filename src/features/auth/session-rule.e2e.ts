import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, type Person, signIn, test, VARIANT } from '#src/testing/fixtures.ts'

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))
const withRefusedToken = (person: Person) => ({ ...person, authorization: 'Bearer no.such.token' })

test('A 401 while /login is open clears nothing', async ({ page, person }) => {
  await signIn(page, withRefusedToken(person))
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  expect(await storedToken(page)).toBe('no.such.token')
})

test('A 401 of sign-up clears nothing', async ({ page, person }) => {
  await signIn(page, withRefusedToken(person))
  const error = { message: 'Not now', code: -32_001, data: { code: 'UNAUTHORIZED', httpStatus: 401 } }
  await page.route('**/trpc/auth.signUp**', (route) => route.fulfill({ status: 401, json: [{ error }] }))
  await page.goto('/signup')
  await page.getByLabel('Full Name').fill('Mary Shaw')
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.getByLabel('Confirm Password').fill('secret')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('alert')).toHaveText('Not now')
  await expect(page).toHaveURL('/signup')
  expect(await storedToken(page)).toBe('no.such.token')
})

test('Errors other than 401 keep the session', async ({ page, person, openAs }) => {
  const error = { message: 'Something broke', code: -32_603, data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 } }
  await page.route('**/trpc/projects.list**', (route) => route.fulfill({ status: 500, json: [{ error }] }))
  await openAs(person, '/')
  await expect(page.getByRole('alert')).toContainText('Something broke')
  await expect(page).toHaveURL('/')
  expect(await storedToken(page)).toBe(person.authorization.replace('Bearer ', ''))
})

test.describe('With a mocked clock', () => {
  // With a shared context, the change would stay.
  test.use({ hasOwnContext: true })

  test('A request has no timeout, even after ten minutes', async ({ page, server, person, openAs }) => {
    await server.project(person, 'Slowly')
    const held = Promise.withResolvers<void>()
    await page.route('**/trpc/projects.list**', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.clock.install()
    const asked = page.waitForRequest(/projects\.list/)
    await openAs(person, '/')
    await asked
    await page.clock.fastForward('10:00')
    held.resolve()
    await expect(page.getByRole('article', { name: 'Slowly' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('Sign-up and reset take a password of exactly 6 characters', async ({ page, server, person, openAs }) => {
  await openAs(person, '/reset-password')
  await page.getByLabel('Current Password').fill(person.password)
  await page.getByLabel('New Password', { exact: true }).fill('123456')
  await page.getByLabel('Confirm New Password').fill('123456')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page).toHaveURL('/')
  expect((await server.post('/auth/sign-in', { email: person.email, password: '123456' })).status).toBe(200)
  const email = `${randomUUID()}@example.com`
  await page.goto('/signup')
  await page.getByLabel('Full Name').fill('Mary Shaw')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('123456')
  await page.getByLabel('Confirm Password').fill('123456')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/')
  expect((await server.post('/auth/sign-in', { email, password: '123456' })).status).toBe(200)
})

const ANSWERS = {
  'an HTML page': { contentType: 'text/html', body: '<h1>401 Authorization Required</h1>' },
  'an empty body': { body: '' },
  'a body that is no tRPC error': { json: { message: 'Sign in at the gateway' } },
  'a body that looks like a success': { json: [{ result: { data: [] } }] },
}

for (const [index, [name, answer]] of Object.entries(ANSWERS).entries()) {
  test(
    `A 401 with ${name} signs out, whether a query or a mutation gets it`,
    index > 0 ? VARIANT : {},
    async ({ page, server, person, openAs }) => {
      const project = await server.project(person)
      await page.route('**/trpc/live.**', (route) => route.abort())
      await openAs(person, `/projects/${project.id}`)
      await page.getByRole('button', { name: 'Create Test Suite' }).click()
      await page.getByLabel('Suite Name').fill('Refunds')
      await page.route('**/trpc/testSuites.create**', (route) => route.fulfill({ status: 401, ...answer }))
      await page.getByRole('button', { name: 'Create Suite' }).click()
      await expect(page).toHaveURL('/login')
      expect(await page.evaluate(() => localStorage.length)).toBe(0)

      await page.route('**/trpc/projects.list**', (route) => route.fulfill({ status: 401, ...answer }))
      await openAs(person, '/projects')
      await expect(page).toHaveURL('/login')
      expect(await storedToken(page)).toBeNull()
    },
  )
}

test(
  'A 401 without a readable body to a live stream and to a report upload signs out',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const project = await server.project(person)
    const path = `/projects/${project.id}?tab=runs`
    const refuse = { status: 401, contentType: 'text/html', body: '<h1>401</h1>' }
    await page.route('**/trpc/live.**', (route) => route.fulfill(refuse))
    await openAs(person, path)
    await expect(page).toHaveURL('/login')
    expect(await storedToken(page)).toBeNull()

    await page.unroute('**/trpc/live.**')
    await page.route('**/report?**', (route) => route.fulfill(refuse))
    await openAs(person, path)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload report' }).click()
    await (await chooser).setFiles({ name: 'junit.xml', mimeType: 'text/xml', buffer: Buffer.from('<testsuite/>') })
    await expect(page).toHaveURL('/login')
    expect(await storedToken(page)).toBeNull()
  },
)

test(
  'A 401 without a readable body keeps the session on the login and invite pages',
  VARIANT,
  async ({ page, person }) => {
    const refuse = { status: 401, body: '' }
    await page.route('**/trpc/**', (route) => route.fulfill(refuse))
    await signIn(page, person)
    await page.goto('/invite?token=unknown')
    await expect(page.getByText('Invalid or expired invite link')).toBeVisible()
    await page.goto('/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('alert')).toHaveText('Login failed')
    expect(await storedToken(page)).toBe(person.authorization.replace('Bearer ', ''))
  },
)
