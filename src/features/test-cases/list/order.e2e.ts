import type { Page } from '@playwright/test'
import { names, row } from '#src/testing/case-row.ts'
import { expect, test, toast } from '#src/testing/fixtures.ts'
import { abort } from '#src/testing/inspect.ts'
import { sampleProject } from '#src/testing/project-data.ts'

async function openBoth(page: Page) {
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('button', { name: /Receipts/ }).click()
  await expect(row(page, '2.2 Shows the receipt')).toBeVisible()
}

async function drag(page: Page, from: string, to: string, half: 'upper' | 'lower') {
  const [start, end] = [await row(page, from).boundingBox(), await row(page, to).boundingBox()]
  if (!start || !end) throw new Error('A row is not rendered')
  await page.mouse.move(start.x + 420, start.y + start.height / 2, { steps: 4 })
  await page.mouse.down()
  await page.mouse.move(start.x + 430, start.y + start.height / 2 + 6, { steps: 4 })
  const y = end.y + end.height * (half === 'upper' ? 0.25 : 0.75)
  await page.mouse.move(end.x + 430, y, { steps: 12 })
  await expect(row(page, to)).toHaveAttribute('data-drop', /./)
  await page.mouse.up()
}

test('Alt and an arrow move a case over the edge of its suite into the next, and Z brings it back', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, payments, receipts } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await openBoth(page)
  await row(page, '1.3 Keeps the cart').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(row(page, '2.1 Keeps the cart')).toBeFocused()
  await expect.poll(() => names(server, person, payments.id)).toEqual(['Confirms the card', 'Adds up the total'])
  await page.keyboard.press('Alt+ArrowDown')
  await expect(row(page, '2.2 Keeps the cart')).toBeFocused()
  await expect
    .poll(() => names(server, person, receipts.id))
    .toEqual(['Answers with the order', 'Keeps the cart', 'Shows the receipt'])
  await page.keyboard.press('z')
  await expect(row(page, '2.1 Keeps the cart')).toBeFocused()
  await page.keyboard.press('z')
  await expect(row(page, '1.3 Keeps the cart')).toBeVisible()
  await expect.poll(() => names(server, person, receipts.id)).toEqual(['Answers with the order', 'Shows the receipt'])
})

test('Alt and an arrow on the head of a suite move the suite', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(row(page, '2 Payments')).toBeFocused()
  await expect(row(page, '1 Receipts')).toBeVisible()
  await expect
    .poll(async () => (await server.get(`/test-suites/project/${project.id}`, person)).body)
    .toMatchObject([{ name: 'Receipts' }, { name: 'Payments' }])
  await page.keyboard.press('z')
  await expect(row(page, '1 Payments')).toBeVisible()
})

test('A move that the server refuses is taken back, with its reason', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await openBoth(page)
  await abort(page, 'testCases.updateMany')
  await row(page, '1.1 Confirms the card').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(toast(page, 'Failed to update test cases')).toBeVisible()
  await expect(row(page, '1.1 Confirms the card')).toBeFocused()
})

test('A case is dragged by the mouse within its suite, and into another one', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, payments, receipts } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await openBoth(page)
  await drag(page, '1.1 Confirms the card', '1.3 Keeps the cart', 'lower')
  await expect(row(page, '1.3 Confirms the card')).toBeVisible()
  await drag(page, '1.3 Confirms the card', '2.2 Shows the receipt', 'upper')
  await expect(row(page, '2.2 Confirms the card')).toBeVisible()
  await expect.poll(() => names(server, person, payments.id)).toEqual(['Adds up the total', 'Keeps the cart'])
  await expect
    .poll(() => names(server, person, receipts.id))
    .toEqual(['Answers with the order', 'Confirms the card', 'Shows the receipt'])
})

test('All selected cases are dragged together, and a suite by its head', async ({ page, server, person, openAs }) => {
  const { project, receipts } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await openBoth(page)
  await page.getByRole('button', { name: 'Select 1.1' }).click()
  await page.getByRole('button', { name: 'Select 1.3' }).click()
  await drag(page, '1.3 Keeps the cart', '2.1 Answers with the order', 'upper')
  await expect(row(page, '2.2 Keeps the cart')).toBeVisible()
  await expect
    .poll(() => names(server, person, receipts.id))
    .toEqual(['Confirms the card', 'Keeps the cart', 'Answers with the order', 'Shows the receipt'])
  await drag(page, '2 Receipts', '1 Payments', 'upper')
  await expect(row(page, '1 Receipts')).toBeVisible()
  await expect(row(page, '1.1 Confirms the card')).toBeVisible()
})
