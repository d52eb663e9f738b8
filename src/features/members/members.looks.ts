import { expect, newPerson, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { addTester } from '#src/testing/project-data.ts'

test('Members alone, the invite dialog with suggestions and with a link, and the question before a removal', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=members`)
  await expect(page.getByText('No additional team members yet')).toBeVisible()
  await inspect(page, 'project-members-empty')
  const ben = await newPerson(server, `Ben ${person.id.slice(-6)}`)
  await page.getByRole('button', { name: 'Invite Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Member' })
  await dialog.getByLabel('Email', { exact: true }).pressSequentially(ben.name)
  await expect(dialog.getByRole('option', { name: ben.email })).toBeVisible()
  await inspect(page, 'invite-member')
  await dialog.getByLabel('Email', { exact: true }).fill('nobody.yet@example.com')
  await dialog.getByRole('button', { name: 'Generate Invite Link' }).click()
  await expect(dialog.getByLabel('Invite Link', { exact: true })).toBeVisible()
  await inspect(page, 'invite-link')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await addTester(server, person, project.id, ben)
  await page.reload()
  await expect(page.getByRole('listitem', { name: ben.name })).toBeVisible()
  await expect(page.getByRole('listitem', { name: 'nobody.yet@example.com' })).toBeVisible()
  await inspect(page, 'project-members')
  await page.getByRole('button', { name: 'Remove Member' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect(page, 'remove-member')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Revoke Invite' }).click()
  await expect(page.getByRole('dialog', { name: 'Revoke Invite' })).toBeVisible()
  await inspect(page, 'revoke-invite')
})
