import { expect, test } from '#src/testing/fixtures.ts'

test('Ctrl+K opens a project by a few letters of its name, by keyboard alone', async ({
  page,
  person,
  server,
  openAs,
}) => {
  const project = await server.project(person, 'Checkout')
  await server.project(person, 'Accounts')
  await openAs(person, '/projects')
  await expect(page.getByText('Accounts')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to …').fill('chec')
  await expect(page.getByRole('dialog').getByText('Accounts')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/projects/${project.id}`))
})

test('The palette shows “Nothing found” without a match, and Escape closes it', async ({ page, person, openAs }) => {
  await openAs(person, '/projects')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to …').fill('xyz')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByPlaceholder('Go to …')).toBeHidden()
})

test('The palette does not say “Nothing found” before the projects are loaded, or if they cannot be', async ({
  page,
  person,
  openAs,
}) => {
  await page.route('**/trpc/projects.list**', () => undefined)
  await openAs(person, '/api-docs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to …').fill('xyz')
  await expect(page.getByText('Loading projects…')).toBeVisible()
  await page.unroute('**/trpc/projects.list**')
  await page.route('**/trpc/projects.list**', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to …').fill('xyz')
  await expect(page.getByText('The projects could not be loaded')).toBeVisible()
})
