import type { Page } from '@playwright/test'
import { expect, test, VARIANT } from '#src/testing/fixtures.ts'

/** Pastes a text at the focus, as the keyboard does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', given)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    const isFree = document.activeElement?.dispatchEvent(event)
    if (isFree) document.execCommand('insertText', false, given)
  }, text)
}

test(
  'Pasted lines become steps, two columns fill Step and Expected, and more than 100 are refused',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const project = await server.project(person)
    const suite = await server.suite(person, project.id)
    await openAs(person, `/projects/${project.id}`)
    await page.getByRole('button', { name: 'Add Test Case' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Test Case' })
    const step = (number: number) => dialog.getByLabel(`Step ${number}`, { exact: true })
    const result = (number: number) => dialog.getByLabel(`Expected result of step ${number}`, { exact: true })
    await dialog.getByLabel('Test Case Name', { exact: true }).fill('Pays')
    await dialog.getByRole('button', { name: 'Add step' }).click()
    await paste(page, 'Sign in')
    await expect(step(1)).toHaveValue('Sign in')
    await paste(page, '1. Open the cart\r\n2. Press Pay\r\n')
    await expect(step(2)).toHaveValue('Open the cart')
    await expect(step(3)).toHaveValue('Press Pay')
    await expect(step(3)).toBeFocused()
    await result(3).focus()
    await paste(page, 'Thank you\nand a receipt')
    await expect(result(3)).toHaveValue('Thank you\nand a receipt')
    await page.keyboard.press('Enter')
    await expect(step(4)).toBeFocused()
    await paste(page, '"Open\nthe bill"\tIt says "Paid"\nLeave\t')
    await expect(step(4)).toHaveValue('Open\nthe bill')
    await expect(result(4)).toHaveValue('It says "Paid"')
    await expect(step(5)).toBeFocused()
    await paste(page, Array.from({ length: 97 }, (_, index) => `Line ${index + 1}`).join('\n'))
    await expect(dialog.getByRole('alert')).toHaveText(
      'A test case may have at most 100 steps. Of 97 pasted steps, the last 2 were not added.',
    )
    await expect(step(5)).toHaveValue('Leave')
    await expect(step(100)).toHaveValue('Line 95')
    await expect(dialog.getByRole('button', { name: 'Add step' })).toBeDisabled()
    await page.keyboard.press('Control+Enter')
    // A busy machine takes long to render 200 growing fields.
    await expect(dialog).toBeHidden({ timeout: 60_000 })
    const { body } = await server.get(`/test-cases/test-suite/${suite.id}`, person)
    expect(body[0].steps).toHaveLength(100)
    expect(body[0].steps[3]).toEqual({ action: 'Open\nthe bill', expected: 'It says "Paid"' })
  },
)
