import type { Page } from '@playwright/test'
import { expect, newPerson, type Person, test, type TestServer, toast, VARIANT } from '#src/testing/fixtures.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'

const edit = (page: Page) => page.getByRole('dialog', { name: 'Edit Test Case' })
const choice = (page: Page) => edit(page).getByRole('group', { name: 'Choose a version' })
const name = (page: Page) => page.getByLabel('Test Case Name', { exact: true })
const description = (page: Page) => edit(page).getByLabel('Description', { exact: true })

async function openEdit(page: Page): Promise<void> {
  const row = page.getByRole('group', { name: '1.1 Confirms the card' })
  const suite = page.getByRole('button', { name: /Payments/, expanded: false })
  await expect(row.or(suite)).toBeVisible()
  if (!(await row.isVisible())) await suite.click()
  await row.getByRole('button', { name: 'Edit Test Case' }).click()
  await expect(name(page)).toHaveValue('Confirms the card')
}

/** The dialog of a case that Tess changes meanwhile. */
async function conflict(page: Page, server: TestServer, person: Person, openAs: (p: Person, path: string) => unknown) {
  const { project, cases, receipts } = await sampleProject(server, person)
  const tess = await newPerson(server, 'Tess')
  await addTester(server, person, project.id, tess)
  await openAs(person, `/projects/${project.id}`)
  await openEdit(page)
  await description(page).fill('Mine')
  const read = async () => (await server.get(`/test-cases/${cases.text.id}`, person)).body
  return { tess, read, path: `/test-cases/${cases.text.id}`, receipts }
}

const save = (page: Page) => edit(page).getByRole('button', { name: 'Save Changes' }).click()

test('A case that somebody else changed is not overwritten: Keep mine saves over it, and what was not touched stays', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { tess, read, path } = await conflict(page, server, person, openAs)
  await server.patch(path, { description: 'Theirs', preconditions: 'A full cart' }, tess)
  await save(page)
  await expect(choice(page)).toContainText('Tess changed this case')
  await expect(choice(page)).toBeFocused()
  expect(await read()).toMatchObject({ description: 'Theirs' })
  await choice(page).getByRole('button', { name: 'See the difference' }).click()
  const diff = choice(page).getByRole('group', { name: 'Changes in Description' })
  await expect(diff.locator('del')).toHaveText('Theirs')
  await expect(diff.locator('ins')).toHaveText('Mine')
  await choice(page).getByRole('button', { name: 'Keep mine' }).click()
  await expect(toast(page, 'Test case updated successfully')).toBeVisible()
  await expect(edit(page)).toBeHidden()
  expect(await read()).toMatchObject({ description: 'Mine', preconditions: 'A full cart' })
})

test(
  'Take theirs shows the version of the other, which can be edited further',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { tess, read, path } = await conflict(page, server, person, openAs)
    await server.patch(path, { description: 'Theirs' }, tess)
    await save(page)
    await choice(page).getByRole('button', { name: 'Take theirs' }).click()
    await expect(description(page)).toHaveValue('Theirs')
    await expect(choice(page)).toHaveCount(0)
    await expect(name(page)).toBeFocused()
    await name(page).fill('Confirms any card')
    await save(page)
    await expect(edit(page)).toBeHidden()
    expect(await read()).toMatchObject({ name: 'Confirms any card', description: 'Theirs' })
  },
)

test(
  'A resumed draft of a field that somebody else changed asks before it goes on',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { tess, read, path } = await conflict(page, server, person, openAs)
    await page.keyboard.press('Escape')
    await expect(edit(page)).toBeHidden()
    await server.patch(path, { description: 'Theirs' }, tess)
    await page.reload()
    await openEdit(page)
    await expect(description(page)).toHaveValue('Theirs')
    await page.getByRole('button', { name: 'Continue draft' }).click()
    await expect(description(page)).toHaveValue('Mine')
    await expect(choice(page)).toContainText('Tess changed this case')
    await choice(page).getByRole('button', { name: 'Take theirs' }).click()
    await expect(description(page)).toHaveValue('Theirs')
    await save(page)
    await expect(edit(page)).toBeHidden()
    expect(await read()).toMatchObject({ description: 'Theirs' })
  },
)
