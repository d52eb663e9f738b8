import { FOREIGN_CSV, longCsv, REFUSED_CSV, TESTRAIL_XML } from '#src/testing/case-files.ts'
import { expect, test } from '#src/testing/fixtures.ts'
import { abort, hold, inspect } from '#src/testing/inspect.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { chooseFile, openImport } from './testing.ts'

test('Menu, choice of a file, a file that is read, one that no reader knows, and one that could not be sent', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Import and Export' }).click()
  await expect(page.getByRole('menuitem', { name: 'Export as JSON' })).toBeVisible()
  await inspect(page, 'import-menu')
  await page.keyboard.press('Escape')
  const dialog = await openImport(page)
  await expect(dialog.getByRole('button', { name: 'Choose a File' })).toBeVisible()
  await inspect(page, 'import-choose')
  await page.route('**/imports?*', () => undefined)
  await chooseFile(dialog, 'cases.xml', TESTRAIL_XML)
  await expect(dialog.getByText('Uploading…')).toBeVisible()
  await inspect(page, 'import-reading')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await chooseFile(dialog, 'picture.xml', '<svg/>')
  await expect(dialog.getByRole('alert')).toContainText('Unrecognized XML')
  await inspect(page, 'import-unknown')
  await page.route('**/imports?*', (route) => route.abort())
  await chooseFile(dialog, 'cases.xml', TESTRAIL_XML)
  await expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible()
  await inspect(page, 'import-offline')
})

test('Preview of a TestRail file, the import while it is sent and done, the same file again, and the undone import', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  await expect(page.getByText('No test suites yet')).toBeVisible()
  await inspect(page, 'import-empty-project')
  const dialog = await openImport(page)
  await chooseFile(dialog, 'testrail-export-of-the-whole-shop.xml', TESTRAIL_XML)
  await expect(dialog.getByRole('button', { name: 'Import 2 Cases' })).toBeEnabled()
  await inspect(page, 'import-preview')
  await page.route('**/imports?*', () => undefined)
  await dialog.getByRole('button', { name: 'Import 2 Cases' }).click()
  await expect(dialog.getByText('Importing…')).toBeVisible()
  await inspect(page, 'import-sending')
  // A request that is still held would be sent.
  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await openImport(page)
  await chooseFile(dialog, 'testrail.xml', TESTRAIL_XML)
  await dialog.getByRole('button', { name: 'Import 2 Cases' }).click()
  await expect(dialog.getByText('2 cases imported.')).toBeVisible()
  await inspect(page, 'import-done')
  await chooseFile(dialog, 'testrail.xml', TESTRAIL_XML)
  await expect(dialog.getByText('All 2 cases are unchanged.')).toBeVisible()
  await inspect(page, 'import-unchanged')
  await page.keyboard.press('Escape')
  await server.importCases(person, project.id, longCsv(40), { name: 'long.csv' })
  await openImport(page)
  await chooseFile(dialog, 'longer.csv', longCsv(45))
  await dialog.getByRole('button', { name: 'Import 5 Cases' }).click()
  await dialog.getByRole('button', { name: 'Undo Import' }).click()
  await expect(dialog.getByText('Import undone')).toBeVisible()
  await inspect(page, 'import-undone')
})

test('Columns to map, refused rows, and an import that fails', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const dialog = await openImport(page)
  await chooseFile(dialog, 'Testfälle.csv', FOREIGN_CSV)
  await expect(dialog.getByText('Choose the column that is the name of a case.')).toBeVisible()
  await inspect(page, 'import-mapping')
  await dialog.getByLabel('Field of Was wird getestet').selectOption('Name')
  await expect(dialog.getByRole('button', { name: 'Import 3 Cases' })).toBeEnabled()
  await inspect(page, 'import-mapped')
  await chooseFile(dialog, 'refused.csv', REFUSED_CSV)
  await expect(dialog.getByText('2 rows refused')).toBeVisible()
  await inspect(page, 'import-refused')
  await page.route('**/imports?*', (route) => route.abort())
  await dialog.getByLabel('Import without the 2 refused rows').check()
  await dialog.getByRole('button', { name: 'Import 3 Cases' }).click()
  await expect(dialog.getByRole('alert')).toContainText('nothing is imported twice')
  await inspect(page, 'import-failed')
})

test('A large import while it runs, and the list of imports: none, some, unreadable', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const openList = async () => {
    await page.getByRole('button', { name: 'Import and Export' }).click()
    await page.getByRole('menuitem', { name: 'Recent imports' }).click()
  }
  await openList()
  const list = page.getByRole('dialog', { name: 'Imports' })
  await expect(list.getByText('No imports in the last 30 days')).toBeVisible()
  await inspect(page, 'imports-empty')
  await page.keyboard.press('Escape')

  await server.importCases(person, project.id, TESTRAIL_XML, {
    name: 'a-file-with-a-long-name-that-does-not-fit-on-one-line-of-a-phone.xml',
  })
  await server.importCases(person, project.id, REFUSED_CSV, { name: 'refused.csv', skipRefused: 'true' })
  const { body } = await server.importCases(person, project.id, longCsv(30), { name: 'long.csv' })
  await server.post(`/projects/${project.id}/imports/${body.id}/undo`, {}, person)
  const dialog = await openImport(page)
  await chooseFile(dialog, 'longer.csv', longCsv(1_200))
  await hold(page, 'imports.get')
  await dialog.getByRole('button', { name: 'Import 1,200 Cases' }).click()
  await expect(dialog.getByText('of 1,200 cases')).toBeVisible()
  await inspect(page, 'import-running')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.keyboard.press('Escape')
  await openList()
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await expect(list.getByRole('button', { name: 'Undo' })).toHaveCount(3)
  await inspect(page, 'imports')
  await abort(page, 'imports.list')
  await page.reload()
  await openList()
  await expect(list.getByRole('button', { name: 'Retry' })).toBeVisible()
  await inspect(page, 'imports-error')
})
