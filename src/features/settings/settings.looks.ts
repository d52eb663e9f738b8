import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'

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
