import { expect, test, toast } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

test('A run whose cases are read first is started once, and a failure to read them is told', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await page.getByRole('button', { name: 'Start Test Run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
  await dialog.getByText('Filter', { exact: true }).click()
  // A search with a minus is no selection: its matches are read when the run starts.
  await dialog.getByRole('searchbox', { name: 'Search cases' }).fill('-tag:slow')
  await expect(dialog.getByText('5 cases')).toBeVisible()
  const start = dialog.getByRole('button', { name: 'Start Test Run' })
  await page.route(/testCases\.matchIds/, (route) => route.abort())
  await start.click()
  await expect(toast(page, 'Failed to create test run')).toBeVisible()
  await page.unroute(/testCases\.matchIds/)
  const held = Promise.withResolvers<void>()
  await page.route(/testCases\.matchIds/, async (route) => {
    await held.promise
    await route.continue()
  })
  await start.click()
  await expect(start).toHaveAttribute('aria-busy', 'true')
  held.resolve()
  await expect(dialog).toBeHidden()
  expect((await server.get(`/test-runs/project/${project.id}`, person)).body).toHaveLength(1)
})
