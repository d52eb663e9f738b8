import type { Locator, Page } from '@playwright/test'

export const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import Cases' })

export async function openImport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Import and Export' }).click()
  await page.getByRole('menuitem', { name: 'Import cases…' }).click()
  return importDialog(page)
}

/** Chooses a file by the keyboard, in the first step or instead of the one that is chosen. */
export async function chooseFile(dialog: Locator, name: string, text: string): Promise<void> {
  const chooser = dialog.page().waitForEvent('filechooser')
  await dialog.getByRole('button', { name: /Choose a File|Another File/ }).focus()
  await dialog.page().keyboard.press('Enter')
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
}
