import { expect, test } from '#src/testing/fixtures.ts'
import { abort, hold, inspect } from '#src/testing/inspect.ts'
import { fillProject, sampleProject } from '#src/testing/project-data.ts'
import { EIGHT_RUNS, holdFolding, qualityProject } from '#src/testing/quality-data.ts'

const LONG = 'W'.repeat(255)

test('Quality without an ended run, while it loads, and when it cannot load', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  const path = `/projects/${project.id}?tab=quality`
  await openAs(person, path)
  await expect(page.getByText('No completed test runs yet')).toBeVisible()
  await inspect(page, 'quality-empty')
  // Otherwise the first read of the page would be held too.
  const openTab = async () => {
    await page.goto(`/projects/${project.id}`)
    await page.getByRole('tab', { name: 'Quality' }).click()
  }
  await hold(page, 'quality.overview')
  await openTab()
  await expect(page.getByRole('status', { name: 'Loading the overview' })).toBeVisible()
  await inspect(page, 'quality-loading')
  await page.unrouteAll()
  await abort(page, 'quality.overview')
  await openTab()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch the overview')
  await inspect(page, 'quality-error')
})

test('Quality with one run, and with eight, as charts and as tables', async ({ page, server, person, openAs }) => {
  const one = await qualityProject(server, person, [{ failed: ['1.2'] }])
  await openAs(person, one.path)
  await expect(page.getByRole('heading', { name: '1 of 50 cases fails, and it is new' })).toBeVisible()
  await inspect(page, 'quality-one-run')
  const { path } = await qualityProject(server, person, EIGHT_RUNS)
  await page.goto(path)
  await expect(page.getByRole('img', { name: /^Median duration/ })).toBeVisible()
  await inspect(page, 'quality')
  for (const name of ['Show as table', 'Show Pass rate as table', 'Show Median duration as table'])
    await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('table', { name: 'Pass rate' })).toBeVisible()
  await inspect(page, 'quality-tables')
})

test('Quality with names of 255 characters, and with 60 suites', async ({ page, server, person, openAs }) => {
  const project = await server.project(person, LONG)
  const suite = await server.suite(person, project.id, LONG)
  const testCase = await server.testCase(person, suite.id, { name: LONG })
  for (const errorMessage of [LONG, null, LONG]) {
    const run = await server.run(person, project.id, LONG)
    await server.execute(person, testCase.id, run.id, errorMessage === null ? { actualValue: 'ok' } : { errorMessage })
    await server.post(`/test-runs/${run.id}/complete`, {}, person)
  }
  await openAs(person, `/projects/${project.id}?tab=quality`)
  await expect(page.getByRole('table', { name: 'Flaky cases' })).toBeVisible()
  await inspect(page, 'quality-long-names')
  const large = await server.project(person, 'Large')
  await fillProject(server, large.id, 60, 10)
  const run = await server.run(person, large.id, 'Nightly')
  await server.post(`/test-runs/${run.id}/complete`, {}, person)
  await page.goto(`/projects/${large.id}?tab=quality`)
  await page.getByRole('button', { name: 'Show 10 more' }).click()
  await expect(page.getByText('Suite 60')).toBeVisible()
  await inspect(page, 'quality-many-suites')
})

test('Quality while earlier runs are counted', async ({ page, server, person, openAs }) => {
  const { release } = await holdFolding(server)
  try {
    const { path } = await qualityProject(server, person)
    await openAs(person, path)
    await expect(page.getByRole('status').filter({ hasText: 'Counting 8 earlier runs' })).toBeVisible()
    await inspect(page, 'quality-counting')
  } finally {
    await release()
  }
})
