import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { addTester } from '#src/testing/project-data.ts'
import { newPerson } from '#src/testing/fixtures.ts'

test('A project page has a menu with name, address and role of the user, and Logout', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=members`)
  const account = page.getByRole('banner').getByRole('button', { name: 'Account of Ada Lovelace' })
  await account.click()
  const menu = page.getByRole('menu')
  await expect(menu.getByText('Ada Lovelace')).toBeVisible()
  await expect(menu.getByText(person.email)).toBeVisible()
  await expect(menu.getByText('Owner')).toBeVisible()
  await expect(menu.getByText('Admin', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(account).toBeFocused()
  await account.click()
  await menu.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('The menu of the user names the role in the project, and Admin', async ({ page, server, admin, openAs }) => {
  const owner = await newPerson(server, 'Olive Owner')
  const project = await server.project(owner)
  await addTester(server, owner, project.id, admin)
  await openAs(admin, `/projects/${project.id}`)
  await page.getByRole('button', { name: `Account of ${admin.name}` }).click()
  await expect(page.getByRole('menu').getByText('Admin', { exact: true }).last()).toBeVisible()
  await expect(page.getByRole('menu').getByText('Member')).toBeVisible()
})

test(
  'Every page of the shared layout has the menu of the user, which leads to a new password',
  VARIANT,
  async ({ page, admin, openAs }) => {
    for (const path of ['/', '/api-docs', '/admin', '/no/such/screen']) {
      await openAs(admin, path)
      await page
        .getByRole('banner')
        .getByRole('button', { name: `Account of ${admin.name}` })
        .click()
      await expect(page.getByRole('menu').getByText(admin.email)).toBeVisible()
    }
    await page.getByRole('menuitem', { name: 'Change password' }).click()
    await expect(page).toHaveURL('/reset-password')
  },
)

test('The menu of the user sets the theme to light, dark or that of the system', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  const root = page.locator('html')
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click()
  const themes = page.getByRole('group', { name: 'Theme' }).getByRole('menuitemradio')
  await expect(themes).toHaveText(['Light', 'Dark', 'System'])
  await expect(themes.filter({ hasText: 'System' })).toBeChecked()
  await themes.filter({ hasText: 'Light' }).click()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.reload()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click()
  await expect(themes.filter({ hasText: 'Light' })).toBeChecked()
  await themes.filter({ hasText: 'System' }).click()
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
