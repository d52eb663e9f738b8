import type { Page } from '@playwright/test'
import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const isPending = async (page: Page, number: string) =>
  await expect(row(page, number)).toHaveAccessibleName(/, pending$/)

/** Sends a key that Playwright cannot press: composed, with AltGr, or of another layout. */
const send = async (page: Page, init: Omit<KeyboardEventInit, 'view'>) =>
  await page.evaluate(
    (init) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })),
    init,
  )

test.beforeEach(async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(row(page, '1.1')).toBeFocused()
})

test('No key acts while a search, the select of runs, a dialog or a menu has the focus', VARIANT, async ({ page }) => {
  await test.step('a dialog, which gives the focus back to the row', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('p')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(row(page, '1.1')).toBeFocused()
    await isPending(page, '1.1')
  })
  await test.step('the menu of members', async () => {
    await page.keyboard.press('a')
    await expect(page.getByRole('menuitem', { name: 'Nobody' })).toBeVisible()
    await page.keyboard.press('p')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem', { name: 'Nobody' })).toBeHidden()
    await expect(row(page, '1.1')).toBeFocused()
    await isPending(page, '1.1')
  })
  await test.step('the search', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('pfsx')
    await expect(page.getByRole('searchbox', { name: 'Search this run' })).toHaveValue('pfsx')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeHidden()
    await isPending(page, '1.1')
  })
  await test.step('the select of runs', async () => {
    await page.getByRole('combobox').first().focus()
    await page.keyboard.press('p')
    await page.keyboard.press('x')
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeHidden()
    await isPending(page, '1.1')
  })
})

test('Combinations of the browser and keys of an input method record nothing', async ({ page }) => {
  await send(page, { key: 'p', altKey: true })
  await send(page, { key: 'p', metaKey: true })
  await send(page, { key: 'p', ctrlKey: true })
  await send(page, { key: 'p', isComposing: true })
  await send(page, { key: 'Process', code: 'KeyP' })
  await page.keyboard.press('ArrowDown')
  await expect(row(page, '1.2')).toBeFocused()
  await isPending(page, '1.1')
})

test('Holding P records one verdict, and holding an arrow moves on', async ({ page }) => {
  await page.keyboard.down('p')
  await page.keyboard.down('p')
  await page.keyboard.down('p')
  await page.keyboard.up('p')
  await expect(row(page, '1.2')).toBeFocused()
  await expect(row(page, '1.1')).toHaveAccessibleName(/, passed$/)
  await isPending(page, '1.2')
  for (let repeat = 0; repeat < 4; repeat += 1) await page.keyboard.down('ArrowDown')
  await page.keyboard.up('ArrowDown')
  await expect(row(page, '1.6')).toBeFocused()
})

test('A key counts by the character it types: ] with AltGr, P on a Cyrillic layout', async ({ page }) => {
  await send(page, { key: ']', code: 'Digit9', ctrlKey: true, altKey: true, modifierAltGraph: true })
  await expect(row(page, '2.1')).toBeFocused()
  await page.keyboard.press('Home')
  await send(page, { key: 'з', code: 'KeyP' })
  await expect(row(page, '1.1')).toHaveAccessibleName(/, passed$/)
})

test('Enter presses the focused button and does not edit the value', async ({ page }) => {
  await page.getByRole('button', { name: 'Select 1.1', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('1 selected')
  await expect(row(page, '1.1').getByLabel('Actual Value')).not.toBeFocused()
})

test('Enter that ends a composition, as Safari sends it, saves nothing and stays in the field', async ({ page }) => {
  const field = row(page, '1.1').getByLabel('Actual Value')
  await field.focus()
  await page.keyboard.type('かな')
  await send(page, { key: 'Enter', code: 'Enter', keyCode: 229 })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('かな')
  await isPending(page, '1.1')
  await page.keyboard.press('Enter')
  await expect(row(page, '1.1')).toHaveAccessibleName(/, failed$/)
})
