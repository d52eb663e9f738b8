import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The timeout of expectations inside `ticking`, which retries them. */
export const NOW = { timeout: 100 }

/** Advances a paused clock until the expectation holds. A stopped clock would delay requests: a timer batches them. */
export async function ticking(page: Page, look: () => Promise<void>, stepMs = 1): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(stepMs)
    await look()
  }).toPass({ timeout: 30_000, intervals: [50] })
}
