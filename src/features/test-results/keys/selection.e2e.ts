import { expect, keepToasts, test, toast } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const BUTTON = { exact: true } as const

test('A verdict on a selection leaves automated cases out, says so, and its toast takes it back', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await page.getByRole('button', { name: 'Select 3.15', ...BUTTON }).click()
  await page.getByRole('button', { name: 'Select 3.17', ...BUTTON }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await expect(bar).toContainText('3 selected')
  await keepToasts(page)
  await bar.getByRole('button', { name: 'Skip' }).press('Enter')
  await expect(row(page, '3.15')).toHaveAccessibleName(/, skipped$/)
  await expect(row(page, '3.16')).toHaveAccessibleName(/, pending$/)
  const done = page.getByText('1 case skipped, 2 automated left out')
  await expect(done).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, '3.15')).toHaveAccessibleName(/, pending$/)
  await bar.getByRole('button', { name: 'Deselect' }).click()
  await expect(bar).toBeHidden()
})

test('A verdict on a selection that contradicts recorded values asks for one note', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await page.getByRole('button', { name: 'Select 2.16', ...BUTTON }).click()
  await page.getByRole('button', { name: 'Select 2.17', ...BUTTON }).click({ modifiers: ['Shift'] })
  await page.keyboard.press('f')
  const note = page.getByRole('toolbar', { name: 'Selection' }).getByRole('textbox', { name: 'Note' })
  await expect(note).toBeFocused()
  await expect(row(page, '2.16')).toHaveAccessibleName(/, passed$/)
  await page.keyboard.type('paid twice')
  await page.keyboard.press('Enter')
  for (const number of ['2.16', '2.17']) await expect(row(page, number)).toHaveAccessibleName(/, failed$/)
  await expect(row(page, '2.17')).toBeFocused()
  await expect(toast(page, '2 cases failed')).toBeVisible()
})

test('A range shrinks when the selection goes back, and Escape ends it', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('Home')
  for (const _ of '123') await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await expect(bar).toContainText('4 selected')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(bar).toContainText('3 selected')
  await expect(row(page, '1.4')).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(row(page, '1.3')).toBeFocused()
})
