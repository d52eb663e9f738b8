import type { Page } from '@playwright/test'
import { expect, newPerson, type Person, test, type TestServer } from '#src/testing/fixtures.ts'
import { addTester } from '#src/testing/project-data.ts'
import { field, row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

async function openRun(server: TestServer, person: Person, openAs: (person: Person, path: string) => Promise<void>) {
  const data = await runOf60(server, person)
  await openAs(person, data.path)
  const stored = async (number: string) =>
    (await server.get(`/test-runs/${data.run.id}`, person)).body.results.find(
      ({ id }: any) => id === data.resultOf(number).id,
    )
  return { ...data, stored }
}

/** Makes a row current, as a click beside its controls does. */
async function choose(page: Page, number: string): Promise<void> {
  await row(page, number).getByText('manual').click()
  await expect(row(page, number)).toHaveAttribute('aria-current', 'true')
}

test('Line 8: P on a row without a value passes it, and the next row is current', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { stored } = await openRun(server, person, openAs)
  await choose(page, '1.1')
  await page.keyboard.press('p')
  await expect(row(page, '1.1')).toHaveAccessibleName(/, passed$/)
  await expect(field(page, '1.1')).toHaveAttribute('placeholder', 'as expected')
  await expect(row(page, '1.2')).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => stored('1.1')).toMatchObject({ status: 'passed', actualValue: null, isStatusByHand: true })
})

test('Line 9: F fails a row, and its note is recorded with it as one attempt', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { stored } = await openRun(server, person, openAs)
  await choose(page, '1.1')
  await page.keyboard.press('f')
  await expect(row(page, '1.1')).toHaveAccessibleName(/, failed$/)
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('timeout')
  await page.keyboard.press('Enter')
  await expect(row(page, '1.2')).toBeFocused()
  await expect(row(page, '1.1').getByRole('img', { name: 'Note' })).toBeVisible()
  await expect.poll(() => stored('1.1')).toMatchObject({ status: 'failed', notes: 'timeout', attempts: 1 })
  await choose(page, '1.1')
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('timeout')
})

test('Line 10: S skips a row, and the counts follow', async ({ page, server, person, openAs }) => {
  await openRun(server, person, openAs)
  await choose(page, '1.1')
  await page.keyboard.press('s')
  await expect(row(page, '1.1')).toHaveAccessibleName(/, skipped$/)
  await expect(page.getByRole('button', { name: /^2 skipped/ })).toBeVisible()
})

test('Line 11: Z takes a verdict back as a new attempt, also after a reload', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { stored } = await openRun(server, person, openAs)
  await choose(page, '1.1')
  await page.keyboard.press('p')
  await expect.poll(() => stored('1.1')).toMatchObject({ status: 'passed' })
  await page.reload()
  await expect(row(page, '1.1')).toHaveAccessibleName(/, passed$/)
  await page.keyboard.press('z')
  await expect(row(page, '1.1')).toHaveAccessibleName(/, pending$/)
  await expect(row(page, '1.1')).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => stored('1.1')).toMatchObject({ status: 'pending', attempts: 2 })
})

test('Line 12: Letters typed into a value are text, and Enter moves to the next value', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { stored } = await openRun(server, person, openAs)
  await field(page, '1.1').focus()
  await page.keyboard.type('pf')
  await expect(field(page, '1.1')).toHaveValue('pf')
  await expect(row(page, '1.1')).toHaveAccessibleName(/, pending$/)
  await page.keyboard.press('Enter')
  await expect(field(page, '1.2')).toBeFocused()
  await expect.poll(() => stored('1.1')).toMatchObject({ actualValue: 'pf', status: 'failed', attempts: 1 })
})

test('Line 21: What is recorded offline is kept, and saved without a click once online', async ({
  page,
  context,
  server,
  person,
  openAs,
}) => {
  const { stored } = await openRun(server, person, openAs)
  await choose(page, '1.1')
  await context.setOffline(true)
  await page.keyboard.press('p')
  await expect(row(page, '1.1').getByText('Not saved yet')).toBeVisible()
  await field(page, '1.4').fill('42.5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Offline: 2 entries kept here')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^27 passed/ })).toBeVisible()
  await context.setOffline(false)
  await expect(row(page, '1.1').getByText('passed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^29 passed/ })).toBeVisible()
  for (const number of ['1.1', '1.4']) expect(await stored(number)).toMatchObject({ status: 'passed', attempts: 1 })
})

test('Line 22: A conflict offers both entries, and leaves what is being typed alone', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { stored, project, resultOf } = await openRun(server, person, openAs)
  const tess = await newPerson(server, 'Tess')
  await addTester(server, person, project.id, tess)
  await field(page, '1.1').fill('200')
  await server.patch(`/test-runs/result/${resultOf('1.1').id}`, { actualValue: '404' }, tess)
  await page.keyboard.press('Enter')
  await page.keyboard.type('typed')
  const choice = row(page, '1.1').getByRole('group', { name: 'Choose an entry' })
  await expect(choice).toContainText('Tess recorded 404')
  await expect(field(page, '1.2')).toBeFocused()
  await expect(field(page, '1.2')).toHaveValue('typed')
  await expect(field(page, '1.1')).toHaveValue('200')
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => stored('1.1')).toMatchObject({ actualValue: '200', attempts: 2 })
  await expect.poll(() => stored('1.2')).toMatchObject({ actualValue: 'typed' })
})

test('Line 23: Run on a recorded false boolean shows it, and saves only a change', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, resultOf, stored } = await openRun(server, person, openAs)
  await server.patch(`/test-runs/result/${resultOf('1.3').id}`, { actualValue: 'false' }, person)
  await page.goto(`/projects/${project.id}`)
  await page.getByRole('button', { name: /Cart/ }).click()
  await page
    .getByRole('group', { name: '1.3 Cart: keeps its items after a sign-in' })
    .getByRole('button', { name: 'Run Test Case' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Run Test Case' })
  await expect(dialog.getByRole('switch', { name: 'Actual Value' })).not.toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Save Result' })).toBeDisabled()
  await dialog.getByRole('switch', { name: 'Actual Value' }).click()
  await dialog.getByRole('button', { name: 'Save Result' }).click()
  await expect(dialog).toBeHidden()
  expect(await stored('1.3')).toMatchObject({ actualValue: 'true', status: 'passed', attempts: 2 })
})
