import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('The dialog of a link before, when and after it is made', async ({ page, server, person, openAs }) => {
  const { project, run } = await runOf60(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible()
  await inspect(page, 'share-new')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('Copy the link now')).toBeVisible()
  await inspect(page, 'share-made')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await expect(dialog.getByRole('button', { name: 'Replace link' })).toBeVisible()
  await inspect(page, 'share-exists')
})
