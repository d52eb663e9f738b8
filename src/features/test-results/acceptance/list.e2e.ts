import type { Locator, Page } from '@playwright/test'
import { expect, type Person, test, type TestServer } from '#src/testing/fixtures.ts'
import { row, rows } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

/* Lines of the design brief for the grid of a run, each at 1280×800 with a run of 60, unless it says otherwise. */

const STRIP = 28

type OpenAs = (person: Person, path: string) => Promise<void>

async function open(server: TestServer, person: Person, openAs: OpenAs) {
  const data = await runOf60(server, person)
  await openAs(person, data.path)
  return data
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Results' })
const filters = (page: Page) => page.getByRole('group', { name: 'Show results' })
const button = (page: Page, name: string) => filters(page).getByRole('button', { name, exact: true })
const query = (page: Page) => new URL(page.url()).searchParams.get('q')

/** The grid may replace a row between a look at it and the next one. */
async function boxOf(element: Locator) {
  for (;;) {
    await element.waitFor()
    const box = await element.boundingBox()
    if (box) return { ...box, bottom: box.y + box.height, right: box.x + box.width }
  }
}

/** Where elements are in the window, read at once. */
const edges = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((one) => ({ top: one.getBoundingClientRect().top, bottom: one.getBoundingClientRect().bottom })),
  )

test('Lines 1, 2, 4 and 5: what an open run shows', async ({ page, server, person, openAs }) => {
  await open(server, person, openAs)
  await test.step('Line 1: the first case of an open run is at y ≤ 200, and at least 15 cases are in view', async () => {
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '64')
    await expect(row(page, '1.1')).toBeVisible()
    expect((await boxOf(row(page, '1.1'))).y).toBeLessThanOrEqual(200)
    const inView = (await edges(rows(page))).filter(({ top, bottom }) => top >= 0 && bottom <= 800 - STRIP)
    expect(inView.length).toBeGreaterThanOrEqual(15)
  })
  await test.step('Line 4: the heads name nine columns', async () => {
    const heads = grid(page).getByRole('columnheader')
    await expect(heads).toHaveText([
      'No.',
      'Case',
      'Type',
      'Expected',
      'Actual',
      'Status',
      'Assignee',
      'History',
      'Time',
    ])
    for (const name of ['No.', 'Case', 'Type', 'Expected', 'Actual', 'Status', 'Assignee', 'History', 'Time'])
      await expect(grid(page).getByRole('columnheader', { name, exact: true })).toBeVisible()
  })
  await test.step('Line 5: the counts of the run are its filters, and each is on the page once', async () => {
    const names = ['60 all', '27 passed', '2 failed', '0 error', '30 pending', '1 skipped', '1 newly failed', '12 mine']
    await expect(filters(page).getByRole('button')).toHaveText(names)
    for (const total of ['60 all', '27 passed', '30 pending']) await expect(page.getByText(total)).toHaveCount(1)
    await expect(page.getByText('50% of 60 recorded')).toHaveCount(1)
  })
  await test.step('Line 2: scrolled by 2,000 px, run bar, filters, heads and the current suite are in the top 128 px', async () => {
    await expect(row(page, '1.1')).toBeVisible()
    await page.mouse.move(640, 500)
    await page.mouse.wheel(0, 2_000)
    const head = page.getByRole('group', { name: '3 Account' })
    await expect.poll(async () => (await boxOf(head)).y).toBeLessThan(128)
    const parts = [
      page.getByLabel('Test Run', { exact: true }),
      page.getByRole('heading', { name: 'Release 1.4' }),
      filters(page),
      page.getByRole('columnheader', { name: 'Case', exact: true }),
      head,
    ]
    for (const part of parts) {
      const { y, bottom } = await boxOf(part)
      expect(y).toBeGreaterThanOrEqual(0)
      expect(bottom).toBeLessThanOrEqual(128)
    }
    const shown = await edges(rows(page))
    expect(shown.filter(({ top, bottom }) => top >= 124 && bottom <= 800 - STRIP).length).toBeGreaterThanOrEqual(16)
  })
})

test('Line 3: at 390×844, the first case is at y ≤ 240, and the page does not scroll sideways', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(server, person, openAs)
  await expect(row(page, '1.1')).toBeVisible()
  const { y, height } = await boxOf(row(page, '1.1'))
  expect(y).toBeLessThanOrEqual(240)
  expect(height).toBe(72)
  expect((await boxOf(row(page, '1.1').getByLabel('Actual Value'))).height).toBeGreaterThanOrEqual(40)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
})

test('Line 6: a count filters alone, and with Ctrl it adds to the filter', async ({ page, server, person, openAs }) => {
  await open(server, person, openAs)
  await expect(button(page, '60 all')).toHaveAttribute('aria-pressed', 'true')
  await button(page, '2 failed').click()
  await expect(button(page, '2 failed')).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, '60 all')).toHaveAttribute('aria-pressed', 'false')
  await expect(rows(page)).toHaveCount(2)
  expect(page.url()).toContain('q=status:failed')
  await button(page, '0 error').click({ modifiers: ['Control'] })
  await expect(button(page, '0 error')).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, '2 failed')).toHaveAttribute('aria-pressed', 'true')
  expect(page.url()).toContain('q=status:failed,error')
  await button(page, '2 failed').click({ modifiers: ['Control'] })
  await expect(button(page, '2 failed')).toHaveAttribute('aria-pressed', 'false')
  await button(page, '1 newly failed').click()
  await expect(row(page, '2.18')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  expect(query(page)).toBe('is:newly-failed')
  await button(page, '12 mine').click()
  await expect(rows(page)).toHaveCount(12)
  expect(query(page)).toBe('assignee:me')
  await page.reload()
  await expect(rows(page)).toHaveCount(12)
  await expect(button(page, '12 mine')).toHaveAttribute('aria-pressed', 'true')
})

test('Line 7: / focuses the search, words find cases, and Back undoes the search', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await open(server, person, openAs)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search this run' })
  await expect(search).toBeFocused()
  await page.keyboard.type('refund')
  await expect(rows(page)).toHaveCount(6)
  await expect(row(page, '2.15 Checkout: refund of a whole order')).toBeVisible()
  expect(query(page)).toBe('refund')
  await expect(search).toHaveValue('refund')
  await button(page, '2 failed').click()
  await expect(rows(page)).toHaveCount(2)
  expect(query(page)).toBe('refund status:failed')
  await page.goBack()
  await expect(rows(page)).toHaveCount(6)
  await page.goBack()
  await expect(row(page, '1.1')).toBeVisible()
  await expect(search).toHaveValue('')
  expect(query(page)).toBeNull()
})
