import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'

test('API guide filled in for a project', async ({ page, server, person, openAs }) => {
  const project = await server.project(person, 'First')
  await openAs(person, '/api-docs')
  await page.getByLabel('Project', { exact: true }).selectOption('First')
  await page.getByRole('switch', { name: 'Show client secret' }).click()
  await expect(page.getByText(project.clientSecret).first()).toBeVisible()
  await inspect(page, 'api-docs')
})

test('Interactive reference with an answer', async ({ page, person, openAs }) => {
  await openAs(person, '/api-docs?tab=reference')
  await page.getByRole('heading', { name: /^Auth/ }).click()
  await page
    .getByRole('button', { name: /auth\/profile/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table')).toContainText(person.email)
  await inspect(page, 'api-reference')
})

test('Interactive reference without its document', async ({ page, person, openAs }) => {
  await page.route('**/api/openapi.json', (route) => route.abort())
  await openAs(person, '/api-docs?tab=reference')
  await expect(page.getByRole('alert')).toBeVisible()
  await inspect(page, 'api-reference-error')
})
