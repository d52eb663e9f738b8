import type { Locator } from '@playwright/test'
import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const backgroundOf = async (locator: Locator) =>
  await locator.evaluate((element) => getComputedStyle(element).backgroundColor)

/** Expects that one of two alike has a background of its own, on which its text is seen. */
async function expectMarked(marked: Locator, plain: Locator): Promise<void> {
  await expect.poll(async () => (await backgroundOf(marked)) === (await backgroundOf(plain))).toBe(false)
  await expect(marked).toHaveCSS('forced-color-adjust', 'none')
}

test(
  'Under forced colours, what is on, selected or current is seen, and bars keep the colours of their statuses',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { path } = await runOf60(server, person)
    await page.emulateMedia({ forcedColors: 'active' })
    await openAs(person, path)
    await expect(row(page, '1.1')).toBeVisible()
    await test.step('a tab, a filter and the bar of results', async () => {
      await expectMarked(page.getByRole('tab', { name: 'Test Runs' }), page.getByRole('tab', { name: 'Quality' }))
      const filters = page.getByRole('group', { name: 'Show results' })
      const failed = filters.getByRole('button', { name: 'failed' }).first()
      await failed.click()
      await expectMarked(failed, filters.getByRole('button', { name: 'passed' }))
      await filters.getByRole('button', { name: 'all' }).click()
      await expect(page.locator('[style*="--status-passed"]').first()).toHaveCSS('forced-color-adjust', 'none')
    })
    await test.step('the switch of a value', async () => {
      await expect(row(page, '1.3').locator('.mantine-Switch-track')).toHaveCSS('border-top-width', '1px')
    })
    await test.step('a selected row, and the current one without the focus', async () => {
      await page.keyboard.press('Home')
      await page.keyboard.press('x')
      const select = (number: string) => page.getByRole('button', { name: `Select ${number}`, exact: true })
      await expectMarked(select('1.1'), select('1.2'))
      await select('1.1').focus()
      await expect(row(page, '1.1')).toHaveCSS('outline-style', 'dotted')
    })
    await test.step('the chosen one of several', async () => {
      await page.getByRole('button', { name: 'Start Test Run' }).click()
      const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
      await expectMarked(
        dialog.getByRole('radio', { name: 'Everything' }),
        dialog.getByRole('radio', { name: 'Suites' }),
      )
    })
  },
)
