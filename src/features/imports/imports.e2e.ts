import { readFile, utimes, writeFile } from 'node:fs/promises'
import { FOREIGN_CSV, longCsv, REFUSED_CSV, TESTRAIL_XML } from '#src/testing/case-files.ts'
import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { dragFiles } from '#src/testing/reports.ts'
import { chooseFile, importDialog, openImport } from './testing.ts'

test('The XML of TestRail is previewed, imported by the keyboard alone, unchanged the second time, and undone', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('list', { name: 'First steps' }).getByRole('button', { name: 'Import cases' }).press('Enter')
  const dialog = importDialog(page)
  await expect(dialog.getByRole('button', { name: 'Choose a File' })).toBeFocused()
  await chooseFile(dialog, 'shop.xml', TESTRAIL_XML)
  await expect(dialog.getByText('TestRail XML')).toBeVisible()
  await expect(dialog.getByRole('table', { name: 'What changes' }).getByRole('row')).toHaveText([
    /Row/,
    /1.*Pays and gets a receipt.*Cart.*New/,
    /2.*Refunds a voucher.*Cart › Refunds.*New/,
  ])
  await expect(dialog.getByText('estimate')).toBeVisible()
  await expect(page.getByLabel('Summary')).toContainText('Total test cases0')

  await dialog.getByRole('button', { name: 'Import 2 Cases' }).press('Enter')
  await expect(dialog.getByText('2 cases imported.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /Cart 1 case/ }).click()
  await expect(page.getByRole('group', { name: '1.1 Pays and gets a receipt' })).toBeVisible()
  await expect(page.getByLabel('Summary')).toContainText('Total test cases2')

  await openImport(page)
  await expect(dialog.getByText('shop.xml')).toHaveCount(0)
  await chooseFile(dialog, 'shop.xml', TESTRAIL_XML)
  await expect(dialog.getByText('All 2 cases are unchanged.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Import/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')

  await page.getByRole('button', { name: 'Import and Export' }).click()
  await page.getByRole('menuitem', { name: 'Recent imports' }).click()
  const item = page.getByRole('dialog', { name: 'Imports' }).getByRole('listitem').filter({ hasText: 'shop.xml' })
  await expect(item).toContainText('by Ada Lovelace')
  await item.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog', { name: 'Undo Import' }).getByRole('button', { name: 'Undo Import' }).click()
  await expect(toast(page, 'Import undone. 2 new cases went to the trash.')).toBeVisible()
  await expect(item).toContainText('Undone')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Summary')).toContainText('Total test cases0')
  await page.getByRole('button', { name: 'Trash', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Trash' }).getByText('Refunds a voucher')).toBeVisible()
})

test('Columns of an unknown table are mapped by hand, and the project remembers them', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  const dialog = await openImport(page)
  const drop = await dragFiles(page, dialog.getByText('Drop a file of test cases here'), [
    { name: 'Testfälle.csv', text: FOREIGN_CSV },
  ])
  await drop.dropOn(dialog.getByText('Drop a file of test cases here'))
  await expect(dialog.getByText('Choose the column that is the name of a case.')).toBeVisible()
  const columns = dialog.getByRole('table', { name: 'Columns' })
  await expect(columns.getByRole('row', { name: /Bereich/ })).toContainText('Kasse · Warenkorb')
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled()
  const map = async (column: string, field: string) =>
    await columns.getByLabel(`Field of ${column}`, { exact: true }).selectOption(field)
  await map('Verantwortlich', 'Name')
  await expect(dialog.getByRole('table', { name: 'What changes' })).toContainText('Grace')
  await page.route('**/imports?*', (route) => route.abort())
  await map('Was wird getestet', 'Name')
  await expect(dialog.getByRole('alert')).toContainText('The server was not reached.')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(columns.getByLabel('Field of Verantwortlich')).toHaveValue('')
  await map('Bereich', 'Suite')
  await map('Wichtigkeit', 'Priority')
  await expect(dialog.getByRole('table', { name: 'What changes' })).toContainText('Zahlt auf RechnungKasse')
  await dialog.getByRole('button', { name: 'Import 3 Cases' }).click()
  await expect(dialog.getByText('3 cases imported.')).toBeVisible()
  await chooseFile(dialog, 'later.csv', FOREIGN_CSV.replace('Zahlt mit Karte', 'Zahlt mit Gutschein'))
  await expect(dialog.getByText('As in the last import of this project.')).toBeVisible()
  await expect(columns.getByLabel('Field of Bereich')).toHaveValue('suite')
  await dialog.getByRole('button', { name: 'Import 1 Case' }).click()
  await expect(dialog.getByText('1 case imported.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo Import' }).click()
  await expect(dialog.getByText('1 new case went to the trash.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Kasse 2 cases/ }).click()
  await expect(page.getByRole('group', { name: '1.2 Zahlt auf Rechnung' })).toContainText('low')
})

test('Refused rows are named, and the others are imported only when that was chosen', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const dialog = await openImport(page)
  await chooseFile(dialog, 'cart.csv', REFUSED_CSV)
  const refused = dialog.getByRole('table', { name: '2 rows refused' })
  await expect(refused.getByRole('row', { name: /^3/ })).toContainText('Test case name is required')
  await expect(refused.getByRole('row', { name: /^5/ })).toContainText('priority must be one of')
  await expect(dialog.getByText('Owner').last()).toBeVisible()
  const button = dialog.getByRole('button', { name: 'Import 3 Cases' })
  await expect(button).toBeDisabled()
  await dialog.getByLabel('Import without the 2 refused rows').check()
  await page.route('**/imports?*', (route) => route.abort())
  await button.click()
  await expect(dialog.getByRole('alert')).toContainText('The server was not reached.')
  await page.unrouteAll()
  await button.click()
  await expect(dialog.getByText('3 cases imported.')).toBeVisible()
  await expect(page.getByLabel('Summary', { exact: true })).toContainText('Total test cases8')
})

test('What was exported is unchanged when it is imported, in each format, from the menu and the palette', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const exportAs = async (label: string) => {
    const download = page.waitForEvent('download')
    if (label === 'JSON') {
      await page.keyboard.press('Control+K')
      await page.keyboard.type('>export as json')
      await expect(page.getByRole('dialog').getByText('Export as JSON')).toBeVisible()
      await page.keyboard.press('Enter')
    } else {
      await page.getByRole('button', { name: 'Import and Export' }).click()
      await page.getByRole('menuitem', { name: `Export as ${label}` }).click()
    }
    const file = await download
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  for (const label of ['CSV', 'Markdown', 'JSON']) {
    const { name, text } = await exportAs(label)
    expect(text).toContain('Adds up the total')
    const dialog = await openImport(page)
    await chooseFile(dialog, name, text)
    await expect(dialog.getByText('All 5 cases are unchanged.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('A large import goes on while its dialog is closed, and says when it is done', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  const dialog = await openImport(page)
  await chooseFile(dialog, 'long.csv', longCsv(1_000))
  const reads = await page.route('**/imports.get**', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Import 1,000 Cases' }).click()
  await expect(dialog.getByText('of 1,000 cases')).toBeVisible()
  await expect(dialog.getByText('The connection to the server is lost.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await openImport(page)
  await expect(dialog.getByText('of 1,000 cases')).toBeVisible()
  await page.keyboard.press('Escape')
  await reads.dispose()
  await expect(toast(page, '1,000 test cases imported')).toBeVisible()
  await toast(page, '1,000 test cases imported').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, '1,000 new cases went to the trash.')).toBeVisible()
})

test(
  'A file that is no list of cases, too large, or changed meanwhile says why it is not imported',
  VARIANT,
  async ({ page, server, person, openAs }, testInfo) => {
    const { project } = await sampleProject(server, person)
    await openAs(person, `/projects/${project.id}`)
    const dialog = await openImport(page)
    await chooseFile(dialog, 'picture.xml', '<svg/>')
    await expect(dialog.getByRole('alert')).toContainText('Unrecognized XML')
    await chooseFile(dialog, 'long.csv', 'name\n'.padEnd(21 * 1024 * 1024, 'x'))
    await expect(dialog.getByRole('alert')).toContainText('An import may have 20 MB.')
    const path = testInfo.outputPath('cases.csv')
    await writeFile(path, longCsv(3))
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Another File' }).click()
    await (await chooser).setFiles(path)
    await expect(dialog.getByRole('button', { name: 'Import 3 Cases' })).toBeEnabled()
    await writeFile(path, longCsv(4))
    // Browsers compare seconds.
    await utimes(path, new Date(), new Date(Date.now() + 5_000))
    await dialog.getByRole('button', { name: 'Import 3 Cases' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The file was changed since it was chosen.')
  },
)
