import type { Page } from '@playwright/test'
import { expect, keepToasts, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { field } from '#src/testing/live-run.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const SAVED = 'Test result saved successfully'
const strip = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** The fields whose boxes meet the box of a toast, also where the strip hides them. */
async function coveredFields(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[aria-label=Notifications] :is([role=status], [role=alert])')]
    if (toasts.length === 0) throw new Error('There is no toast')
    const boxes = toasts.map((toast) => toast.getBoundingClientRect())
    return [...document.querySelectorAll('input:not([type=file]), textarea, select')]
      .filter((field) => {
        const { top, bottom, left, right } = field.getBoundingClientRect()
        return boxes.some((box) => top < box.bottom && bottom > box.top && left < box.right && right > box.left)
      })
      .map((field) => field.closest('[role=row]')?.getAttribute('aria-label') ?? field.id)
  })
}

test('Line 20: five results recorded quickly show one toast with their number, which meets no field', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await keepToasts(page)
  await field(page, '1.6').focus()
  for (let entered = 1; entered <= 5; entered += 1) {
    await page.keyboard.type('ok')
    await page.keyboard.press('Enter')
    await expect(toast(page, SAVED)).toBeVisible()
    expect(await coveredFields(page)).toEqual([])
  }
  await expect(strip(page).getByText('×5', { exact: true })).toBeVisible()
  await expect(strip(page).getByText(SAVED, { exact: true })).toBeVisible()
  await expect(strip(page).getByRole('status').filter({ hasText: SAVED })).toHaveCount(1)
  for (let step = 0; step < 12; step += 1) {
    await page.evaluate(() => window.scrollBy(0, 7))
    await expect.poll(() => coveredFields(page)).toEqual([])
  }
})

for (const { width, height } of [
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
])
  test(
    `At ${width} px, the strip of toasts has a line of its own below the rows`,
    width === 390 ? {} : VARIANT,
    async ({ page, server, person, openAs }) => {
      const { path } = await runOf60(server, person)
      await page.setViewportSize({ width, height })
      await openAs(person, path)
      await keepToasts(page)
      await field(page, '1.6').fill('ok')
      await page.keyboard.press('Enter')
      await expect(toast(page, SAVED)).toBeVisible()
      const box = await strip(page).boundingBox()
      const shown = await toast(page, SAVED).boundingBox()
      expect(box?.height).toBe(28)
      expect(shown?.y).toBeGreaterThanOrEqual(box?.y ?? NaN)
      const endOfLast = async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
        const last = await page.getByRole('row').last().boundingBox()
        return (last?.y ?? NaN) + (last?.height ?? NaN)
      }
      await expect.poll(endOfLast, 'the last row can be scrolled above the strip').toBeLessThanOrEqual(box?.y ?? NaN)
    },
  )

test('The strip says an act once: a verdict, verdicts on a selection, and what Undo took back', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path, resultOf, run } = await runOf60(server, person)
  const isRecorded = async (number: string, status: string) =>
    await expect
      .poll(async () => {
        const { body } = await server.get(`/test-runs/${run.id}`, person)
        return body.results.find(({ id }: any) => id === resultOf(number).id).status
      })
      .toBe(status)
  await openAs(person, path)
  await row(page, '1.1').getByText('manual').click()
  await keepToasts(page)
  await page.keyboard.press('p')
  await expect(toast(page, SAVED)).toBeVisible()
  const named = strip(page).getByText('1.1 Cart: empty: passed').locator('..')
  expect((await named.boundingBox())?.width, 'it is for screen readers').toBeLessThanOrEqual(1)
  await toast(page, SAVED).getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Select 1.6' }).click()
  await page.getByRole('button', { name: 'Select 1.7' }).click()
  await page.keyboard.press('s')
  await expect(toast(page, '2 cases skipped')).toBeVisible()
  await isRecorded('1.7', 'skipped')
  await strip(page).getByRole('button', { name: 'Undo' }).click()
  await expect(strip(page).getByText('Undone: 2 cases')).toBeVisible()
  await isRecorded('1.7', 'pending')
  await expect(row(page, '1.7')).toHaveAccessibleName(/, pending$/)
  await expect(toast(page, SAVED)).toHaveCount(0)
})
