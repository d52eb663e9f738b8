import { expect, type Locator, type Page } from '@playwright/test'

/** The row of a case in the run view, by number and name, or by number alone. One that still loads takes no keys yet. */
export const row = (page: Page, name: string): Locator =>
  page
    .getByRole('row', { name: new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}([ ,]|$)`) })
    .and(page.locator(':not([aria-busy="true"])'))

export const field = (page: Page, name: string): Locator => row(page, name).getByLabel('Actual Value')

/** All rendered rows of cases in the run view. */
export const rows = (page: Page): Locator => page.getByRole('row', { name: /^\d+\.\d+ / })

/** The panel of the current case, also of the Test Suites tab. */
export const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Case / })

export async function openPanel(page: Page, number = '1.1'): Promise<void> {
  await row(page, number).focus()
  await page.keyboard.press('o')
  await expect(panel(page)).toBeVisible()
}
