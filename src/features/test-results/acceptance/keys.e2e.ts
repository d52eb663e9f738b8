import { expect, test } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('Line 13: ? lists the keys, and its switch stops P until it is on again', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const singleKeys = dialog.getByRole('switch', { name: 'Single-key shortcuts', exact: true })
  await expect(singleKeys).toBeChecked()
  await singleKeys.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(row(page, '1.1')).toBeFocused()

  await page.keyboard.press('p')
  // The arrow acts, and shows that P had its turn.
  await page.keyboard.press('ArrowDown')
  await expect(row(page, '1.2')).toBeFocused()
  await expect(row(page, '1.1')).toHaveAccessibleName(/, pending$/)

  await page.reload()
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('?')
  await expect(singleKeys).not.toBeChecked()
  await singleKeys.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Home')
  await page.keyboard.press('p')
  await expect(row(page, '1.1')).toHaveAccessibleName(/, passed$/)
})

test('Line 19: five selected rows pass with one key, and one undo takes all back', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await page.getByRole('button', { name: 'Select 1.1', exact: true }).click()
  await page.getByRole('button', { name: 'Select 1.5', exact: true }).click({ modifiers: ['Shift'] })
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('5 selected')
  await page.keyboard.press('p')
  const five = ['1.1', '1.2', '1.3', '1.4', '1.5']
  for (const number of five) await expect(row(page, number)).toHaveAccessibleName(/, passed$/)
  await expect(page.getByRole('button', { name: /^32 passed/ })).toBeVisible()
  await page.keyboard.press('z')
  for (const number of five) await expect(row(page, number)).toHaveAccessibleName(/, pending$/)
  await expect(page.getByRole('button', { name: /^27 passed/ })).toBeVisible()
})
