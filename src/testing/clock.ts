import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Timeout of expectations inside of `ticking`, which retries them. */
export const NOW = { timeout: 100 }

/**
 * Advances a paused clock step by step until the expectation holds. With a stopped clock the app would not even send
 * its requests: they are batched by a timer of 0 ms.
 */
export async function ticking(page: Page, look: () => Promise<void>, stepMs = 1): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(stepMs)
    await look()
  }).toPass({ timeout: 30_000, intervals: [50] })
}
