import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { twoRuns } from '#src/testing/two-runs.ts'

test('Settings, and the questions before a new secret and a deletion', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  await expect(page.getByLabel('Client Secret', { exact: true })).toBeVisible()
  await inspect(page, 'project-settings')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Regenerate Secret' }).click()
  await expect(dialog).toBeVisible()
  await inspect(page, 'regenerate-secret')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete Project' }).click()
  await expect(dialog).toBeVisible()
  await inspect(page, 'delete-project')
})

test('The retention of a project, and a number of days that it does not take', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const card = page.getByRole('region', { name: 'Retention' })
  await card.getByLabel('Keep runs (days)').fill('365')
  await card.getByLabel('Keep traces (days)').fill('none')
  await card.getByRole('button', { name: 'Save Retention' }).click()
  await expect(card.getByText('A whole number from 1')).toBeVisible()
  await inspect(page, 'retention')
})

test('The badge before it is made, of a run with failures, and the questions before it changes', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await twoRuns(server, person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const badge = page.getByRole('region', { name: 'Badge' })
  await badge.getByRole('button', { name: 'Create Badge' }).scrollIntoViewIfNeeded()
  await inspect(page, 'badge-none')
  await badge.getByRole('button', { name: 'Create Badge' }).click()
  await expect(badge.getByRole('img', { name: 'Result of the last run' })).toBeVisible()
  await badge.getByRole('button', { name: 'End Badge' }).scrollIntoViewIfNeeded()
  await inspect(page, 'badge')
  await badge.getByRole('button', { name: 'New Address' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect(page, 'badge-new-address')
})

test('The links to runs that an owner can end, and the question before all end', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await twoRuns(server, person)
  const runs = (await server.get(`/test-runs/project/${project.id}`, person)).body as { id: string }[]
  for (const { id } of runs) await server.post(`/test-runs/${id}/share`, {}, person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const endAll = page.getByRole('button', { name: 'End All Links' })
  await endAll.scrollIntoViewIfNeeded()
  await inspect(page, 'shared-links')
  await endAll.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect(page, 'end-all-links')
})

test('The integrations of a project with an arrival', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await server.upload(person, project.id, '<testsuite><testcase name="a"/></testsuite>')
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const integrations = page.getByRole('region', { name: 'Integrations' })
  await integrations.getByText('Last received').scrollIntoViewIfNeeded()
  await inspect(page, 'integrations')
})
