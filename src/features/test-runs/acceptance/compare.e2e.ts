import { expect, test } from '#src/testing/fixtures.ts'
import { twoRuns } from '#src/testing/two-runs.ts'

test('Line 29: All Runs, two selected and Compare show New failures 2, Fixed, Still failing, Added, Vanished, Slower', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, before, after } = await twoRuns(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByRole('combobox').first()).toHaveAccessibleName('Test Run')
  await page.getByRole('button', { name: 'All Runs' }).click()
  await expect(page).toHaveURL(/\?tab=runs&view=all$/)
  const grid = page.getByRole('grid', { name: 'Runs' })
  await expect(grid.getByRole('columnheader')).toHaveText([
    'Run',
    'Status',
    'Results',
    'Pass rate',
    'New failures',
    'Started by',
    'Started',
    'Duration',
    'Branch',
    'Commit',
    'Environment',
  ])
  const row = grid.getByRole('row', { name: 'R2 Nightly 5, completed' })
  expect((await row.boundingBox())?.height).toBe(36)
  await page.getByRole('button', { name: 'Select R1' }).click()
  const compare = page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Compare' })
  await expect(compare).toHaveAccessibleDescription('Select two runs to compare them')
  await page.getByRole('button', { name: 'Select R2' }).click()
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('2 selected')
  await compare.click()
  await expect(page).toHaveURL(new RegExp(`compare=${before.id}\\.\\.${after.id}$`))
  for (const name of ['New failures 2', 'Fixed 1', 'Still failing 1', 'Added 1', 'Vanished 1', 'Flaky 0', 'Slower 1'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByText('Unchanged 2')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Slower' }).getByRole('row')).toContainText('400 ms → 1.5 s')
  await expect(page.getByRole('table', { name: 'New failures' }).getByRole('row').first()).toContainText(
    /pays by card.*passed.*→.*failed.*expected 200, got 500/,
  )
})
