import { expect, test } from '#src/testing/fixtures.ts'
import { qualityProject, recordRun } from '#src/testing/quality-data.ts'

/* Line 30 of the acceptance list of the design. */

test('Line 30: the tab Quality shows the last 30 runs as an image and the flaky cases as a table', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await qualityProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('tab', { name: 'Quality' }).click()
  await expect(page.getByRole('img', { name: 'Last 30 runs' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Nightly 8, .*2 newly failed, 2 failed, 48 passed/ })).toBeVisible()
  const flaky = page.getByRole('table', { name: 'Flaky cases' })
  const heads = ['Case', 'Score', 'Volume', 'Flips', 'Passed on retry', 'Last flake', 'History']
  await expect(flaky.getByRole('columnheader')).toHaveText(heads)
  await expect(
    flaky
      .getByRole('row', { name: /Cart: case 1 / })
      .getByRole('cell')
      .nth(2),
  ).toHaveText('4')
})

test('Line 30: the card of a project says "96% passed" and "2 newly failed"', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await qualityProject(server, person)
  await openAs(person, '/projects')
  const card = page.getByRole('article', { name: 'Shop' })
  await expect(card).toContainText('96% passed')
  await expect(card).toContainText('2 newly failed')
  await expect(card).toContainText(/\d flaky/)
  await expect(card.getByRole('link', { name: 'Nightly 8' })).toBeVisible()
})

test('The overview says in one sentence: worse, how many fail, and which are new', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await qualityProject(server, person)
  await openAs(person, path)
  await expect(
    page.getByRole('heading', { name: 'Worse than before: 2 of 50 cases fail, all of them new' }),
  ).toBeVisible()
  await expect(page.getByText(/^New: Cart: case 2, Payment: case 3$/)).toBeVisible()
})

test('The overview follows a run that is recorded and completed', async ({ page, server, person, openAs }) => {
  const { path, project, cases } = await qualityProject(server, person)
  await openAs(person, path)
  await expect(page.getByRole('heading', { name: /^Worse than before/ })).toBeVisible()
  const run = await server.run(person, project.id, 'Nightly 9')
  await recordRun(server, person, run.id, cases, {})
  await server.post(`/test-runs/${run.id}/complete`, {}, person)
  await expect(page.getByRole('heading', { name: 'Better than before: all 50 cases pass' })).toBeVisible()
})
