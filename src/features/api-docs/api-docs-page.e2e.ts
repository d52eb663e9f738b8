import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, newPerson, test, toast, VARIANT } from '#src/testing/fixtures.ts'

const shell = promisify(execFile)

test('The guide has base URL, case types, examples and two workflows', async ({ page, person, openAs, baseURL }) => {
  await openAs(person, '/api-docs')
  await expect(page.getByRole('heading', { name: 'API Documentation' })).toBeVisible()
  const headings = [
    'Base URL',
    'Test Case Types',
    'Projects',
    'Test Suites',
    'Test Cases',
    'Test Runs',
    'Sample Workflows',
  ]
  for (const name of headings) await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByText(`${baseURL}/api`, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Workflow \d/ })).toHaveCount(2)
  await expect(page.getByText('Create a project, and the examples below are filled in')).toBeVisible()
})

test('API examples contain id and secret of the chosen project, and run when pasted', async ({
  page,
  server,
  person,
  openAs,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const first = await server.project(person, 'First')
  await server.project(person, 'Second')
  await openAs(person, '/api-docs')
  await page.getByLabel('Project', { exact: true }).selectOption('First')
  await expect(page.getByText(first.clientSecret).first()).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy: Read a project' }).click()
  await expect(toast(page, 'Copied to clipboard')).toBeVisible()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  const { stdout } = await shell('bash', ['-c', command.replace('curl', 'curl -s')])
  expect(JSON.parse(stdout)).toMatchObject({ id: first.id, name: 'First' })
  await page.getByRole('switch', { name: 'Show client secret' }).click()
  await expect(page.getByText(first.clientSecret).first()).toBeVisible()
})

test('A member who is no owner is told to ask the owner for the secret', async ({ page, server, person, openAs }) => {
  const tester = await newPerson(server, 'Tess Ter')
  const project = await server.project(person, 'Shared')
  await server.post(`/projects/${project.id}/members`, { userId: tester.id }, person)
  await openAs(tester, '/api-docs')
  await expect(page.getByText('Ask the owner of this project for its client secret.')).toBeVisible()
  await expect(page.getByText(`${project.id}:CLIENT_SECRET`).first()).toBeVisible()
})

test('The API reference loads when opened, and makes calls as the user', async ({ page, person, openAs }) => {
  test.slow()
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await openAs(person, '/api-docs')
  await expect(page.getByRole('heading', { name: 'Base URL' })).toBeVisible()
  expect(scripts.filter((url) => url.includes('reference'))).toEqual([])
  await page.getByRole('tab', { name: 'Interactive Reference' }).click()
  await expect(page).toHaveURL('/api-docs?tab=reference')
  await page.getByRole('heading', { name: /^Auth/ }).click()
  await page
    .getByRole('button', { name: /auth\/profile/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table')).toContainText(person.email)
})

test('The API reference without its document shows an error and a retry', VARIANT, async ({ page, person, openAs }) => {
  test.slow()
  await page.route('**/api/openapi.json', (route) => route.abort())
  await openAs(person, '/api-docs?tab=reference')
  await expect(page.getByRole('alert')).toContainText('The API reference could not be loaded', { timeout: 30_000 })
  await page.unroute('**/api/openapi.json')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: /^Auth/ })).toBeVisible({ timeout: 30_000 })
})

test('The guide asks for a project only of people who have none', VARIANT, async ({ page, server, person, openAs }) => {
  await server.project(person, 'Shop')
  const card = page.getByRole('region', { name: 'Base URL' })
  await page.route(/\/trpc\/[^?]*projects\.list/, (route) => route.abort())
  await openAs(person, '/api-docs')
  await expect(card).toContainText('Failed to fetch projects')
  await expect(card).not.toContainText('Create a project')
  await page.unrouteAll()
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card.getByLabel('Project')).toContainText('Shop')
})
