import type { Page } from '@playwright/test'
import { row } from '#src/testing/case-row.ts'
import { expect, keepToasts, test, toast } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })
const act = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true })

test.beforeEach(async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('button', { name: /Receipts/ }).click()
  await page.getByRole('button', { name: 'Select 1.1' }).click()
  await page.getByRole('button', { name: 'Select 1.3' }).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected')
})

test('A selection starts a run of its cases, and shows it', async ({ page }) => {
  await act(page, 'Run').click()
  const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
  await expect(dialog).toContainText('3 cases')
  await dialog.getByRole('button', { name: 'Start Test Run' }).click()
  await expect(toast(page, 'Test run started successfully')).toBeVisible()
  await expect(page.getByRole('row', { name: /^1\.3 Keeps the cart/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '3 all' })).toBeVisible()
})

test('A selection is moved to the top of a suite by one call, and back by Undo', async ({ page }) => {
  await act(page, 'Move').click()
  const dialog = page.getByRole('dialog', { name: 'Move 3 cases' })
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog.getByLabel('Test suite')).toBeFocused()
  await expect(dialog.getByLabel('Test suite')).toHaveAccessibleDescription('Choose a test suite')
  await dialog.getByLabel('Test suite').selectOption({ label: '2 Receipts' })
  await dialog.getByLabel('Position').selectOption({ label: 'At the top' })
  await keepToasts(page)
  await dialog.getByRole('button', { name: 'Move' }).press('Enter')
  await expect(row(page, '2.3 Keeps the cart')).toBeVisible()
  await expect(row(page, '2.4 Answers with the order')).toBeVisible()
  await toast(page, 'Moved 3 cases to Receipts').getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, '1.3 Keeps the cart')).toBeVisible()
  await expect(row(page, '2.1 Answers with the order')).toBeVisible()
})

test('A selection gets a priority, which Z takes back, and tags, which Undo takes back', async ({ page }) => {
  await act(page, 'Priority').click()
  await page.getByRole('menuitem', { name: 'critical' }).click()
  await expect(row(page, '1.2 Adds up the total')).toContainText('critical')
  await row(page, '1.2 Adds up the total').focus()
  await page.keyboard.press('z')
  await expect(row(page, '1.2 Adds up the total')).toContainText('medium')
  await act(page, 'Tag').click()
  const dialog = page.getByRole('dialog', { name: 'Tag 3 cases' })
  await dialog.getByRole('button', { name: 'Save Tags' }).click()
  await expect(dialog).toContainText('Name a tag to add or to remove')
  await dialog.getByLabel('Add tags').fill('smoke')
  await page.keyboard.press('Enter')
  await keepToasts(page)
  await dialog.getByRole('button', { name: 'Save Tags' }).press('Enter')
  await expect(row(page, '1.2 Adds up the total')).toContainText('smoke')
  await toast(page, 'Tags of 3 cases changed').getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, '1.2 Adds up the total')).not.toContainText('smoke')
})

test('Esc closes the dialog of tags at once, and its fields are found by their labels in a project with tags', async ({
  page,
}) => {
  await act(page, 'Tag').click()
  const dialog = page.getByRole('dialog', { name: 'Tag 3 cases' })
  await expect(dialog.getByLabel('Add tags', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await act(page, 'Tag').click()
  await dialog.getByLabel('Add tags', { exact: true }).fill('smoke')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save Tags' }).click()
  await expect(row(page, '1.2 Adds up the total')).toContainText('smoke')
  await act(page, 'Tag').click()
  await expect(dialog.getByLabel('Add tags', { exact: true })).toBeFocused()
  await page.keyboard.type('smo')
  await dialog.getByLabel('Add tags', { exact: true }).fill('')
  await dialog.getByLabel('Remove tags', { exact: true }).fill('SMOKE')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save Tags' }).click()
  await expect(row(page, '1.2 Adds up the total')).not.toContainText('smoke')
})

test('A selection is duplicated to the end of its suite', async ({ page }) => {
  await keepToasts(page)
  await act(page, 'Duplicate').press('Enter')
  await expect(row(page, '1.6 Keeps the cart')).toBeVisible()
  await toast(page, 'Duplicated 3 cases').getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, '1.6 Keeps the cart')).toBeHidden()
  await expect(row(page, '1.3 Keeps the cart')).toBeVisible()
})

test('A double click on Duplicate copies a case once', async ({ page }) => {
  await row(page, '1.2 Adds up the total').getByRole('button', { name: 'Duplicate' }).dblclick()
  await expect(toast(page, 'Duplicated 1 case')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: /Payments/ }).click()
  await expect(page.getByRole('group', { name: /Adds up the total$/ })).toHaveCount(2)
})

test('A selected case that somebody else deletes, alone or with its suite, leaves the selection, which can be acted on', async ({
  page,
  server,
  person,
}) => {
  const [project] = (await server.get('/projects', person)).body
  const [suite] = (await server.get(`/test-suites/project/${project.id}`, person)).body
  const cases = async () => (await server.get(`/test-cases/test-suite/${suite.id}`, person)).body
  await server.delete(`/test-cases/${(await cases())[1].id}`, person)
  await expect(bar(page)).toContainText('2 selected')
  await act(page, 'Priority').click()
  await page.getByRole('menuitem', { name: 'critical' }).click()
  await expect(toast(page, 'Priority of 2 cases: critical')).toBeVisible()
  expect(await cases()).toMatchObject([{ priority: 'critical' }, { priority: 'critical' }])
  await server.delete(`/test-suites/${suite.id}`, person)
  await expect(bar(page)).toBeHidden()
})

test('Clear ends a selection and gives the focus back to the list', async ({ page }) => {
  await act(page, 'Clear').click()
  await expect(bar(page)).toBeHidden()
  await expect(page.locator('[aria-current=true]')).toBeFocused()
})

test('A row shows a checkbox at its number under the pointer, with the focus and when it is selected', async ({
  page,
}) => {
  const tick = (number: string) => page.getByRole('button', { name: `Select ${number}` }).locator('[data-tick]')
  const box = async (number: string) => await tick(number).evaluate((mark) => getComputedStyle(mark).opacity)
  await expect.poll(() => box('1.2')).toBe('1')
  await expect(tick('1.2')).toHaveAttribute('data-checked')
  await page.mouse.move(0, 0)
  await expect.poll(() => box('2.1')).toBe('0')
  await row(page, '2.1 Answers with the order').hover()
  await expect.poll(() => box('2.1')).toBe('1')
  await expect(tick('2.1')).not.toHaveAttribute('data-checked')
  await page.mouse.move(0, 0)
  await expect.poll(() => box('2.1')).toBe('0')
  await row(page, '2.1 Answers with the order').focus()
  await expect.poll(() => box('2.1')).toBe('1')
})
