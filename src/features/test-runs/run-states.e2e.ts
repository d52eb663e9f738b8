import { row } from '#src/testing/result-row.ts'
import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

test('A failed run shows its status on its card and in the select, with start and end', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id)
  await server.post(`/test-runs/${run.id}/complete`, { status: 'failed' }, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  const card = page.getByRole('region', { name: `Test run ${run.id.slice(-8)}` })
  await expect(card.getByText('failed', { exact: true })).toBeVisible()
  await expect(card.getByText('No description')).toBeVisible()
  await expect(card.getByText('Started').locator('..')).toContainText(/Started\w{3} \d+, \d{4}, \d\d:\d\d/)
  await expect(card.getByText('Completed').locator('..')).toContainText(/Completed\w{3} \d+, \d{4}, \d\d:\d\d/)
  await expect(card.getByRole('button', { name: 'Complete' })).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Delete Run' })).toBeVisible()
  await expect(page.getByLabel('Test Run', { exact: true }).getByRole('option')).toHaveText(/ · failed · /)
})

test('A run needs no description', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await page.getByRole('button', { name: 'Start Test Run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start Test Run' }).click()
  await expect(toast(page, 'Test run started successfully')).toBeVisible()
  await expect(page.getByText('No description')).toBeVisible()
})

test('Each result shows the status derived from its outcome', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  const auto = (name: string, expectedValue: string | null) =>
    server.testCase(person, suite.id, { name, type: 'auto', expectedValueType: null, expectedValue })
  const [broken, equal, different, free, untouched, left] = [
    await auto('Broken', 'ok'),
    await auto('Equal', 'ok'),
    await auto('Different', 'ok'),
    await auto('Free', null),
    await auto('Untouched', 'ok'),
    await auto('Left out', 'ok'),
  ]
  const run = await server.run(person, project.id)
  await server.execute(person, broken.id, run.id, { actualValue: 'ok', errorMessage: 'It broke' })
  await server.execute(person, equal.id, run.id, { actualValue: 'ok' })
  await server.execute(person, different.id, run.id, { actualValue: 'no' })
  await server.execute(person, free.id, run.id, { actualValue: 'anything' })
  await server.execute(person, left.id, run.id, { status: 'skipped' })
  expect(untouched.id).toBeTruthy()
  await openAs(person, `/projects/${project.id}?tab=runs`)
  const of = (name: string) => row(page, name)
  await expect(of('1.1 Broken').getByText('error', { exact: true })).toBeVisible()
  await expect(of('1.2 Equal').getByText('passed', { exact: true })).toBeVisible()
  await expect(of('1.3 Different').getByText('failed', { exact: true })).toBeVisible()
  await expect(of('1.4 Free').getByText('passed', { exact: true })).toBeVisible()
  await expect(of('1.5 Untouched').getByText('pending', { exact: true })).toBeVisible()
  await expect(of('1.6 Left out').getByText('skipped', { exact: true })).toBeVisible()
  await expect(of('1.1 Broken').getByLabel('Actual Value')).toHaveCount(0)
  const counts = page.getByRole('group', { name: '1 Payments' })
  for (const count of ['2 passed', '1 failed', '1 error', '1 pending', '1 skipped'])
    await expect(counts.getByText(count)).toBeVisible()
})

test('Cancel in the confirmation keeps a run', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await server.run(person, project.id, 'Precious')
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await page.getByRole('button', { name: 'Delete Run' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'Are you sure you want to delete this test run with all its results? This action cannot be undone.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Precious')).toBeVisible()
})

test('A run without test cases says so, and shows no percentage', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await server.run(person, project.id)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByText('This run has no test cases')).toBeVisible()
  await expect(page.getByRole('tabpanel')).not.toContainText('%')
})

test(
  'An unknown run, or one of another project, adds no option to the dropdown and leads to the latest run',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await sampleProject(server, person)
    const run = await server.run(person, project.id, 'Release 1.4')
    const other = await server.run(person, (await server.project(person, 'Accounts')).id)
    const select = page.getByLabel('Test Run', { exact: true })
    for (const unknown of ['01a20186-0000-7000-8000-00000000dead', other.id]) {
      await openAs(person, `/projects/${project.id}?tab=runs&run=${unknown}`)
      await expect(page.getByText('Test run not found')).toBeVisible()
      await expect(select.getByRole('option')).toHaveText([new RegExp(`^${run.id.slice(-8)} · running`)])
      expect(await select.evaluate((element: HTMLSelectElement) => element.selectedIndex)).toBe(-1)
      await page.getByRole('button', { name: 'Show the latest run' }).click()
      await expect(page.getByText('Release 1.4')).toBeVisible()
      await expect(select).toHaveValue(run.id)
    }
  },
)

test('An unknown run in a project without runs leads back to the tab', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=runs&run=unknown`)
  await page.getByRole('button', { name: 'Back to Test Runs' }).click()
  await expect(page.getByText('No test runs yet')).toBeVisible()
})

test('An older run is offered with its status and date while it is shown', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const first = await server.run(person, project.id, 'Build 1')
  for (let number = 2; number <= 6; number += 1) await server.run(person, project.id, `Build ${number}`)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${first.id}`)
  await expect(page.getByText('Build 1')).toBeVisible()
  const select = page.getByLabel('Test Run', { exact: true })
  await expect(select.getByRole('option')).toHaveCount(6)
  await expect(select.getByRole('option').last()).toHaveText(/ · running · .+ · earlier$/)
  await expect(select).toHaveValue(first.id)
})
