import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
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

test('The exported HTML file', async ({ page, server, person }, testInfo) => {
  const { run } = await runOf60(server, person)
  const answer = await fetch(`${server.url}/api/test-runs/${run.id}/export?format=html`, {
    headers: { authorization: person.authorization },
  })
  const file = testInfo.outputPath('run.html')
  await writeFile(file, await answer.text())
  await page.goto(pathToFileURL(file).href)
  await expect(page.getByRole('heading', { name: 'Failures (2)' })).toBeVisible()
  await inspect(page, 'exported-file')
})
