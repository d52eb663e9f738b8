import { expect, LONG_NAME, newPerson, test } from '#src/testing/fixtures.ts'
import { abort, hold, inspect } from '#src/testing/inspect.ts'

test('The audit log with long names, the details of an event, and no match', async ({ page, server, openAs }) => {
  const owner = await newPerson(server, LONG_NAME)
  const project = await server.project(owner, LONG_NAME)
  await server.member(owner, project.id, await newPerson(server, 'Tess'))
  await server.post(`/invite/create/${project.id}`, { email: `${'eve'.repeat(20)}@example.com` }, owner)
  await server.patch(`/projects/${project.id}`, { name: 'Shop', description: LONG_NAME.repeat(3) }, owner)
  await openAs(owner, `/projects/${project.id}?tab=settings&view=audit`)
  const events = page.getByRole('table', { name: 'Events' })
  await expect(events).toBeVisible()
  await inspect(page, 'audit')
  await events.getByRole('button', { name: 'Changed the project' }).click()
  await expect(page.getByRole('table', { name: 'Changed fields' })).toBeVisible()
  await inspect(page, 'audit-details')
  await page.getByLabel('Search events').fill('nothing like it')
  await expect(page.getByText('No event matches')).toBeVisible()
  await inspect(page, 'audit-no-match')
})

test('The audit log of everything, while it loads, and when it cannot load', async ({
  page,
  server,
  admin,
  openAs,
}) => {
  await server.project(admin)
  await openAs(admin, '/admin?tab=audit')
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible()
  await inspect(page, 'admin-audit')
  await hold(page, 'audit.list')
  await page.reload()
  await expect(page.getByLabel('Search events')).toBeVisible()
  await inspect(page, 'admin-audit-loading')
  await page.unrouteAll()
  await abort(page, 'audit.list')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await inspect(page, 'admin-audit-error')
})
