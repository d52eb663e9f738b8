import type { Locator } from '@playwright/test'
import { expect, test } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('On a phone a case is a dialog with its verdicts below, which the Back button closes', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(person, path)
  await row(page, '1.2').getByRole('button', { name: 'Cart: one item' }).click()
  const dialog = (number: string) => page.getByRole('dialog', { name: `Case ${number}` })
  await expect(dialog('1.2').getByRole('table', { name: 'Steps' })).toBeVisible()
  const middleOf = async (part: Locator) => await part.boundingBox().then((box) => box && box.y + box.height / 2)
  const menu = dialog('1.2').getByRole('button', { name: 'Case actions' })
  const status = dialog('1.2').getByText('pending', { exact: true }).first()
  expect(Math.abs(((await middleOf(menu)) ?? NaN) - ((await middleOf(status)) ?? NaN))).toBeLessThan(2)
  const bar = page.getByRole('toolbar', { name: 'Verdict' })
  await expect.poll(() => bar.boundingBox()).toMatchObject({ x: 0, y: 788, height: 56 })
  const strip = page.getByRole('region', { name: 'Notifications' })
  await expect.poll(() => strip.boundingBox()).toMatchObject({ y: 760, height: 28 })
  await expect(bar.getByRole('button')).toHaveText(['Previous', 'Pass', 'Fail', 'Skip', 'Note', 'Next'])
  await bar.getByRole('button', { name: 'Pass' }).click()
  await expect(bar.getByRole('button', { name: 'Pass' })).toHaveAttribute('aria-pressed', 'true')
  await bar.getByRole('button', { name: 'Next' }).click()
  await expect(dialog('1.3')).toBeVisible()
  await bar.getByRole('button', { name: 'Note' }).click()
  await expect(dialog('1.3').getByRole('textbox', { name: 'Note', exact: true })).toBeFocused()
  await page.keyboard.type('Seen twice')
  await page.keyboard.press('Enter')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(path)
  await expect(row(page, '1.2').getByText('passed')).toBeVisible()
  await expect(row(page, '1.3').getByRole('img', { name: 'Note' })).toBeVisible()
})

test('The dialog of a case gives the focus to the row of the case that it showed last, however it is closed', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(person, path)
  const dialog = (number: string) => page.getByRole('dialog', { name: `Case ${number}` })
  await row(page, '1.2').getByRole('button', { name: 'Cart: one item' }).click()
  await dialog('1.2').getByRole('button', { name: 'Close' }).click()
  await expect(row(page, '1.2')).toBeFocused()
  await page.keyboard.press('o')
  await page.getByRole('toolbar', { name: 'Verdict' }).getByRole('button', { name: 'Next' }).click()
  await expect(dialog('1.3')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, '1.3')).toBeFocused()
  await page.keyboard.press('o')
  await expect(dialog('1.3')).toBeVisible()
  await page.goBack()
  await expect(row(page, '1.3')).toBeFocused()
})
