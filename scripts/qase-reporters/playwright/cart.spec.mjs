import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { qase } from 'playwright-qase-reporter'

test.describe('Cart', () => {
  test('adds an item', async () => {
    await test.step('Open the shop', async () => {})
    await test.step('Add the item', async () => {
      await test.step('Press the button', async () => {})
    })
  })

  test(qase(1, 'pays by card'), async ({ page }, { retry }) => {
    await page.setContent('<h1>Pay</h1>')
    await page.screenshot()
    await expect(page.getByRole('heading')).toHaveText(retry === 0 ? 'Paid' : 'Pay', { timeout: 50 })
  })

  test('refunds', async () => {
    expect(1).toBe(2)
  })

  test('prints', async () => {
    qase.parameters({ paper: 'A4' })
  })

  test('waits until the earlier results were seen', async () => {
    while (!existsSync(process.env.SEEN_FILE)) await wait(20)
  })

  test.skip('is not ready', () => {})
})
