import type { Page } from '@playwright/test'
import { enterOn, expect, keepToasts, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'
import { openSecondBrowser } from '#src/testing/second-browser.ts'

const PAYMENTS = ['1.1 Confirms the card', '1.2 Adds up the total', '1.3 Keeps the cart']

/** By keys, so that the mouse stays on the strip. */
const confirmDeletion = async (page: Page) => {
  await keepToasts(page)
  await enterOn(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }))
}
const undo = async (page: Page, text: string) => await toast(page, text).getByRole('button', { name: 'Undo' }).click()
const openTrash = async (page: Page) => {
  await page.getByRole('button', { name: 'Trash', exact: true }).click()
  return page.getByRole('dialog', { name: 'Trash' })
}
const expectRows = async (page: Page, names: string[]) => {
  for (const name of names) await expect(page.getByRole('group', { name, exact: true })).toBeVisible()
}

test('Line 26: three selected cases are deleted, undone to their places, and listed in the trash', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('button', { name: /Receipts/ }).click()
  for (const number of ['1.1', '1.3', '2.1']) await page.getByRole('button', { name: `Select ${number}` }).click()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to delete 3 test cases?')
  await expect(page.getByRole('dialog')).toContainText('They stay in the trash for 30 days.')
  await confirmDeletion(page)
  await expectRows(page, ['1.1 Adds up the total', '2.1 Shows the receipt'])
  await expect(page.locator('[data-cursor-row]:focus-within')).toHaveCount(1)
  await undo(page, '3 test cases deleted')
  await expectRows(page, [...PAYMENTS, '2.1 Answers with the order', '2.2 Shows the receipt'])
  await expect(page.getByRole('group', { name: PAYMENTS[0] as string })).toBeFocused()

  await page.keyboard.press('Delete')
  await confirmDeletion(page)
  await expect(toast(page, 'Test case deleted successfully')).toBeVisible()
  const dialog = await openTrash(page)
  const deletion = dialog.getByRole('list', { name: 'Deletions' }).getByRole('listitem').first()
  await expect(deletion).toContainText('1 test case of “Payments”')
  await expect(deletion).toContainText('just now by Ada Lovelace')
  await expect(deletion).toContainText('C1 Confirms the card')
  await deletion.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, '1 test case restored')).toBeVisible()
  await expect(dialog.getByText('The trash is empty')).toBeVisible()
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Trash', exact: true })).toBeFocused()
  await expectRows(page, PAYMENTS)

  await page.getByRole('group', { name: PAYMENTS[0] as string }).focus()
  await page.keyboard.press('Delete')
  await confirmDeletion(page)
  await openTrash(page)
  await deletion.getByRole('button', { name: 'Delete for good' }).click()
  const question = page.getByRole('dialog', { name: 'Delete for Good' })
  await expect(question).toContainText('1 test case of “Payments”')
  await question.getByRole('button', { name: 'Delete for Good' }).click()
  await expect(toast(page, 'Deleted for good')).toBeVisible()
  await expect(dialog.getByText('The trash is empty')).toBeVisible()
  await expect(dialog.getByRole('searchbox')).toBeFocused()
})

test('The buttons that delete selected cases, or the case in the panel, leave the focus on the current row', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  for (const number of ['1.1', '1.2']) await page.getByRole('button', { name: `Select ${number}` }).click()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  await confirmDeletion(page)
  await expectRows(page, ['1.1 Keeps the cart'])
  await expect(page.locator('[data-cursor-row]:focus')).toHaveAttribute('aria-current', 'true')

  await page.getByRole('button', { name: 'Keeps the cart', exact: true }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete Test Case' }).click()
  await confirmDeletion(page)
  await expect(page.getByText('This case was deleted')).toBeVisible()
  await expect(page.locator('[data-cursor-row]:focus')).toHaveAttribute('aria-current', 'true')
})

test('A deleted suite comes back with its cases by Undo, at its place', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('group', { name: '1 Payments' }).getByRole('button', { name: 'Delete Suite' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'Are you sure you want to delete the test suite “Payments” with its 3 test cases? It stays in the trash for 30 days.',
  )
  await confirmDeletion(page)
  await expect(page.getByRole('group', { name: '1 Receipts' })).toBeVisible()
  await undo(page, 'Test suite deleted successfully')
  await expect(toast(page, 'Test suite restored')).toBeVisible()
  await expectRows(page, ['1 Payments', '2 Receipts', ...PAYMENTS])
  await expect(page.getByRole('group', { name: '1 Payments' })).toBeFocused()
})

test('Two cases deleted one after the other are undone one after the other', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  for (const name of ['1.1 Confirms the card', '1.1 Adds up the total']) {
    await page.getByRole('group', { name }).getByRole('button', { name: 'Delete Test Case' }).press('Enter')
    await confirmDeletion(page)
    await expect(page.getByRole('group', { name })).toBeHidden()
  }
  await undo(page, 'Test case deleted successfully')
  await expectRows(page, ['1.1 Adds up the total', '1.2 Keeps the cart'])
  await undo(page, 'Test case deleted successfully')
  await expectRows(page, PAYMENTS)
})

test(
  'The trash finds deletions by words, and shows who deleted what in another browser without a reload',
  VARIANT,
  async ({ page, browser, server, person, openAs }) => {
    const { project, cases, receipts } = await sampleProject(server, person)
    const tess = await server.person(`Tess${crypto.randomUUID().slice(0, 8)}`)
    await addTester(server, person, project.id, tess)
    await openAs(person, `/projects/${project.id}`)
    await page.getByRole('button', { name: /Payments/ }).click()
    await expectRows(page, PAYMENTS)
    const other = await openSecondBrowser(browser, server, tess, `/projects/${project.id}`)
    await other.getByRole('button', { name: /Payments/ }).click()
    await other
      .getByRole('group', { name: '1.2 Adds up the total' })
      .getByRole('button', { name: 'Delete Test Case' })
      .click()
    await confirmDeletion(other)
    await expectRows(page, ['1.2 Keeps the cart'])
    await undo(other, 'Test case deleted successfully')
    await expectRows(page, PAYMENTS)
    await other.context().close()

    await server.post(`/projects/${project.id}/test-cases/delete`, { ids: [cases.number.id, cases.flag.id] }, tess)
    await server.delete(`/test-suites/${receipts.id}`, person)
    const dialog = await openTrash(page)
    await expect(dialog.getByRole('button', { name: 'Restore' })).toHaveCount(2)
    await expect(dialog.getByText('Test suite “Receipts” with 2 cases')).toBeVisible()
    await dialog.getByRole('searchbox', { name: 'Search the trash' }).fill('TOTAL adds')
    await expect(dialog.getByRole('button', { name: 'Restore' })).toHaveCount(1)
    await expect(dialog.getByText(`by ${tess.name}`)).toBeVisible()
    await expect(dialog.getByText('C2 Adds up the total')).toBeVisible()
    await dialog.getByRole('searchbox').fill('')
    await expect(dialog.getByRole('button', { name: 'Restore' })).toHaveCount(2)
    await server.delete(`/test-cases/${cases.text.id}`, tess)
    await expect(dialog.getByRole('button', { name: 'Restore' })).toHaveCount(3)
    await dialog.getByRole('searchbox').fill('nothing like it')
    await expect(dialog.getByText('No deletion matches')).toBeVisible()
  },
)

test('The trash says when it cannot be read, and reads it again', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.route('**/trpc/**deletions.list**', (route) => route.abort())
  const dialog = await openTrash(page)
  await expect(dialog.getByText('Failed to read the trash')).toBeVisible()
  await page.unroute('**/trpc/**deletions.list**')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText('The trash is empty')).toBeVisible()
})

test('A deletion that somebody else has restored says so', async ({ page, server, person, openAs }) => {
  const { project, cases } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page
    .getByRole('group', { name: '1.1 Confirms the card' })
    .getByRole('button', { name: 'Delete Test Case' })
    .click()
  await confirmDeletion(page)
  await expect(toast(page, 'Test case deleted successfully')).toBeVisible()
  const [{ id }] = (await server.get(`/projects/${project.id}/deletions`, person)).body
  await server.post(`/projects/${project.id}/deletions/${id}/restore`, undefined, person)
  await undo(page, 'Test case deleted successfully')
  await expect(page.getByText('It is not in the trash any more')).toBeVisible()
  await expectRows(page, PAYMENTS)
  expect((await server.get(`/test-cases/${cases.text.id}`, person)).status).toBe(200)
})
