import type { Locator, Page } from '@playwright/test'

/** The row of a case in the run view, by its number and name, or by its number alone. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole('row', { name: new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}([ ,]|$)`) })

/** The value field of a case in the run view. */
export const field = (page: Page, name: string): Locator => row(page, name).getByLabel('Actual Value')

/** All rows of cases that are rendered in the run view. */
export const rows = (page: Page): Locator => page.getByRole('row', { name: /^\d+\.\d+ / })
