import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { sampleProject } from '#src/testing/project-data.ts'

test('Search of cases with matches, without any, and one that failed; and cases in the palette', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, cases } = await sampleProject(server, person)
  await server.patch(`/test-cases/${cases.text.id}`, { tags: ['smoke', 'api'], priority: 'high' }, person)
  await openAs(person, `/projects/${project.id}?q=priority:high tag:smoke`)
  await expect(page.getByRole('group', { name: /^1\.\d / })).toHaveCount(1)
  await inspect(page, 'search-cases')
  const field = page.getByRole('searchbox', { name: 'Search cases' })
  await field.fill('nothing like it')
  await expect(page.getByText('No case matches')).toBeVisible()
  await inspect(page, 'search-cases-none')
  await page.route('**/trpc/**testCases.search**', (route) => route.abort())
  await field.fill('total')
  await expect(page.getByText('The search failed')).toBeVisible()
  await inspect(page, 'search-cases-failed')
  await page.unrouteAll()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to …').fill('total')
  await expect(page.getByRole('dialog').getByText('Adds up the total')).toBeVisible()
  await inspect(page, 'palette-cases')
})
