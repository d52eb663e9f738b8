import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { chooseFiles, pastePicture, textFile as text } from '#src/testing/files.ts'
import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { openPanel, panel, row } from '#src/testing/result-row.ts'
import { type RunOf60, runOf60 } from '#src/testing/run-of-60.ts'

const MB = 1024 * 1024

let shop: RunOf60
test.beforeEach(async ({ server, person, openAs, page }) => {
  shop = await runOf60(server, person)
  await openAs(person, shop.path)
  await expect(row(page, '1.1')).toBeVisible()
})

const list = (page: Page) => panel(page).getByRole('list', { name: 'Attachments' })

test('Line 18: an image pasted in the panel is in the list Attachments, and its row has a clip mark', async ({
  page,
}) => {
  await openPanel(page)
  await pastePicture(page)
  const name = /^Screenshot \d{4}-\d\d-\d\d \d\d\.\d\d\.png$/
  const item = list(page).getByRole('listitem')
  await expect(item.getByRole('button', { name })).toBeVisible()
  await expect(row(page, '1.1').getByRole('img', { name: 'Attachments' })).toBeVisible()
  await expect.poll(() => item.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(10)
  await item.getByRole('button', { name }).click()
  await expect(page.getByRole('dialog', { name: /^Attachment Screenshot/ }).getByRole('img', { name })).toBeVisible()
})

test('several files are chosen at once, and stay after a reload', async ({ page }) => {
  await openPanel(page)
  await chooseFiles(panel(page), [text('one.txt'), text('page.html', '<h1>a page</h1>'), text('three.log')])
  const files = list(page).locator('[data-attachment]')
  await expect(files).toHaveText(['one.txt', 'page.html', 'three.log'])
  await page.reload()
  await expect(row(page, '1.1').getByRole('img', { name: 'Attachments' })).toBeVisible()
  await openPanel(page)
  await expect(files).toHaveText(['one.txt', 'page.html', 'three.log'])
  const download = page.waitForEvent('download')
  await files.nth(1).click()
  await page.getByRole('dialog', { name: 'Attachment page.html' }).getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('page.html')
})

test('files dropped on the panel are attached and not taken for a report', async ({ page }) => {
  await openPanel(page)
  const zone = panel(page).getByRole('button', { name: 'Attach Files' }).locator('..')
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['<testsuite/>'], 'report.xml'))
    return transfer
  })
  await zone.dispatchEvent('dragenter', { dataTransfer })
  await zone.dispatchEvent('dragover', { dataTransfer })
  const { x, y, width, height } = (await zone.boundingBox()) as { x: number; y: number; width: number; height: number }
  const isOnTop = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x as number, y as number)?.closest('aside') !== null,
    [x + width / 2, y + height / 2],
  )
  expect(isOnTop).toBe(true)
  await zone.dispatchEvent('drop', { dataTransfer })
  await expect(list(page).locator('[data-attachment]')).toHaveText(['report.xml'])
  await expect(page.locator('[data-drop-zone]')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Uploaded reports' })).toBeHidden()
})

test('a removed attachment is gone from the list, the row and the server', async ({ page, server, person }) => {
  const { id } = shop.resultOf('1.1')
  await server.attach(person, id, 'a file', 'log.txt')
  await openPanel(page)
  await list(page).getByRole('button', { name: 'Remove log.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(list(page)).toBeHidden()
  await expect(row(page, '1.1').getByRole('img', { name: 'Attachments' })).toBeHidden()
  await expect(panel(page).getByRole('button', { name: 'Attach Files' })).toBeFocused()
  const { body } = await server.get(`/test-runs/${shop.run.id}/results?limit=1`, person)
  expect(body[0].attachments).toEqual([])
})

test('an attachment of somebody else appears while the panel is open', VARIANT, async ({ page, server, person }) => {
  await openPanel(page)
  await server.attach(person, shop.resultOf('1.1').id, 'a file', 'log.txt')
  await expect(list(page).getByRole('button', { name: 'log.txt', exact: true })).toBeVisible()
})

test('a file that is too large stays in the list with the reason until it is discarded', VARIANT, async ({ page }) => {
  await openPanel(page)
  // From the disk: bytes of this size take long to get from the test to the browser.
  const [video, log] = [test.info().outputPath('video.mp4'), test.info().outputPath('log.txt')]
  writeFileSync(video, Buffer.alloc(26 * MB))
  writeFileSync(log, 'a file')
  await chooseFiles(panel(page), [video, log])
  const refused = list(page).getByRole('listitem').filter({ hasText: 'video.mp4' })
  await expect(refused.getByRole('alert')).toHaveText('The attachment is larger than 25 MB')
  await expect(toast(page, 'video.mp4 was not attached: The attachment is larger than 25 MB')).toBeVisible()
  await expect(list(page).getByRole('button', { name: 'log.txt', exact: true })).toBeVisible()
  await refused.getByRole('button', { name: 'Discard video.mp4' }).click()
  await expect(refused).toBeHidden()
})

test(
  'a file for a run that has ended meanwhile says so, and the run shows its attachments without buttons',
  VARIANT,
  async ({ page, server, person }) => {
    await server.attach(person, shop.resultOf('1.1').id, 'a file', 'log.txt')
    await openPanel(page)
    await page.route('**/attachments?**', async (route) => {
      await server.post(`/test-runs/${shop.run.id}/complete`, {}, person)
      await route.continue()
    })
    await chooseFiles(panel(page), [text('late.txt')])
    await expect(toast(page, 'late.txt was not attached: Only running test runs accept results')).toBeVisible()
    await expect(list(page).locator('[data-attachment]')).toHaveText(['log.txt'])
    await expect(panel(page).getByRole('button', { name: 'Remove log.txt' })).toBeHidden()
    await expect(panel(page).getByRole('button', { name: 'Attach Files' })).toBeHidden()
  },
)

test('a file attached offline is kept, and sent by itself when the browser is online again', async ({ page }) => {
  await openPanel(page)
  await page.context().setOffline(true)
  await chooseFiles(panel(page), [text('log.txt')])
  const waiting = list(page).getByRole('listitem').filter({ hasText: 'log.txt' })
  await expect(waiting.getByRole('alert')).toHaveText('The server was not reached. The file is kept here until it is')
  await page.context().setOffline(false)
  await expect(list(page).locator('[data-attachment]')).toHaveText(['log.txt'])
  await expect(list(page).getByRole('listitem')).toHaveCount(1)
})

test('a file whose answer is lost is attached once when it is sent again', async ({ page }) => {
  await openPanel(page)
  await page.route('**/attachments?**', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway Timeout</h1>' })
  })
  await chooseFiles(panel(page), [text('log.txt')])
  const retry = list(page).getByRole('button', { name: 'Retry log.txt' })
  await expect(retry).toBeVisible()
  await page.unroute('**/attachments?**')
  await retry.click()
  await expect(retry).toBeHidden()
  await expect(list(page).locator('[data-attachment]')).toHaveText(['log.txt'])
})
