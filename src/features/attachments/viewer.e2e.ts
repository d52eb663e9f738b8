import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pngOf } from '#src/testing/files.ts'
import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { type RunOf60, runOf60 } from '#src/testing/run-of-60.ts'

let shop: RunOf60

/** Attaches a wide picture, a text and a file of another kind to 1.1, and opens its panel. */
test.beforeEach(async ({ server, person, openAs, page }) => {
  shop = await runOf60(server, person)
  const { id } = shop.resultOf('1.1')
  await server.attach(person, id, pngOf(2_000, 300), 'wide.png')
  await server.attach(person, id, 'line one\nline two', 'log.txt')
  await server.attach(person, id, 'PK\u0003\u0004 a zip', 'trace.zip')
  await openAs(person, shop.path)
  await row(page, '1.1').getByRole('button', { name: 'Cart: empty' }).click()
})

const list = (page: Page) => page.getByRole('list', { name: 'Attachments' })
const file = (page: Page, name: string) => list(page).getByRole('button', { name, exact: true })
const viewer = (page: Page, name: string) => page.getByRole('dialog', { name: `Attachment ${name}`, exact: true })

test('The viewer goes through files, names, zooms and saves them, and keeps the keys of the run', async ({ page }) => {
  await test.step('Arrows and buttons go through the files, and Esc returns the focus to the thumbnail of the last one', async () => {
    await file(page, 'wide.png').click()
    await expect(viewer(page, 'wide.png').getByRole('img', { name: 'wide.png' })).toBeVisible()
    await expect(viewer(page, 'wide.png')).toContainText('1 of 3')
    await expect(viewer(page, 'wide.png').getByRole('button', { name: 'Previous' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.keyboard.press('ArrowRight')
    await expect(viewer(page, 'log.txt').getByRole('region', { name: 'Text of log.txt' })).toHaveText(
      'line one\nline two',
    )
    await viewer(page, 'log.txt').getByRole('button', { name: 'Next' }).click()
    await expect(viewer(page, 'trace.zip')).toContainText('No preview')
    await expect(viewer(page, 'trace.zip')).toContainText('3 of 3')
    await page.keyboard.press('Home')
    await expect(viewer(page, 'wide.png')).toBeVisible()
    await page.keyboard.press('End')
    await viewer(page, 'trace.zip').getByRole('button', { name: 'Previous' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(file(page, 'log.txt')).toBeFocused()
  })
  await test.step('The viewer names the size of a file, who attached it and when', async () => {
    await file(page, 'log.txt').press('Enter')
    await expect(viewer(page, 'log.txt')).toContainText(/17 B, attached by Ada Lovelace, \w{3} \d+, \d{4}, \d\d:\d\d/)
    await expect(viewer(page, 'log.txt').getByRole('button', { name: '100 %' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('A picture fits the window, is shown in its size at 100 %, and fits again when another was shown', async () => {
    await file(page, 'wide.png').click()
    const picture = viewer(page, 'wide.png').getByRole('img', { name: 'wide.png' })
    const width = async () => (await picture.boundingBox())?.width ?? 0
    await expect.poll(width).toBeGreaterThan(500)
    expect(await width()).toBeLessThanOrEqual(1_280)
    const zoom = viewer(page, 'wide.png').getByRole('button', { name: '100 %' })
    await zoom.click()
    await expect(zoom).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(width).toBe(2_000)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(width).toBeLessThanOrEqual(1_280)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('Download saves a file under its name, a picture too', async () => {
    await file(page, 'wide.png').click()
    for (const [name, content] of [
      ['wide.png', pngOf(2_000, 300)],
      ['log.txt', Buffer.from('line one\nline two')],
    ] as const) {
      const download = page.waitForEvent('download')
      await viewer(page, name).getByRole('link', { name: 'Download' }).click()
      const saved = await download
      expect(saved.suggestedFilename()).toBe(name)
      expect((await readFile(await saved.path())).equals(content)).toBe(true)
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('Keys of the run do nothing behind the viewer', async () => {
    await file(page, 'wide.png').click()
    await expect(viewer(page, 'wide.png')).toBeVisible()
    for (const key of ['p', 'j', 's']) await page.keyboard.press(key)
    await page.keyboard.press('Escape')
    await expect(row(page, '1.1')).toHaveAccessibleName(/, pending$/)
    await expect(page.getByRole('complementary', { name: 'Case 1.1' })).toBeVisible()
  })
})

test('A text in the viewer is cut when it is long, and shown as written', VARIANT, async ({ page, server, person }) => {
  await test.step('Of a long text the first 200 kB are shown, and a character that is cut there is left out', async () => {
    await server.attach(person, shop.resultOf('1.1').id, `x${'é'.repeat(150_000)}`, 'long.txt')
    await file(page, 'long.txt').click()
    const text = viewer(page, 'long.txt').getByRole('region', { name: 'Text of long.txt' })
    await expect(text).toContainText('The first 200 kB are shown. Download for the rest.')
    expect(await text.locator('pre').textContent()).toBe(`x${'é'.repeat(99_999)}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('HTML in a text is shown as written and runs nothing', async () => {
    const html = 'The page: <img src=x onerror="window.hacked = 1"><script>window.hacked = 1</script>'
    await server.attach(person, shop.resultOf('1.1').id, html, 'page.txt')
    await file(page, 'page.txt').click()
    await expect(viewer(page, 'page.txt')).toContainText(html)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  })
})

test('Delete asks, shows the next file, and closes after the last one with the focus on Attach Files', async ({
  page,
}) => {
  await file(page, 'log.txt').click()
  const remove = async (name: string) => {
    await viewer(page, name).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Remove Attachment' }).getByRole('button', { name: 'Remove' }).click()
  }
  await viewer(page, 'log.txt').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Remove Attachment' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Remove Attachment' })).toHaveCount(0)
  await expect(viewer(page, 'log.txt')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await remove('log.txt')
  await remove('trace.zip')
  await remove('wide.png')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Attach Files' })).toBeFocused()
})

test(
  'On a phone, Esc closes the viewer and not the case below, and a swipe shows the next file',
  VARIANT,
  async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await row(page, '1.1').getByRole('button', { name: 'Cart: empty' }).click()
    await page.getByRole('dialog', { name: 'Case 1.1' }).getByRole('button', { name: 'wide.png', exact: true }).click()
    const picture = viewer(page, 'wide.png').getByRole('img', { name: 'wide.png' })
    const touch = { pointerType: 'touch', isPrimary: true, bubbles: true, clientY: 400 }
    await picture.dispatchEvent('pointerdown', { ...touch, clientX: 300 })
    await picture.dispatchEvent('pointerup', { ...touch, clientX: 100 })
    await expect(viewer(page, 'log.txt')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewer(page, 'log.txt')).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: 'Case 1.1' })).toBeVisible()
    await expect(file(page, 'log.txt')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test('A file that somebody else deletes while it is viewed gives way to the next', async ({ page, server, person }) => {
  await file(page, 'wide.png').click()
  await expect(viewer(page, 'wide.png')).toBeVisible()
  const { body } = await server.get(`/test-runs/${shop.run.id}/results?limit=1`, person)
  await server.delete(`/attachments/${body[0].attachments[0].id}`, person)
  await expect(viewer(page, 'log.txt')).toContainText('1 of 2')
})
