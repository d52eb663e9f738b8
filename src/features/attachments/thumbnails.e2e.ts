import type { Page } from '@playwright/test'
import { pngOf } from '#src/testing/files.ts'
import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Attachments' })
const thumbnail = (page: Page, name: string) => list(page).getByRole('img', { name })
const isLoaded = (page: Page, name: string) =>
  thumbnail(page, name).evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
const openPanel = (page: Page) => row(page, '1.1').getByRole('button', { name: 'Cart: empty' }).click()

test('A picture has a thumbnail of at most 96 px, another file its name and size', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const shop = await runOf60(server, person)
  const { id } = shop.resultOf('1.1')
  await server.attach(person, id, pngOf(400, 300), 'cart.png')
  await server.attach(person, id, Buffer.alloc(12_345, 1), 'trace.bin')
  await openAs(person, shop.path)
  await openPanel(page)
  await expect.poll(() => isLoaded(page, 'cart.png')).toBe(true)
  const box = await thumbnail(page, 'cart.png').boundingBox()
  expect(Math.max(box?.width ?? 0, box?.height ?? 0)).toBeLessThanOrEqual(96)
  const file = list(page).getByRole('listitem').filter({ hasText: 'trace.bin' })
  await expect(file).toContainText('12 kB')
  await expect(file.locator('img')).toHaveCount(0)
})

test(
  'The addresses of many pictures are read by one request, and each once',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const shop = await runOf60(server, person)
    const { id } = shop.resultOf('1.1')
    for (let number = 1; number <= 4; number += 1) await server.attach(person, id, pngOf(8, 8), `${number}.png`)
    await openAs(person, shop.path)
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('attachments.address') && calls.push(request.url()))
    await openPanel(page)
    await expect.poll(() => isLoaded(page, '4.png')).toBe(true)
    await row(page, '1.2').getByRole('button', { name: 'Cart: one item' }).click()
    await expect(page.getByRole('complementary', { name: 'Case 1.2' })).toBeVisible()
    await openPanel(page)
    await expect.poll(() => isLoaded(page, '4.png')).toBe(true)
    expect(calls).toHaveLength(1)
  },
)

test('A picture that is not shown before its address has ended gets another one', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const shop = await runOf60(server, person)
  await server.attach(person, shop.resultOf('1.1').id, pngOf(8, 8), 'cart.png')
  await openAs(person, shop.path)
  const asked: string[] = []
  await page.route('**/api/attachments/*?*', async (route) => {
    asked.push(route.request().url())
    // The first address has expired.
    if (asked.length === 1) await route.fulfill({ status: 401, json: { message: 'This address has expired' } })
    else await route.continue()
  })
  await openPanel(page)
  await expect.poll(() => isLoaded(page, 'cart.png')).toBe(true)
  expect(asked.length).toBeGreaterThanOrEqual(2)
})

test(
  'A picture that cannot be shown has the icon of its type instead',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const shop = await runOf60(server, person)
    // The signature of a PNG without a picture.
    await server.attach(person, shop.resultOf('1.1').id, Buffer.from('89504e470d0a1a0a00', 'hex'), 'broken.png')
    await openAs(person, shop.path)
    await openPanel(page)
    await expect(list(page).getByRole('button', { name: 'broken.png', exact: true })).toBeVisible()
    await expect(list(page).locator('svg.tabler-icon-photo')).toBeVisible()
    await expect(thumbnail(page, 'broken.png')).toHaveCount(0)
    await list(page).getByRole('button', { name: 'broken.png', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('The picture could not be shown')
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Download' })).toBeVisible()
  },
)

test.describe('After an hour', () => {
  test.use({ hasOwnContext: true })

  test(
    'a shown picture is still shown without loading it again, and its download has a new address',
    VARIANT,
    async ({ page, server, person, openAs }) => {
      const shop = await runOf60(server, person)
      await server.attach(person, shop.resultOf('1.1').id, pngOf(8, 8), 'cart.png')
      await page.clock.install()
      await openAs(person, shop.path)
      await openPanel(page)
      await list(page).getByRole('button', { name: 'cart.png', exact: true }).click()
      const viewer = page.getByRole('dialog', { name: 'Attachment cart.png' })
      const picture = viewer.getByRole('img', { name: 'cart.png' })
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(8)
      let renewals = 0
      let loads = 0
      page.on('request', (request) => {
        if (request.url().includes('attachments.address')) renewals += 1
        if (/\/api\/attachments\/.*signature=/.test(request.url())) loads += 1
      })
      for (let minutes = 0; minutes < 60; minutes += 5) {
        const before = renewals
        // A renewal in progress is not repeated when its time comes again.
        await expect(async () => {
          await page.clock.fastForward('05:00')
          await expect.poll(() => renewals, { timeout: 1_000 }).toBeGreaterThan(before)
        }).toPass()
      }
      expect(loads).toBe(0)
      expect(await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(8)
      const download = page.waitForEvent('download')
      await viewer.getByRole('link', { name: 'Download' }).click()
      expect((await download).suggestedFilename()).toBe('cart.png')
    },
  )
})
