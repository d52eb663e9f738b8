import type { Page } from '@playwright/test'
import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { fillProject } from '#src/testing/project-data.ts'
import { field, row, rows } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const topOf = async (page: Page, name: string) => (await row(page, name).boundingBox())?.y

test('A long entry that is refused leaves its row small, with the reason in sight', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '1.1').focus()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Note' }).fill('a long story '.repeat(1_000))
  await page.keyboard.press('Enter')
  await expect(row(page, '1.1')).toContainText('a long story”. Notes must be at most 10,000 characters long')
  await expect(row(page, '1.2')).toBeInViewport()
  const box = await row(page, '1.1').boundingBox()
  expect(box?.height).toBeLessThan(200)
})

test('The rows of a run own cells, Tab goes through them, and they change and collapse alone', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)

  await test.step('Every row of the grid owns cells only, and their columns are numbered', async () => {
    await expect(row(page, '3.20')).toBeAttached()
    const owned = await page.getByRole('grid', { name: 'Results' }).evaluate((grid) => {
      const childrenOf = (element: Element): Element[] =>
        [...element.children].flatMap((child) =>
          child.getAttribute('role') === 'presentation' ? childrenOf(child) : [child],
        )
      const rolesIn = (element: Element) => new Set(childrenOf(element).map((child) => child.getAttribute('role')))
      const rows = [...grid.querySelectorAll('[role="row"]')]
      return {
        grid: [...rolesIn(grid)],
        groups: [...new Set([...grid.querySelectorAll('[role="rowgroup"]')].flatMap((group) => [...rolesIn(group)]))],
        rows: [...new Set(rows.flatMap((row) => [...rolesIn(row)]))].toSorted(),
        indexes: rows.map((row) => Number(row.getAttribute('aria-rowindex'))),
        columns: [...(rows.at(-1)?.querySelectorAll('[role="gridcell"]') ?? [])].map((cell) =>
          Number(cell.getAttribute('aria-colindex')),
        ),
      }
    })
    expect(owned.grid.toSorted()).toEqual(['row', 'rowgroup'])
    expect(owned.groups).toEqual(['row'])
    expect(owned.rows).toEqual(['columnheader', 'gridcell'])
    expect(owned.indexes).toEqual(Array.from({ length: 64 }, (_, index) => index + 1))
    expect(owned.columns).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
  await test.step('Another current row changes two rows of the grid', async () => {
    await field(page, '1.3').focus()
    // What arrives late is there.
    await expect(row(page, '3.10').getByRole('img', { name: /^Last runs/ })).toBeAttached()
    await expect(row(page, '2.18').getByRole('img', { name: /^Last runs/ })).toBeAttached()
    await expect(row(page, '1.1').getByRole('img', { name: /^Last runs/ })).toBeAttached()
    await page.evaluate(() => {
      const changed = new Set<string>()
      Object.assign(window, { changed })
      new MutationObserver((mutations) => {
        for (const { target } of mutations) {
          const row = (target as Element).closest('[role="row"]')
          if (row) changed.add(row.getAttribute('aria-label') ?? '')
        }
      }).observe(document.querySelector('[role="grid"]') as Element, {
        attributes: true,
        childList: true,
        subtree: true,
      })
    })
    await field(page, '1.4').focus()
    await expect(row(page, '1.4')).toHaveAttribute('aria-current', 'true')
    const changed = await page.evaluate(() => [...(window as unknown as { changed: Set<string> }).changed])
    expect(changed.toSorted()).toEqual(
      ['Cart: keeps its items after a sign-in', 'Cart: total of three items'].map(
        (name, index) => `1.${index + 3} ${name}, pending`,
      ),
    )
  })
  await test.step('Tab reaches the current row, its buttons and its value, and then the next value', async () => {
    await row(page, '1.1').click({ position: { x: 380, y: 18 } })
    await expect(row(page, '1.1')).toBeFocused()
    await expect(row(page, '1.1')).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Select 1.1', exact: true })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Cart: empty' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(field(page, '1.1')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(field(page, '1.2')).toBeFocused()
    await expect(row(page, '1.2')).toHaveAttribute('aria-current', 'true')
  })
  await test.step('Collapsed suites leave no rows, and the rows below move up', async () => {
    await page.getByRole('group', { name: '1 Cart' }).getByRole('button', { name: 'Collapse results' }).click()
    await expect(row(page, '1.1')).toHaveCount(0)
    await expect(row(page, '2.1')).toBeInViewport()
    await page.getByRole('group', { name: '1 Cart' }).getByRole('button', { name: 'Expand results' }).click()
    await expect(row(page, '1.1')).toBeVisible()
  })
})

test('A run on screens of 1920, 2560 and 800 px', VARIANT, async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openAs(person, path)

  await test.step('A wide screen opens the panel by itself, 560 px wide', async () => {
    await expect(page.getByRole('complementary', { name: 'Case 1.1' })).toBeVisible()
    expect((await page.getByRole('complementary').boundingBox())?.width).toBe(560)
  })
  await test.step('On very wide screens a name is at most 740 px wide, and the values share what is left', async () => {
    await page.setViewportSize({ width: 2560, height: 1080 })
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
    const widthOf = async (name: string) =>
      (await page.getByRole('columnheader', { name, exact: true }).boundingBox())?.width ?? NaN
    await expect.poll(() => widthOf('Case')).toBe(740)
    expect(await widthOf('Expected')).toBeGreaterThan(200)
    expect(await widthOf('Actual')).toBeGreaterThan(220)
  })
  await test.step('At 800 px the filters of a run scroll, and the page is as wide as the window', async () => {
    await page.setViewportSize({ width: 800, height: 800 })
    await expect(page.getByRole('button', { name: '12 mine' })).toBeAttached()
    await expect(page.getByRole('searchbox', { name: 'Search this run' })).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(800)
    await page.getByRole('button', { name: '12 mine' }).click()
    await expect(page.getByRole('button', { name: '12 mine' })).toHaveAttribute('aria-pressed', 'true')
  })
})

test('A run that is filtered keeps its rows in their places', VARIANT, async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)

  await test.step('A focused value shows its lines above the rows below, which stay where they are', async () => {
    await openAs(person, `${path}&q=status:failed`)
    await expect(row(page, '2.18')).toBeVisible()
    const before = await topOf(page, '2.19')
    await field(page, '2.18').click()
    await expect.poll(async () => (await field(page, '2.18').boundingBox())?.height).toBeGreaterThan(60)
    expect(await topOf(page, '2.19')).toBe(before)
    expect((await row(page, '2.18').boundingBox())?.height).toBe(36)
  })
  await test.step('A row that left the filter stays, dimmed, until the filter is applied again', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('group', { name: 'Show results' }).getByRole('button', { name: '30 pending' }).click()
    await field(page, '1.1').fill('ok')
    await page.keyboard.press('Enter')
    await expect(row(page, '1.1 Cart: empty, passed')).toHaveAttribute('data-left', 'true')
    await expect(row(page, '1.2')).not.toHaveAttribute('data-left')
    await page.getByRole('group', { name: 'Show results' }).getByRole('button', { name: '29 pending' }).click()
    await expect(row(page, '1.1')).toHaveCount(0)
    await expect(rows(page)).toHaveCount(29)
  })
})

test(
  'A run that is loading has its heads, and they stay where they are when it is there',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { path } = await runOf60(server, person)
    await openAs(person, path)
    await expect(row(page, '1.1')).toBeVisible()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/testRuns\.overview/, async (route) => {
      await released
      await route.continue()
    })
    await page.getByLabel('Test Run', { exact: true }).selectOption({ index: 1 })
    const grid = page.getByRole('grid', { name: 'Results' })
    await expect(grid).toHaveAttribute('aria-busy', 'true')
    const heads = page.getByRole('columnheader', { name: 'Case', exact: true })
    const before = await heads.boundingBox()
    release()
    await expect(row(page, '1.1 Cart: empty, passed')).toBeVisible()
    expect(await heads.boundingBox()).toEqual(before)
  },
)

test('A run without cases says so, and shows no percentage', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await server.run(person, project.id)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByText('This run has no test cases')).toBeVisible()
  await expect(page.getByText('%')).toHaveCount(0)
})

test(
  'On a wide screen, a suite of the rail leads to its first case',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    const project = await server.project(person)
    await fillProject(server, project.id, 4, 40)
    await server.post(`/test-runs/project/${project.id}`, { omitResults: true }, person)
    await openAs(person, `/projects/${project.id}?tab=runs`)
    const rail = page.getByRole('navigation', { name: 'Suites' })
    await expect(rail.getByRole('button')).toHaveCount(4)
    await rail.getByRole('button', { name: '3 Suite 3 0/40' }).click()
    await expect(row(page, '3.1')).toBeFocused()
    // Below the run bar, the filters, the heads of the columns and the suite.
    await expect(page.getByRole('group', { name: '3 Suite 3' })).toBeInViewport()
    await expect.poll(() => topOf(page, '3.1')).toBe(124)
  },
)

test('At 390 px a run that has ended does not scroll sideways, however long its values', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await runOf60(server, person)
  await server.post(`/test-runs/${run.id}/complete`, { omitResults: true }, person)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(person, path)
  await expect(row(page, '2.18')).toContainText('open')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test(
  'The History column keeps its room while it loads, and its failures stand out from pale passes',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { path } = await runOf60(server, person)
    let answer = () => {}
    const isAsked = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/recentResults/, async (route) => {
      await isAsked
      await route.continue()
    })
    await openAs(person, path)
    const cell = row(page, '2.18').getByRole('gridcell').nth(7)
    await expect(cell.locator('span')).toBeVisible()
    const before = [await row(page, '2.18').boundingBox(), await cell.boundingBox()]
    const room = await cell.locator('span').boundingBox()
    answer()
    const dots = cell.getByRole('img', { name: 'Last runs: failed, passed' })
    await expect(dots).toBeVisible()
    expect([await row(page, '2.18').boundingBox(), await cell.boundingBox()]).toEqual(before)
    expect(room?.width).toBeGreaterThanOrEqual((await dots.boundingBox())?.width ?? NaN)
    await expect(dots.locator('[data-status=passed]')).toHaveCSS('opacity', '0.4')
    await expect(dots.locator('[data-status=failed]')).toHaveCSS('opacity', '1')
  },
)

test('A run with few cases does not scroll on a wide screen', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  await server.testCase(person, suite.id, { name: 'Pays', expectedValue: 'ok' })
  await server.run(person, project.id)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByRole('navigation', { name: 'Suites' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Case 1.1' })).toBeVisible()
  const tooHigh = () =>
    page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)
  await expect.poll(tooHigh).toBe(0)
})
