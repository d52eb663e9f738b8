import { expect, test } from '#src/testing/fixtures.ts'
import { row, twoTesters } from '#src/testing/live-run.ts'

test('A note that is being typed while somebody else deletes the run can be read in its place', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { tess, run, path } = await twoTesters(server, person)
  await openAs(person, path)
  await row(page).focus()
  await page.keyboard.press('f')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('The page stays empty')
  await server.delete(`/test-runs/${run.id}`, tess)
  await expect(page.getByRole('button', { name: 'Back to Test Runs' })).toBeVisible()
  await expect(page.getByText('1.1 Confirms the card was not saved: “failed (The page stays empty)”')).toBeVisible()
})

test('A note that is being typed by somebody who is removed from the project can be read in its place', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { tess, project, path } = await twoTesters(server, person)
  await openAs(tess, path)
  await row(page).focus()
  await page.keyboard.press('f')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('The page stays empty')
  await server.delete(`/projects/${project.id}/members/${tess.id}`, person)
  await expect(page.getByText('Project not found')).toBeVisible()
  await expect(page.getByText('1.1 Confirms the card was not saved: “failed (The page stays empty)”')).toBeVisible()
})
