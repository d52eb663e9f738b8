import type { Page } from '@playwright/test'
import { expect, test, toast } from '#src/testing/fixtures.ts'
import { field, twoTesters } from '#src/testing/live-run.ts'
import { sampleProject } from '#src/testing/project-data.ts'

const SAVED = 'Test result saved successfully'
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('A toast is announced to screen readers and disappears', async ({ page, server, person, openAs }) => {
  await server.project(person, 'Stays')
  await page.route('**/trpc/projects.delete**', (route) => route.abort())
  await openAs(person, '/')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const shown = toast(page, 'Failed to delete project')
  await expect(shown).toBeVisible()
  await expect(notifications(page).locator('[aria-live=polite]', { hasText: 'Failed to delete project' })).toHaveCount(
    1,
  )
  await page.mouse.move(10, 10)
  await expect(shown).toHaveCount(0)
})

test('Equal toasts merge, and errors stay while successes come and go', async ({ page, server, person, openAs }) => {
  const { path } = await twoTesters(server, person)
  await openAs(person, path)
  await expect(field(page)).toBeVisible()
  const error = { message: 'The value is refused', code: -32_009, data: { code: 'CONFLICT', httpStatus: 409 } }
  await page.route(/testResults\.setMany/, (route) => route.fulfill({ status: 409, json: [{ error }] }))
  await field(page).fill('refused')
  await page.keyboard.press('Enter')
  await expect(notifications(page).getByRole('alert')).toContainText('The value is refused')
  await notifications(page).hover()
  await page.unroute(/testResults\.setMany/)
  // The second value is entered once the first is saved: otherwise the tester would change a single entry.
  for (const [value, text] of [
    ['42', SAVED],
    ['42.5', `${SAVED}×2`],
  ] as const) {
    await field(page, '1.2 Adds up the total').fill(value)
    await page.keyboard.press('Enter')
    await expect(notifications(page).getByRole('status')).toHaveText(text)
  }
  await expect(notifications(page).getByText(SAVED, { exact: true })).toBeVisible()
  // By key: the mouse keeps the strip hovered.
  await page.getByRole('button', { name: 'Complete' }).press('Enter')
  await expect(notifications(page).getByRole('status')).toContainText([SAVED, 'Test run completed successfully'])
  await expect(notifications(page).getByRole('alert')).toContainText('The value is refused')
  await notifications(page).getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
  await expect(notifications(page).getByRole('alert')).toHaveCount(0)
})

test('A toast is shown above an open dialog, and covers none of its fields', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/trpc/testSuites.create**', (route) => route.abort())
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Create Test Suite' }).click()
  await page.getByLabel('Suite Name').fill('Refunds')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Failed to create test suite')).toBeVisible()
  const [shown, input] = [
    await notifications(page).getByRole('alert').boundingBox(),
    await page.getByLabel('Suite Name').boundingBox(),
  ]
  if (!shown || !input) throw new Error('Not shown')
  expect(shown.y).toBeGreaterThanOrEqual(844 - 28)
  expect(shown.y).toBeGreaterThan(input.y + input.height)
})

test('A toast does not outlive the session', async ({ page, server, person, openAs }) => {
  await server.project(person, 'Stays')
  await page.route('**/trpc/projects.delete**', (route) => route.abort())
  await openAs(person, '/')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Failed to delete project')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('article', { name: 'Stays' })).toBeVisible()
  expect(await toast(page, 'Failed to delete project').count()).toBe(0)
})
