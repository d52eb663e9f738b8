import { expect, test } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60, STEPS } from '#src/testing/run-of-60.ts'

test('Line 14: O opens the panel of the case beside the list, with every step unclamped', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await row(page, '1.2').click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('o')
  const panel = page.getByRole('complementary', { name: 'Case 1.2' })
  await expect(panel).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const steps = panel.getByRole('table', { name: 'Steps' }).getByRole('row')
  await expect(steps).toHaveCount(STEPS.length + 1)
  await expect(steps.nth(1)).toContainText('Open an article and press Add to cart')
  for (const cell of await panel.getByRole('table', { name: 'Steps' }).locator('td div').all())
    expect(await cell.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(0)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('complementary', { name: 'Case 1.3' })).toBeVisible()
})

test('Line 15: T enters the steps, P passes the first and F fails the second, which fails the case', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '1.2').click({ position: { x: 4, y: 4 } })
  for (const key of ['t', 'p', 'f']) {
    await page.keyboard.press(key)
    // The panel opens with its first key.
    await expect(page.getByRole('group', { name: /^Step \d$/ }).first()).toBeVisible()
    if (key === 't') await expect(page.getByRole('group', { name: 'Step 1' }).getByRole('button').first()).toBeFocused()
  }
  const steps = page.getByRole('table', { name: 'Steps' }).getByRole('row')
  await expect(steps.nth(1)).toContainText('passed')
  await expect(steps.nth(2)).toContainText('failed')
  await expect(steps.nth(3)).toContainText('pending')
  await expect(row(page, '1.2').getByText('failed')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, '1.2')).toBeFocused()
  await page.reload()
  await expect(row(page, '1.2').getByText('failed')).toBeVisible()
})

test('Line 16: JSON that differs shows its changed lines, unified and split', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '2.18')
    .getByRole('button', { name: /answers with the refund/ })
    .click()
  const diff = page.getByRole('complementary', { name: 'Case 2.18' }).getByRole('group', { name: 'Diff' })
  await expect(diff.getByRole('deletion')).toHaveText(['  "status": "refunded"'])
  await expect(diff.getByRole('insertion')).toHaveText(['  "status": "open"'])
  await expect(diff).not.toContainText('A-1')
  await expect(diff.locator('mark')).toHaveText(['refunded', 'open'])
  await expect(diff.getByRole('button', { name: 'Unified' })).toHaveAttribute('aria-pressed', 'true')
  await diff.getByRole('button', { name: 'Split' }).click()
  await expect(diff.getByRole('button', { name: 'Split' })).toHaveAttribute('aria-pressed', 'true')
  await expect(diff).toContainText('ExpectedActual')
  const [before, after] = [diff.getByRole('deletion'), diff.getByRole('insertion')]
  expect((await before.boundingBox())?.y).toBe((await after.boundingBox())?.y)
})

test('Line 17: The panel links to the last 10 runs of its case', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '2.18')
    .getByRole('button', { name: /answers with the refund/ })
    .click()
  const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format()
  const runs = page.getByRole('list', { name: 'Last 10 runs' }).getByRole('link')
  await expect(runs).toHaveCount(2)
  await expect(runs.first()).toHaveAccessibleName(`passed, Nightly 5, ${day}`)
  await expect(runs.last()).toHaveAccessibleName(`failed, Release 1.4, ${day}`)
  await runs.first().click()
  await expect(page.getByRole('heading', { name: 'Nightly 5' })).toBeVisible()
})
