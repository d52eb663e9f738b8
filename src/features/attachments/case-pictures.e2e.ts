import type { Locator, Page } from '@playwright/test'
import { chooseFiles, pastePicture, pngOf, textFile } from '#src/testing/files.ts'
import { panel } from '#src/testing/result-row.ts'
import { expect, test, VARIANT } from '#src/testing/fixtures.ts'

const REFERENCE = /!\[Screenshot \d{4}-\d\d-\d\d \d\d\.\d\d( \(\d\))?\.png\]\(attachment:[0-9a-f-]{36}\)/

const list = (page: Page) => page.getByRole('list', { name: 'Attachments' })

test('Pictures pasted in the texts and steps of a case are attached to it, previewed, and shown in its panel', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  const steps = [{ action: 'Open the cart', expected: 'It is empty' }]
  const { id, ref } = await server.testCase(person, suite.id, { name: 'Cart', steps })
  await openAs(person, `/projects/${project.id}?case=${ref}`)
  await panel(page).getByRole('button', { name: 'Edit Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Test Case' })
  await expect(dialog.getByLabel('Test Case Name')).toBeFocused()
  await dialog.getByLabel('Description', { exact: true }).focus()
  await pastePicture(page)
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveValue(REFERENCE)
  const step = dialog.getByRole('textbox', { name: 'Step 1', exact: true })
  await step.press('End')
  await pastePicture(page, pngOf(20, 20))
  await expect(step).toHaveValue(new RegExp(`^Open the cart${REFERENCE.source}$`))
  await expect(dialog.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('tab', { name: 'Preview' }).nth(1).click()
  await expect(dialog.getByRole('button', { name: /^Picture Screenshot/ }).locator('img')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(panel(page).getByRole('button', { name: /^Picture Screenshot/ })).toHaveCount(2)
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await list(page)
    .getByRole('button', { name: /^Remove Screenshot/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(panel(page)).toContainText('picture deleted')
  await expect(panel(page).getByRole('button', { name: /^Picture Screenshot/ })).toHaveCount(1)
  expect((await server.get(`/test-cases/${id}`, person)).body.attachments).toHaveLength(1)
})

test(
  'Files are chosen in the panel of a case, also of an automated one, and Esc closes the viewer only',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const project = await server.project(person)
    const suite = await server.suite(person, project.id)
    const { ref } = await server.testCase(person, suite.id, { name: 'Cart', type: 'auto', automationKey: 'cart' })
    await openAs(person, `/projects/${project.id}?case=${ref}`)
    await chooseFiles(panel(page), [textFile('one.log'), textFile('two.log')])
    await expect(list(page).locator('[data-attachment]')).toHaveCount(2)
    await page.reload()
    await list(page).getByRole('button', { name: 'two.log', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Attachment two.log' })).toContainText('a file')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(panel(page)).toBeVisible()
    await expect(list(page).getByRole('button', { name: 'two.log', exact: true })).toBeFocused()
  },
)

test('A picture dropped on a text of a case is in that text, and a file dropped elsewhere does not replace the page', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  const { ref } = await server.testCase(person, suite.id, { name: 'Cart', steps: [{ action: 'Open', expected: '' }] })
  await openAs(person, `/projects/${project.id}?case=${ref}`)
  await panel(page).getByRole('button', { name: 'Edit Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Test Case' })
  /** Resolves to whether the browser leaves the file to the page. */
  const drop = async (target: Locator) =>
    await target.evaluate((element, base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], 'cart.png', { type: 'image/png' }))
      return ['dragover', 'drop'].every(
        (type) => !element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })),
      )
    }, pngOf(10, 10).toString('base64'))
  const description = dialog.getByLabel('Description', { exact: true })
  expect(await drop(description)).toBe(true)
  await expect(description).toHaveValue(/^!\[cart\.png\]\(attachment:[0-9a-f-]{36}\)$/)
  const step = dialog.getByRole('textbox', { name: 'Step 1', exact: true })
  expect(await drop(step)).toBe(true)
  await expect(step).toHaveValue(/^(Open)?!\[cart.*\]\(attachment:[0-9a-f-]{36}\)(Open)?$/)
  await expect(dialog.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(2)
  expect(await drop(dialog.getByLabel('Test Case Name'))).toBe(true)
  expect(await drop(page.locator('body'))).toBe(true)
})

test('A case that is not saved yet says when pictures can be pasted', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await server.suite(person, project.id, 'Cart')
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('group', { name: /^1 / }).getByRole('button', { name: 'Add Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Test Case' })
  await expect(dialog.getByLabel('Test Case Name')).toBeFocused()
  await dialog.getByLabel('Description', { exact: true }).focus()
  await pastePicture(page)
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Pictures can be pasted here after the first save',
  )
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveValue('')
})
