import type { Page } from '@playwright/test'
import { expect, newPerson, test, VARIANT } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

const card = (page: Page, name: string) => page.getByRole('article', { name })

test('A project is created by keyboard alone, and focus returns to the button', async ({ page, person, openAs }) => {
  await openAs(person, '/projects')
  const button = page.getByRole('button', { name: 'Create Project' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create Project' })
  await expect(dialog.getByLabel('Project Name')).toBeFocused()
  await page.keyboard.type('Checkout')
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Description')).toBeFocused()
  await page.keyboard.type('Carts and payments')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await expect(card(page, 'Checkout')).toContainText('Carts and payments')
})

test('A project needs a name but no description', async ({ page, person, openAs }) => {
  await openAs(person, '/projects')
  await page.getByRole('button', { name: 'Create Project' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(dialog.getByText('Project name is required')).toBeVisible()
  await expect(dialog.getByLabel('Project Name')).toBeFocused()
  await dialog.getByLabel('Project Name').fill('Only a name')
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(card(page, 'Only a name')).toBeVisible()
})

test('A card shows role, date and counts, and opens the project', async ({ page, server, person, openAs }) => {
  const project = await server.project(person, 'Warehouse')
  await server.suite(person, project.id)
  await openAs(person, '/')
  await expect(card(page, 'Warehouse')).toContainText('Owner')
  await expect(card(page, 'Warehouse')).toContainText(/Created \w{3} \d{1,2}, \d{4}/)
  await expect(card(page, 'Warehouse')).toContainText('1 test suite')
  await expect(card(page, 'Warehouse')).toContainText('1 member')
  await card(page, 'Warehouse').getByRole('button', { name: 'Open Project' }).click()
  await expect(page).toHaveURL(`/projects/${project.id}`)
})

test('A card without an ended run shows the newest one that is running', async ({ page, server, person, openAs }) => {
  const { project, cases } = await sampleProject(server, person, 'Warehouse')
  await server.run(person, project.id, 'Nightly 1')
  const run = await server.run(person, project.id, 'Nightly 2')
  await server.execute(person, cases.text.id, run.id, { actualValue: 'Thank you' })
  await server.execute(person, cases.number.id, run.id, { actualValue: '7' })
  await openAs(person, '/')
  await expect(card(page, 'Warehouse')).toContainText('40% of 5 recorded')
  await expect(card(page, 'Warehouse')).toContainText('1 failed')
  await expect(card(page, 'Warehouse')).not.toContainText('passed')
  await expect(card(page, 'Warehouse').getByRole('img', { name: /^Nightly 2/ })).toBeVisible()
  await card(page, 'Warehouse').getByRole('link', { name: 'Nightly 2' }).click()
  await expect(page).toHaveURL(`/projects/${project.id}?tab=runs&run=${run.id}`)
})

test('A member sees the Member badge and no owner buttons', async ({ page, server, person, openAs }) => {
  const tester = await newPerson(server, 'Tess Ter')
  const project = await server.project(person, 'Shared')
  await server.post(`/projects/${project.id}/members`, { userId: tester.id }, person)
  await openAs(tester, '/')
  await expect(card(page, 'Shared')).toContainText('Member')
  await expect(card(page, 'Shared')).toContainText('2 members')
  await expect(card(page, 'Shared').getByRole('button')).toHaveText(['Open Project'])
})

test('An owner edits a project', async ({ page, server, person, openAs }) => {
  await server.project(person, 'Befor')
  await openAs(person, '/')
  await card(page, 'Befor').getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Project' })
  await expect(dialog.getByLabel('Project Name')).toHaveValue('Befor')
  await dialog.getByLabel('Project Name').fill('After')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(card(page, 'After')).toBeVisible()
  await expect(card(page, 'Befor')).toHaveCount(0)
})

test('An edit of a project keeps what another window changed, and asks before it replaces that', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { id } = await server.project(person, 'Befor')
  await openAs(person, '/')
  await card(page, 'Befor').getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Project' })
  const description = dialog.getByLabel('Description')
  await description.fill('Mine')
  await server.patch(`/projects/${id}`, { name: 'After', description: 'Theirs' }, person)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This project has changed since you read it')
  await expect(description).toHaveAccessibleDescription(/Somebody has changed it to “Theirs”/)
  await expect(description).toHaveValue('Mine')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  expect((await server.get(`/projects/${id}`, person)).body).toMatchObject({ name: 'After', description: 'Mine' })
})

test('An owner opens the settings of a project', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, '/')
  await card(page, 'Checkout').getByRole('button', { name: 'Settings' }).click()
  await expect(page).toHaveURL(`/projects/${project.id}/settings`)
})

test('A project is deleted after a confirmation, and kept after Cancel', async ({ page, server, person, openAs }) => {
  await server.project(person, 'Doomed')
  await openAs(person, '/')
  const remove = card(page, 'Doomed').getByRole('button', { name: 'Delete' })
  await remove.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Are you sure you want to delete this project? This action cannot be undone.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('Projects are found by name or description', async ({ page, server, person, openAs }) => {
  await server.post('/projects', { name: 'Alpha', description: 'carts' }, person)
  await server.post('/projects', { name: 'Beta', description: 'Payments' }, person)
  await openAs(person, '/')
  const search = page.getByPlaceholder('Search by name or description')
  await search.fill('ALPH')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'Alpha')).toBeVisible()
  await search.fill('payment')
  await expect(card(page, 'Beta')).toBeVisible()
  await expect(card(page, 'Alpha')).toHaveCount(0)
  await search.fill('nothing of the kind')
  await expect(page.getByText('No matching projects')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Search' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('Hundreds of projects render as the user scrolls', VARIANT, async ({ page, server, person, openAs }) => {
  await Promise.all(Array.from({ length: 150 }, (_, number) => server.project(person, `Project ${number}`)))
  await openAs(person, '/')
  await expect(page.getByText('150 in all')).toBeVisible({ timeout: 30_000 })
  expect(await page.getByRole('article').count()).toBeLessThan(150)
  await expect(async () => {
    await page.mouse.wheel(0, 5_000)
    await expect(page.getByRole('article')).toHaveCount(150, { timeout: 200 })
  }).toPass()
})
