import { expect, LONG_NAME, newPerson, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'

test('Shared layout with a long user name', async ({ page, server, openAs }) => {
  await openAs(await newPerson(server, LONG_NAME), '/')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await inspect(page, 'layout-long-name')
})

test('Unknown address', async ({ page, person, openAs }) => {
  await openAs(person, '/no/such/screen')
  await expect(page.getByText('Page not found')).toBeVisible()
  await inspect(page, 'not-found')
})

test('Command palette', async ({ page, server, person, openAs }) => {
  await server.project(person, 'Checkout')
  await openAs(person, '/projects')
  await expect(page.getByRole('article')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByText('Checkout')).toBeVisible()
  await inspect(page, 'command-palette')
})
