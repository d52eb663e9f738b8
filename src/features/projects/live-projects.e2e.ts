import { expect, newPerson, test, VARIANT } from '#src/testing/fixtures.ts'
import { addTester } from '#src/testing/project-data.ts'

test('The list of projects updates live', VARIANT, async ({ page, server, person, openAs }) => {
  const owner = await newPerson(server, 'Olga')
  const mine = await server.project(person, 'Mine')
  const theirs = await server.project(owner, 'Checkout')
  const heard = page.waitForResponse(/live\.projects/)
  await openAs(person, '/projects')
  await heard
  const card = (name: string) => page.getByRole('article', { name })
  await expect(card('Mine')).toBeVisible()
  await page.getByLabel('Search projects').fill('c')
  await addTester(server, owner, theirs.id, person)
  await expect(card('Checkout')).toBeVisible()
  await expect(page.getByLabel('Search projects')).toBeFocused()
  await server.suite(owner, theirs.id)
  await expect(card('Checkout').getByText('1 test suite')).toBeVisible()
  await server.patch(`/projects/${theirs.id}`, { name: 'Cash desk' }, owner)
  await expect(card('Cash desk')).toBeVisible()
  await server.delete(`/projects/${theirs.id}/members/${person.id}`, owner)
  await expect(card('Cash desk')).toBeHidden()
  await page.getByRole('button', { name: 'Clear Search' }).click()
  await server.delete(`/projects/${mine.id}`, person)
  await expect(page.getByText('No projects yet')).toBeVisible()
})
