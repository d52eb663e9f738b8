import type { Page } from '@playwright/test'
import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { sampleProject } from '#src/testing/project-data.ts'

const act = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name, exact: true })

test.beforeEach(async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await expect(page.getByRole('group', { name: '1.1 Confirms the card' })).toBeVisible()
})

test('Selected cases with their toolbar, and its dialogs', async ({ page }) => {
  await page.getByRole('button', { name: 'Select 1.1' }).click()
  await page.getByRole('button', { name: 'Select 1.3' }).click({ modifiers: ['Shift'] })
  await inspect(page, 'cases-selected')
  for (const [button, title] of [
    ['Move', 'Move 3 cases'],
    ['Tag', 'Tag 3 cases'],
    ['Run', 'Start Test Run'],
  ] as const) {
    await act(page, button).click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await inspect(page, `cases-${button.toLowerCase()}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await act(page, 'Priority').click()
  await expect(page.getByRole('menuitem', { name: 'critical' })).toBeVisible()
  await inspect(page, 'cases-priority')
})

test('Name of a case that is changed in its row and is refused, and a line for a new case that is', async ({
  page,
}) => {
  await page.getByRole('group', { name: '1.1 Confirms the card' }).focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Test case name is required')).toBeVisible()
  await inspect(page, 'case-rename-refused')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'New case in Payments' }).fill('x'.repeat(300))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/255 characters/)).toBeVisible()
  await inspect(page, 'case-entry-refused')
})

test('Panel of a case beside the list', async ({ page }) => {
  await page.getByRole('group', { name: '1.2 Adds up the total' }).focus()
  await page.keyboard.press('o')
  await expect(page.getByRole('complementary', { name: 'Case C2' })).toBeVisible()
  await inspect(page, 'cases-with-panel')
})
