import type { Page } from '@playwright/test'
import { chooseFiles, pngOf, textFile } from '#src/testing/files.ts'
import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { row } from '#src/testing/result-row.ts'
import { type RunOf60, runOf60 } from '#src/testing/run-of-60.ts'

const LONG = 'a-trace-with-a-name-that-is-longer-than-the-panel-is-wide-and-without-any-space.zip'

let shop: RunOf60
let pictureId: string
test.beforeEach(async ({ server, person, openAs, page }) => {
  shop = await runOf60(server, person)
  const { id } = shop.resultOf('1.1')
  pictureId = (await server.attach(person, id, pngOf(900, 600), 'Screenshot 2026-11-22 15.04.png')).body.id as string
  await server.attach(person, id, pngOf(120, 400, [60, 63, 192]), 'tall.png')
  await server.attach(person, id, 'GET /cart\n200 OK\n'.repeat(200), 'server.log')
  await server.attach(person, id, Buffer.alloc(1_234_567, 1), LONG)
  await openAs(person, shop.path)
  await row(page, '1.1').getByRole('button', { name: 'Cart: empty' }).click()
  await expect(list(page).getByRole('img')).toHaveCount(2)
})

const list = (page: Page) => page.getByRole('list', { name: 'Attachments' })
const view = async (page: Page, name: string) => {
  await list(page).getByRole('button', { name, exact: true }).click()
  return page.getByRole('dialog', { name: `Attachment ${name}` })
}

test('The list with thumbnails', async ({ page }) => {
  await list(page).getByRole('button', { name: 'server.log', exact: true }).scrollIntoViewIfNeeded()
  await inspect(page, 'attachments')
})

test('The list with files on their way and one that was refused', async ({ page }) => {
  await page.route('**/attachments?**', async (route) => {
    if (route.request().url().includes('refused'))
      await route.fulfill({ status: 413, json: { message: 'The attachment is larger than 25 MB' } })
  })
  await chooseFiles(page.getByRole('complementary'), [
    textFile('refused.mp4'),
    textFile('one.log'),
    textFile('two.log'),
  ])
  await expect(list(page).getByRole('alert')).toBeVisible()
  await list(page).getByText('two.log').scrollIntoViewIfNeeded()
  await inspect(page, 'attachments-uploading')
})

test('The viewer with a picture', async ({ page }) => {
  const viewer = await view(page, 'Screenshot 2026-11-22 15.04.png')
  await expect(viewer.getByText(/attached by/)).toBeVisible()
  await expect.poll(() => viewer.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
  await inspect(page, 'viewer-picture')
})

test('The viewer with a picture at 100 %', async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 500 })
  const viewer = await view(page, 'Screenshot 2026-11-22 15.04.png')
  await viewer.getByRole('button', { name: '100 %' }).click()
  await expect.poll(async () => (await viewer.locator('img').boundingBox())?.width).toBe(900)
  await inspect(page, 'viewer-picture-zoomed')
})

test('The viewer with a text', async ({ page }) => {
  const viewer = await view(page, 'server.log')
  await expect(viewer.getByRole('region', { name: 'Text of server.log' })).toContainText('GET /cart')
  await inspect(page, 'viewer-text')
})

test('The viewer with a file that has no preview, and a long name', async ({ page }) => {
  await expect(await view(page, LONG)).toContainText('No preview')
  await inspect(page, 'viewer-other')
})

test('A note with a picture, one of another server and a deleted one', async ({ page, server, person }) => {
  const notes =
    `The cart is **empty**:\n![the cart](attachment:${pictureId})\n` +
    '![map](https://pictures.example/map.png) ![old](attachment:019aa2f0-3c1b-7d52-9a53-1f2e3d4c5b6a)'
  await server.patch(`/test-runs/result/${shop.resultOf('1.1').id}`, { actualValue: 'x', notes }, person)
  const shown = page.getByRole('group', { name: 'Note as shown' })
  await expect(shown.getByRole('button', { name: 'Picture the cart' }).locator('img')).toBeVisible()
  await expect(shown).toContainText('old: picture deleted')
  await shown.scrollIntoViewIfNeeded()
  await inspect(page, 'note-with-picture')
})

test('The viewer on a phone', async ({ page }) => {
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await row(page, '1.1').getByRole('button', { name: 'Cart: empty' }).click()
  const viewer = await view(page, 'Screenshot 2026-11-22 15.04.png')
  await expect(viewer.getByText(/attached by/)).toBeVisible()
  await expect.poll(() => viewer.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
  await inspect(page, 'viewer-phone')
})
