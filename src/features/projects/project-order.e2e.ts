import { expect, test } from '#src/testing/fixtures.ts'
import { qualityProject } from '#src/testing/quality-data.ts'

test('Sort puts the project with new failures first, and stays in the address', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await qualityProject(server, person)
  await server.project(person, 'Newer')
  await openAs(person, '/projects')
  const first = page.getByRole('article').first()
  await expect(first).toContainText('No runs yet')
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Needs attention')
  await expect(first).toContainText('2 newly failed')
  await expect(page).toHaveURL(/\/projects\?sort=attention$/)
  await page.reload()
  await expect(first).toContainText('2 newly failed')
})
