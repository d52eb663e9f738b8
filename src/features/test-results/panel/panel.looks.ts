import type { Page } from '@playwright/test'
import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const openDiff = async (page: Page) => {
  await row(page, '2.18')
    .getByRole('button', { name: /answers with the refund/ })
    .click()
  await page.getByRole('group', { name: 'Diff' }).getByRole('button', { name: 'Split' }).click()
}

test('The panel with a failed step, its note and defects', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '1.2').getByRole('button', { name: 'Cart: one item' }).click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('group', { name: 'Step 1' }).getByRole('button', { name: 'Fail' }).click()
  await panel.getByRole('group', { name: 'Step 1' }).getByRole('button', { name: 'Note' }).click()
  await page.keyboard.type('The cart stays empty')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('The cart stays empty')).not.toHaveCount(0)
  await panel.getByRole('combobox', { name: 'Defects' }).pressSequentially('PAY-1 https://tracker.example.com/PAY-2')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('link', { name: 'https://tracker.example.com/PAY-2' })).toBeVisible()
  await expect(panel.getByRole('list', { name: 'Last 10 runs' })).toBeVisible()
  await inspect(page, 'case-panel')
})

test('The panel with a difference', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await openDiff(page)
  await inspect(page, 'case-panel-diff')
})

test('The panel with a difference on a screen of 1280 × 800 at 200 %', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await page.setViewportSize({ width: 640, height: 400 })
  await openAs(person, path)
  await openDiff(page)
  await inspect(page, 'case-panel-zoomed')
})
