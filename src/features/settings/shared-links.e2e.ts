import { expect, newPerson, test, toast } from '#src/testing/fixtures.ts'
import { addTester } from '#src/testing/project-data.ts'
import { twoRuns } from '#src/testing/two-runs.ts'

test('The owner sees who made the links to runs, and ends one and then all', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const tess = await newPerson(server, 'Tess Tester')
  const { project } = await twoRuns(server, person)
  await addTester(server, person, project.id, tess)
  const runs = (await server.get(`/test-runs/project/${project.id}`, person)).body as { id: string; ref: string }[]
  const third = await server.run(person, project.id)
  const links: string[] = []
  for (const { id } of [...runs, third])
    links.push((await server.post(`/test-runs/${id}/share`, { expiresInDays: 7 }, tess)).body.link)
  const status = async (link = '') => (await server.get(`/shared-runs/${link.split('/').at(-1)}`)).status

  await openAs(person, `/projects/${project.id}?tab=settings`)
  const card = page.getByRole('region', { name: 'Shared Links' })
  const rows = card.getByRole('list', { name: 'Shared links' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText(third.ref)
  await expect(rows.first()).toContainText('Made by Tess Tester on')
  await card.getByRole('button', { name: `End the link to ${third.ref}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It stops working at once.')
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(toast(page, 'Link ended')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(card.getByRole('button', { name: `End the link to ${runs[0]?.ref}` })).toBeVisible()
  expect([await status(links[2]), await status(links[0])]).toEqual([404, 200])

  await card.getByRole('button', { name: 'End All Links' }).click()
  await dialog.getByRole('button', { name: 'End All', exact: true }).click()
  await expect(card).toContainText('No shared links')
  expect([await status(links[0]), await status(links[1])]).toEqual([404, 404])
})

test('A member who is no owner does not see the shared links', async ({ page, server, person, openAs }) => {
  const tess = await newPerson(server, 'Tess Tester')
  const project = await server.project(person)
  await addTester(server, person, project.id, tess)
  await openAs(tess, `/projects/${project.id}?tab=settings`)
  await expect(page.getByText('Only the project owner can see the client secret.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Shared Links' })).toHaveCount(0)
})
