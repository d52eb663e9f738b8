import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('The details of a run are edited, and its menu shows them with a safe link to the build', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await runOf60(server, person)
  await openAs(person, path)
  const menu = page.getByRole('button', { name: 'More' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit details' })
  await expect(dialog.getByLabel('Description')).toHaveValue('Release 1.4')
  await expect(dialog.getByLabel('Description')).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Save Details' })).toBeDisabled()
  await dialog.getByLabel('Description').fill('Release 1.4.1')
  await dialog.getByLabel('Branch').fill('release/1.4')
  await dialog.getByLabel('Build address').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Save Details' }).click()
  await expect(dialog.getByText('Build address must be an http or https address')).toBeVisible()
  await dialog.getByLabel('Build address').fill('https://ci.example.com/builds/7')
  await dialog.getByRole('button', { name: 'Save Details' }).click()
  await expect(toast(page, 'Test run updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(menu).toBeFocused()
  await expect(page.getByRole('heading', { level: 2, name: 'Release 1.4.1' })).toBeVisible()
  await menu.click()
  const facts = page.getByRole('menu')
  await expect(facts).toContainText('release/1.4')
  const build = page.getByRole('menuitem', { name: 'Open build' })
  await expect(build).toHaveAttribute('href', 'https://ci.example.com/builds/7')
  await expect(build).toHaveAttribute('rel', 'noopener noreferrer')
  const { body } = await server.get(`/test-runs/${run.id}`, person)
  expect(body).toMatchObject({ description: 'Release 1.4.1', branch: 'release/1.4', commit: null })
})

test(
  'A field that is emptied is cleared, and fields that others changed meanwhile stay theirs',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { run, path } = await runOf60(server, person)
    await server.patch(`/test-runs/${run.id}`, { branch: 'main', commit: '4f2a91c' }, person)
    await openAs(person, path)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit details' })
    await dialog.getByLabel('Branch').fill('')
    await server.patch(`/test-runs/${run.id}`, { milestone: '1.4' }, person)
    await dialog.getByRole('button', { name: 'Save Details' }).click()
    await expect(toast(page, 'Test run updated successfully')).toBeVisible()
    const { body } = await server.get(`/test-runs/${run.id}`, person)
    expect(body).toMatchObject({ branch: null, commit: '4f2a91c', milestone: '1.4' })
  },
)

test('A run that has ended is pinned, then reopened, and takes results again', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await runOf60(server, person)
  await server.post(`/test-runs/${run.id}/complete`, { omitResults: true }, person)
  await openAs(person, path)
  await expect(page.getByRole('button', { name: 'Complete' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Pin: retention keeps it' }).click()
  await expect(toast(page, 'Test run updated successfully')).toBeVisible()
  expect((await server.get(`/test-runs/${run.id}`, person)).body.isPinned).toBe(true)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'Unpin: retention may delete it' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Reopen' }).click()
  await expect(toast(page, 'Test run reopened successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible()
  await expect(page.getByLabel('Actual Value').first()).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'Unpin: retention may delete it' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Reopen' })).toHaveCount(0)
})

test(
  'At 1440 px the run bar shows branch, commit, environment and duration in its two lines',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { run, path } = await runOf60(server, person)
    const details = { branch: 'main', commit: '4f2a91c0d1e2', environment: 'staging' }
    await server.patch(`/test-runs/${run.id}`, details, person)
    await server.post(`/test-runs/${run.id}/complete`, { omitResults: true }, person)
    await page.setViewportSize({ width: 1440, height: 900 })
    await openAs(person, path)
    const bar = page.getByRole('region', { name: /^Test run/ })
    for (const text of ['main', '4f2a91c', 'staging']) await expect(bar.getByText(text, { exact: true })).toBeVisible()
    expect((await bar.locator('..').boundingBox())?.height).toBe(40)
  },
)
