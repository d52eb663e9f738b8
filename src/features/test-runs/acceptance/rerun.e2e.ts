import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('Line 28: Re-run failed opens the start dialog with the two failed cases, and starts a run of them', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Re-run failed' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
  await expect(dialog.getByRole('radio', { name: 'Failed of run' })).toBeChecked()
  await expect(dialog.getByText('2 cases', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Description')).toBeFocused()
  await dialog.getByRole('button', { name: 'Start Test Run' }).click()
  await expect(toast(page, 'Test run started successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Re-run of Release 1.4' })).toBeVisible()
  await expect(page.getByRole('button', { name: '2 all' })).toBeVisible()
  await expect(row(page, '2.18')).toBeVisible()
  await expect(row(page, '2.19')).toBeVisible()
})

test('Line 28 by key: Shift+R prepares the same, and the branch, environment and milestone of the run stay', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await runOf60(server, person)
  const details = {
    branch: 'main',
    environment: 'staging',
    milestone: '1.4',
    commit: '4f2a91c',
    buildUrl: 'https://ci.example.com/7',
  }
  await server.patch(`/test-runs/${run.id}`, details, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('Shift+R')
  const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
  await expect(dialog.getByRole('radio', { name: 'Failed of run' })).toBeChecked()
  await expect(dialog.getByLabel('Branch')).toHaveValue('main')
  await expect(dialog.getByLabel('Environment')).toHaveValue('staging')
  await expect(dialog.getByLabel('Commit')).toHaveValue('')
  await dialog.getByRole('button', { name: 'More' }).click()
  await expect(dialog.getByLabel('Milestone')).toHaveValue('1.4')
  await expect(dialog.getByLabel('Build address')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('A run in which nothing failed has nothing to run again, and says so', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await runOf60(server, person)
  await server.run(person, project.id, 'Release 1.5')
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('Shift+R')
  await expect(page.getByText('Nothing failed in this run')).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  const item = page.getByRole('menuitem', { name: 'Re-run failed' })
  await expect(item).toBeDisabled()
  await expect(item).toContainText('Nothing failed in this run')
})

test(
  'Re-run failed says how many of the failed cases only a pipeline can record',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const project = await server.project(person)
    const suite = await server.suite(person, project.id)
    const fields = { expectedValue: 'ok', type: 'auto' }
    const [first, second] = [
      await server.testCase(person, suite.id, { ...fields, name: 'Rotates sessions' }),
      await server.testCase(person, suite.id, { ...fields, name: 'Signs in', type: 'manual' }),
    ]
    const run = await server.run(person, project.id, 'Nightly')
    const fail = async ({ id }: { id: string }) =>
      await server.execute(person, id, run.id, { actualValue: 'no', expectedValue: 'ok' })
    await fail(first)
    await openAs(person, `/projects/${project.id}?tab=runs`)
    await expect(row(page, '1.1').getByText('failed')).toBeVisible()
    await page.keyboard.press('Shift+R')
    const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
    await expect(dialog.getByText('1 case', { exact: true })).toBeVisible()
    await expect(dialog.getByText('It is automated: only a pipeline can record it')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await fail(second)
    await expect(row(page, '1.2').getByText('failed')).toBeVisible()
    await page.keyboard.press('Shift+R')
    await expect(dialog.getByText('2 cases', { exact: true })).toBeVisible()
    await expect(dialog.getByText('1 of them is automated: only a pipeline can record it')).toBeVisible()
  },
)
