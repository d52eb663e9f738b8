import { expect, signIn, test, VARIANT } from '#src/testing/fixtures.ts'
import { field, row, twoTesters } from '#src/testing/live-run.ts'

const SCREENS = [
  '/',
  '/projects',
  '/admin',
  '/api-docs',
  '/reset-password',
  '/projects/some-id',
  '/projects/some-id/settings',
]

test('Every other screen leads to /login without a session', async ({ page }) => {
  for (const path of SCREENS) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  }
})

test('A 401 clears token and user and redirects to /login', async ({ page, person }) => {
  await signIn(page, { ...person, authorization: 'Bearer no.such.token' })
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('user')])).toEqual([
    null,
    null,
  ])
})

test('A stored token signs in even without a stored user', async ({ page, person }) => {
  await signIn(page, person)
  await page.evaluate(() => localStorage.removeItem('user'))
  await page.goto('/')
  await expect(page.getByRole('banner').getByText(person.name)).toBeVisible()
})

test('A 401 on the invite page clears nothing', async ({ page, person }) => {
  await signIn(page, { ...person, authorization: 'Bearer no.such.token' })
  await page.goto('/invite?token=unknown')
  await expect(page.getByText('Invalid or expired invite link')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe('no.such.token')
})

test('Signing out in one tab signs out the others', async ({ page, person, openAs, context }) => {
  await openAs(person, '/')
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
})

test(
  'An unsaved value of one user is not shown to the next user of the browser',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { tess, run, path } = await twoTesters(server, person)
    await openAs(person, path)
    await field(page).pressSequentially('Thank you')
    await server.post(`/test-runs/${run.id}/complete`, {}, person)
    await page.keyboard.press('Enter')
    await expect(row(page).getByText('Not saved: “Thank you”')).toBeVisible()
    await page.getByRole('link', { name: 'All projects' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByLabel('Email').fill(tess.email)
    await page.getByLabel('Password', { exact: true }).fill(tess.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('button', { name: 'Open Project' }).click()
    await page.getByRole('tab', { name: 'Test Runs' }).click()
    await expect(row(page)).toBeVisible()
    await expect(row(page).getByText('Not saved')).toHaveCount(0)
  },
)
