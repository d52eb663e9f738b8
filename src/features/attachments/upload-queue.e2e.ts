import type { Page, Route } from '@playwright/test'
import { chooseFiles, textFile } from '#src/testing/files.ts'
import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { panel, row } from '#src/testing/result-row.ts'
import { type RunOf60, runOf60 } from '#src/testing/run-of-60.ts'

const MB = 1024 * 1024

let shop: RunOf60
test.beforeEach(async ({ server, person, openAs, page }) => {
  shop = await runOf60(server, person)
  await openAs(person, shop.path)
  await row(page, '1.1').getByRole('button', { name: 'Cart: empty' }).click()
})

const list = (page: Page) => panel(page).getByRole('list', { name: 'Attachments' })

/** Delays uploads until they are continued. */
async function holdUploads(page: Page): Promise<Route[]> {
  const held: Route[] = []
  await page.route('**/attachments?**', (route) => void held.push(route))
  return held
}

test('Files of a result are sent and listed in their order, and a cancelled one makes room for the next', async ({
  page,
}) => {
  const held = await holdUploads(page)
  const sent = () => held.map((route) => new URL(route.request().url()).searchParams.get('name'))
  const names = [1, 2, 3, 4].map((number) => `${number}.txt`)
  await chooseFiles(
    panel(page),
    names.map((name) => textFile(name)),
  )
  await expect(list(page).getByRole('progressbar')).toHaveCount(4)
  await expect.poll(sent).toEqual(['1.txt'])
  await list(page).getByRole('button', { name: 'Cancel 1.txt' }).click()
  for (let count = 2; count <= 4; count += 1) {
    await expect.poll(sent).toEqual(names.slice(0, count))
    await held.at(-1)?.continue()
  }
  await expect(list(page).locator('[data-attachment]')).toHaveText(['2.txt', '3.txt', '4.txt'])
  await expect(list(page).getByRole('listitem')).toHaveCount(3)
})

test('A file of another result does not wait for the first one', VARIANT, async ({ page }) => {
  const held = await holdUploads(page)
  await chooseFiles(panel(page), [textFile('large.log'), textFile('small.log')])
  await expect.poll(() => held.length).toBe(1)
  await row(page, '1.2').getByRole('button', { name: 'Cart: one item' }).click()
  await expect(page.getByRole('complementary', { name: 'Case 1.2' })).toBeVisible()
  await chooseFiles(panel(page), [textFile('other.log')])
  await expect.poll(() => held.length).toBe(2)
  await held[1]?.continue()
  await expect(list(page).locator('[data-attachment]')).toHaveText(['other.log'])
})

test('A retry sends the same Idempotency-Key, so that the file is attached once', async ({ page }) => {
  const keys: (string | undefined)[] = []
  await page.route('**/attachments?**', async (route) => {
    keys.push((await route.request().allHeaders())['idempotency-key'])
    const response = await route.fetch()
    if (keys.length > 1) return await route.fulfill({ response })
    await route.fulfill({ status: 503, contentType: 'text/html', body: 'busy' })
  })
  await chooseFiles(panel(page), [textFile('log.txt')])
  await expect(list(page).getByRole('alert')).toHaveText('The server could not take the file (status 503)')
  await list(page).getByRole('button', { name: 'Retry log.txt' }).click()
  await expect(list(page).locator('[data-attachment]')).toHaveText(['log.txt'])
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]])
})

test(
  'A file that is no smaller than one that was too large is refused without sending it',
  VARIANT,
  async ({ page }) => {
    let sent = 0
    await page.route('**/attachments?**', async (route) => {
      sent += 1
      await route.fulfill({ status: 413, json: { message: 'The attachment is larger than 1 MB' } })
    })
    await chooseFiles(panel(page), [textFile('large.log', Buffer.alloc(2 * MB, 'x'))])
    await expect(list(page).getByRole('alert')).toHaveText('The attachment is larger than 1 MB')
    await chooseFiles(panel(page), [textFile('larger.log', Buffer.alloc(3 * MB, 'x'))])
    await expect(toast(page, 'larger.log was not attached: The attachment is larger than 1 MB')).toBeVisible()
    expect(sent).toBe(1)
    await page.unroute('**/attachments?**')
    await chooseFiles(panel(page), [textFile('small.log')])
    await expect(list(page).locator('[data-attachment]')).toHaveText(['small.log'])
  },
)

test('Files chosen offline wait, and are attached in their order though the first call online still fails', async ({
  page,
}) => {
  const names = [1, 2, 3, 4, 5].map((number) => `${number}.txt`)
  await page.context().setOffline(true)
  await chooseFiles(
    panel(page),
    names.map((name) => textFile(name)),
  )
  await expect(list(page).getByText('The server was not reached. The file is kept here until it is')).toHaveCount(5)
  await page.route('**/attachments?**', (route) => route.abort('internetdisconnected'), { times: 1 })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('name=1.txt'))
  await page.context().setOffline(false)
  await failed
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(list(page).locator('[data-attachment]')).toHaveText(names)
  await expect(list(page).getByRole('listitem')).toHaveCount(5)
})
