import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** For expectations inside of `ticking`, which looks again and again. */
export const NOW = { timeout: 100 }

/**
 * Lets a paused clock go on a millisecond at a time until something is there. An app whose clock stands still
 * does not even ask its server, as the calls of a moment are gathered by a timer of 0 ms.
 */
export async function ticking(page: Page, look: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1)
    await look()
  }).toPass({ timeout: 10_000, intervals: [50] })
}
