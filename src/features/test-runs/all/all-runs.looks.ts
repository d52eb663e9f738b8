import { expect, test } from '#src/testing/fixtures.ts'
import { abort, hold, inspect } from '#src/testing/inspect.ts'
import { twoRuns } from '#src/testing/two-runs.ts'

test('All Runs: full, two selected, no match, loading, failed, and without runs', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await twoRuns(server, person)
  await server.run(person, project.id, 'Exploratory testing of the new checkout, before the release of the spring')
  const path = `/projects/${project.id}?tab=runs&view=all`
  await openAs(person, path)
  const grid = page.getByRole('grid', { name: 'Runs' })
  await expect(grid.getByRole('row')).toHaveCount(4)
  await inspect(page, 'all-runs')
  await page.getByRole('button', { name: 'Select R1' }).click()
  await page.getByRole('button', { name: 'Select R3' }).click()
  await inspect(page, 'all-runs-selected')
  await page.goto(`${path}&q=branch:next`)
  await expect(page.getByText('No run matches')).toBeVisible()
  await inspect(page, 'all-runs-no-match')
  await page.goto(`/projects/${(await server.project(person)).id}?tab=runs&view=all`)
  await expect(page.getByText('No runs yet')).toBeVisible()
  await inspect(page, 'all-runs-none')
  await abort(page, 'testRuns.list')
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await inspect(page, 'all-runs-failed')
  await page.unrouteAll()
  await hold(page, 'testRuns.list')
  await page.goto(path)
  await expect(grid).toHaveAttribute('aria-busy', 'true')
  await inspect(page, 'all-runs-loading')
})
