import { expect, test } from '#src/testing/fixtures.ts'
import { hold, inspect } from '#src/testing/inspect.ts'
import { field, row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('The grid of a run: all results, one that is typed into, and none that match', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(page.getByRole('img', { name: 'Last runs: passed' }).first()).toBeVisible()
  await inspect(page, 'run-grid')
  await page.mouse.move(600, 500)
  await page.mouse.wheel(0, 1_100)
  await field(page, '2.18').click()
  await inspect(page, 'run-grid-typing')
  await page.goto(`${path}&q=status:error`)
  await expect(page.getByText('No case matches')).toBeVisible()
  await inspect(page, 'run-grid-no-match')
})

test('The grid of a run with rows that left the filter', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await openAs(person, `${path}&q=status:pending`)
  await field(page, '1.1').fill('ok')
  await page.keyboard.press('Enter')
  await expect(row(page, '1.1 Cart: empty, passed')).toBeVisible()
  await inspect(page, 'run-grid-left')
})

test('The grid of a run that is loading', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await hold(page, 'testRuns.overview')
  await page.getByLabel('Test Run', { exact: true }).selectOption({ index: 1 })
  await expect(page.getByRole('grid', { name: 'Results' })).toHaveAttribute('aria-busy', 'true')
  await inspect(page, 'run-grid-loading')
})

test('The grid of a run at 1920 px, and at a zoom of 200 %', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openAs(person, path)
  await expect(page.getByRole('navigation', { name: 'Suites' })).toBeVisible()
  await inspect(page, 'run-grid-1920')
  await page.setViewportSize({ width: 640, height: 400 })
  await expect(row(page, '1.1')).toBeVisible()
  await inspect(page, 'run-grid-zoom-200')
})
