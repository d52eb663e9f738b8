import { expect, test, VARIANT } from '#src/testing/fixtures.ts'

test('An administrator has three links, a name with a badge, and Logout', async ({ page, admin, openAs }) => {
  await openAs(admin, '/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Projects',
    'API Documentation',
    'Admin Panel',
  ])
  await expect(header.getByText(admin.name, { exact: true }).first()).toBeVisible()
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Assay home' })).toHaveAttribute('href', '/')
})

test('/, /projects, /admin and /api-docs stand in the shared layout', VARIANT, async ({ page, admin, openAs }) => {
  for (const path of ['/', '/projects', '/admin', '/api-docs']) {
    await openAs(admin, path)
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('API testing platform')
  }
})

test('A project has a layout of its own', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
})

test('/login, /signup and /invite are public', async ({ page }) => {
  for (const path of ['/login', '/signup', '/invite']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  }
})
