import { expect, keepToasts, test, toast } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('A deletion that is restored from the Trash takes the Undo of its toast with it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('group', { name: /^1\.1 / }).focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const deleted = toast(page, 'Test case deleted successfully')
  await expect(deleted.getByRole('button', { name: 'Undo' })).toBeVisible()
  await keepToasts(page)
  await page.getByRole('button', { name: 'Trash' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Trash' }).getByRole('button', { name: 'Restore' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 test case restored')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('An assignment of many cases offers Undo, which Z takes away with it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await page.getByRole('button', { name: 'Select 1.13', exact: true }).click()
  await page.getByRole('button', { name: 'Select 1.14', exact: true }).click({ modifiers: ['Shift'] })
  await keepToasts(page)
  await page.keyboard.press('m')
  await expect(row(page, '1.14').getByTitle('Ada Lovelace')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, '1.14').getByTitle('Ada Lovelace')).toBeHidden()
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('The key . goes past automated cases to the next one that a person can judge', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('End')
  await expect(row(page, '3.20')).toBeFocused()
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowUp')
  await expect(row(page, '3.15')).toBeFocused()
  await page.keyboard.press('.')
  await expect(row(page, '1.1')).toBeFocused()
})
