import { expect, test } from '#src/testing/fixtures.ts'
import { holdFolding, qualityProject } from '#src/testing/quality-data.ts'

test('A flaky case is quarantined and trusted again from its row', async ({ page, server, person, openAs }) => {
  const { path } = await qualityProject(server, person)
  await openAs(person, path)
  const row = page.getByRole('table', { name: 'Flaky cases' }).getByRole('row', { name: /Cart: case 1 / })
  await row.getByRole('button', { name: 'Quarantine: Cart: case 1' }).click()
  await expect(row.getByText('known flaky')).toBeVisible()
  await row.getByRole('button', { name: 'End quarantine: Cart: case 1' }).click()
  await expect(row.getByRole('button', { name: 'Quarantine: Cart: case 1', exact: true })).toBeVisible()
  await expect(row.getByText('known flaky')).toBeHidden()
})

test('Each number of the overview leads to what it counts', async ({ page, server, person, openAs }) => {
  const { path, runs } = await qualityProject(server, person)
  await openAs(person, path)
  const numbers = page.getByRole('list', { name: 'Numbers' })
  await numbers.getByRole('button', { name: /^Flaky/ }).click()
  await expect(page.getByRole('heading', { name: 'Flaky cases' })).toBeFocused()
  await numbers.getByRole('button', { name: /^Not run in 14 days 0 of 50 cases/ }).click()
  await expect(page.getByRole('heading', { name: 'Suites in the last 10 runs' })).toBeFocused()
  await expect(numbers.getByRole('link', { name: /^Pass rate 96% 4 points worse/ })).toBeVisible()
  await numbers.getByRole('link', { name: /^New failures 2/ }).click()
  await expect(page).toHaveURL(new RegExp(`run=${runs.at(-1)?.id}&q=is:newly-failed$`))
})

test('Each chart of the overview has a table, and a bar is a link by keyboard', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path, runs } = await qualityProject(server, person)
  await openAs(person, path)
  const last = page.getByRole('list', { name: 'Runs in the chart' }).getByRole('link').last()
  await last.focus()
  await expect(page.getByRole('tooltip')).toContainText('2 newly failed')
  await page.getByRole('button', { name: 'Show as table', exact: true }).click()
  const table = page.getByRole('table', { name: 'Last 30 runs' })
  await expect(table.getByRole('row')).toHaveCount(1 + runs.length)
  await expect(table.getByRole('row').nth(1)).toContainText('Nightly 8')
  await page.getByRole('button', { name: 'Show Pass rate as table' }).click()
  await expect(page.getByRole('table', { name: 'Pass rate' }).getByRole('row').nth(1)).toContainText('96%')
  await page.getByRole('button', { name: 'Show Pass rate as chart' }).click()
  await expect(page.getByRole('img', { name: 'Pass rate of the last 8 runs, from 100% to 96%' })).toBeVisible()
})

test('Runs from before an update are counted while the page is open, and it says so until they are', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { release } = await holdFolding(server)
  try {
    const { path } = await qualityProject(server, person)
    await openAs(person, path)
    const counting = page.getByRole('status').filter({ hasText: 'Counting 8 earlier runs' })
    await expect(counting).toContainText('the numbers below are not complete yet')
    const flaky = page.getByRole('table', { name: 'Flaky cases' }).getByRole('row', { name: /Cart: case 1 / })
    await expect(page.getByRole('list', { name: 'Runs in the chart' }).getByRole('link')).toHaveCount(8)
    await expect(flaky).toHaveCount(0)
    await release()
    await expect(flaky).toBeVisible()
    await expect(page.getByText('earlier runs')).toHaveCount(0)
  } finally {
    await release()
  }
})
