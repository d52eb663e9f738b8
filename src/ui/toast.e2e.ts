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
  await expect(page.locator('[aria-live=polite]').filter({ has: shown })).toHaveCount(1)
  await page.mouse.move(10, 10)
  await expect(shown).toHaveCount(0)
})

/** How many visible fields the toast covers. */
async function coveredFields(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const box = document.querySelector('[aria-label=Notifications] [role=alert]')?.getBoundingClientRect()
    if (!box) throw new Error('There is no toast')
    return [...document.querySelectorAll('textarea, select, label:has([role=switch])')]
      .map((element) => element.getBoundingClientRect())
      .filter(
        ({ top, bottom, left, right }) => top < box.bottom && bottom > box.top && left < box.right && right > box.left,
      ).length
  })
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`Results recorded quickly show one toast, which covers no field, at ${viewport.width} px`, async ({
    page,
    server,
    person,
    openAs,
  }) => {
    const project = await server.project(person)
    const suite = await server.suite(person, project.id)
    const names = Array.from({ length: 20 }, (_, index) => `Case ${index + 1}`)
    for (const name of names) await server.testCase(person, suite.id, { name })
    await server.run(person, project.id)
    await page.setViewportSize(viewport)
    await openAs(person, `/projects/${project.id}?tab=runs`)
    await field(page, '1.1 Case 1').focus()
    for (let entered = 0; entered < 14; entered += 1) {
      await page.keyboard.type('x')
      await page.keyboard.press('Enter')
      await expect(toast(page, SAVED)).toBeVisible()
      await expect(notifications(page).getByRole('alert')).toHaveCount(1)
      expect(await coveredFields(page)).toBe(0)
    }
    await page.mouse.wheel(0, 333)
    await expect.poll(() => coveredFields(page)).toBe(0)
  })

test('A newer toast replaces an older one, and an error stays above a success', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await twoTesters(server, person)
  await openAs(person, path)
  await expect(field(page)).toBeVisible()
  const error = { message: 'The value is refused', code: -32_009, data: { code: 'CONFLICT', httpStatus: 409 } }
  await page.route(/testResults\.setValue/, (route) => route.fulfill({ status: 409, json: [{ error }] }))
  await field(page).fill('refused')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'The value is refused')).toBeVisible()
  await page.unroute(/testResults\.setValue/)
  await field(page, '1.2 Adds up the total').fill('42.5')
  await page.keyboard.press('Enter')
  await expect(toast(page, SAVED)).toBeVisible()
  await expect(notifications(page).getByRole('alert')).toHaveText(`The value is refused${SAVED}`)
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(toast(page, 'Test run completed successfully')).toBeVisible()
  await expect(notifications(page)).not.toContainText(SAVED)
  await notifications(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(notifications(page).getByRole('alert')).toHaveCount(0)
})

test('A toast of a dialog does not cover its focused field', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/trpc/testSuites.create**', (route) => route.abort())
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Create Test Suite' }).click()
  await page.getByLabel('Suite Name').fill('Refunds')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Failed to create test suite')).toBeVisible()
  expect(
    await page.evaluate(() => document.querySelectorAll('[role=dialog] input, [role=dialog] textarea').length),
  ).toBe(2)
  const [shown, input] = [
    await notifications(page).getByRole('alert').boundingBox(),
    await page.getByLabel('Suite Name').boundingBox(),
  ]
  if (!shown || !input) throw new Error('Not shown')
  expect(shown.y + shown.height <= input.y || shown.y >= input.y + input.height).toBe(true)
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
  await expect(toast(page, 'Failed to delete project')).toHaveCount(0, { timeout: 1 })
})
