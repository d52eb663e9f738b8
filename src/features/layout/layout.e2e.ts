import { expect, test } from '#src/testing/fixtures.ts'

test('The header shows product, screens and user, and the footer the kind of product', async ({
  page,
  person,
  openAs,
}) => {
  await openAs(person, '/api-docs')
  const header = page.getByRole('banner')
  await expect(header.getByText(person.name)).toBeVisible()
  await expect(header.getByText('Admin', { exact: true })).toHaveCount(0)
  await expect(header.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveText('Assay, an API testing platform')
  await header.getByRole('link', { name: 'Assay home' }).click()
  await expect(page).toHaveURL('/')
})

test('The nav link of the current screen is highlighted', async ({ page, admin, openAs }) => {
  await openAs(admin, '/')
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
  await expect(current).toHaveText('Projects')
  await page.getByRole('link', { name: 'API Documentation' }).click()
  await expect(page).toHaveURL('/api-docs')
  await expect(current).toHaveText('API Documentation')
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(current).toHaveText('Admin Panel')
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page).toHaveURL('/projects')
  await expect(current).toHaveText('Projects')
})

test('The theme follows the system until it is switched, and then stays', async ({ page, person, openAs }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openAs(person, '/')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.reload()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
})

test('The skip link moves focus past the header', async ({ page, person, openAs }) => {
  await openAs(person, '/')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
})
