import type { Locator } from '@playwright/test'
import { names } from '#src/testing/case-row.ts'
import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { abort } from '#src/testing/inspect.ts'
import { sampleProject } from '#src/testing/project-data.ts'

const paste = async (field: Locator, text: string) =>
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test(
  'Pasted lines become cases in their order; a line that is none comes back with the reason',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project, payments } = await sampleProject(server, person)
    await openAs(person, `/projects/${project.id}`)
    await page.getByRole('button', { name: /Payments/ }).click()
    const field = page.getByRole('textbox', { name: 'New case in Payments' })
    await field.focus()
    await paste(field, 'P1 = 1\nP2\n= 5\nP3 = x')
    await expect(page.getByRole('group', { name: '1.6 P3', exact: true })).toBeVisible()
    await expect(field).toHaveValue('= 5')
    await expect(page.getByRole('alert').filter({ hasText: 'Test case name is required' })).toBeVisible()
    await expect.poll(async () => (await names(server, person, payments.id)).slice(3)).toEqual(['P1', 'P2', 'P3'])
    await field.fill('')
    const lines = Array.from({ length: 25 }, (_, index) => `Q${index + 1}`)
    await paste(field, lines.join('\n'))
    await page.getByRole('dialog', { name: 'Create Test Cases' }).getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Created: 25 test cases')).toBeVisible()
    expect((await names(server, person, payments.id)).slice(6)).toEqual(lines)
  },
)

test('The line for new cases keeps the focus, below more pasted lines than fit the window', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, payments } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  const field = page.getByRole('textbox', { name: 'New case in Payments' })
  await field.focus()
  await paste(field, Array.from({ length: 150 }, (_, index) => `Q${index + 1}`).join('\n'))
  await page.getByRole('dialog', { name: 'Create Test Cases' }).getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Created: 150 test cases')).toBeVisible()
  await expect(field).toBeInViewport()
  await expect(field).toBeFocused()
  await page.keyboard.type('Last')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names(server, person, payments.id)).at(-1)).toBe('Last')
})

test('A case that the server does not take leaves the list and comes back into the field', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  const field = page.getByRole('textbox', { name: 'New case in Payments' })
  await abort(page, 'testCases.create')
  await field.fill('Lost = 1')
  await field.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to create test case' })).toBeVisible()
  await expect(field).toHaveValue('Lost = 1')
  await expect(page.getByRole('group', { name: /Lost$/ })).toHaveCount(0)
})

test('A case that the server has not stored yet can be selected; other acts say that it is being saved', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, payments } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  const { promise: isSeen, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/trpc\/[^?]*testCases.create/, async (route) => {
    await isSeen
    await route.continue()
  })
  const field = page.getByRole('textbox', { name: 'New case in Payments' })
  await field.fill('Refunds')
  await field.press('Enter')
  const row = page.getByRole('group', { name: '1.4 Refunds' })
  await row.focus()
  const strip = page.getByRole('region', { name: 'Notifications' })
  for (const key of ['F2', 'e', 'Enter', 'o', 'Delete', 'Alt+ArrowUp']) {
    await page.keyboard.press(key)
    await expect(strip, key).toContainText('The case is still being saved')
    await page.keyboard.press('z')
    await expect(strip, key).toContainText('Nothing to undo')
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('x')
  release()
  await expect(strip).toContainText('Created: Refunds')
  const selection = page.getByRole('toolbar', { name: 'Selection' })
  await expect(selection).toContainText('1 selected')
  await selection.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('menuitem', { name: 'high' }).click()
  await expect
    .poll(async () => (await server.get(`/test-cases/test-suite/${payments.id}`, person)).body[3])
    .toMatchObject({ name: 'Refunds', priority: 'high' })
})

test('A double click opens the name of a case; an empty one says why it cannot be saved, and Escape keeps the old', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  const row = page.getByRole('group', { name: '1.1 Confirms the card' })
  await row.getByText('Confirms the card').dblclick()
  const field = page.getByRole('textbox', { name: 'Case name' })
  await expect(field).toBeFocused()
  await field.fill('')
  await field.press('Enter')
  await expect(row.getByText('Test case name is required')).toBeVisible()
  await field.press('Escape')
  await expect(row).toBeFocused()
})
