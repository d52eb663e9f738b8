import { expect, newPerson, type Person, test, type TestServer, toast, VARIANT } from '#src/testing/fixtures.ts'
import { addTester } from '#src/testing/project-data.ts'

async function invite(server: TestServer, owner: Person, projectId: string, email: string): Promise<string> {
  const { body } = await server.post(`/invite/create/${projectId}`, { email }, owner)
  return new URL(body.inviteLink).searchParams.get('token') as string
}

test('An invite link is listed as pending and can be revoked', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=members`)
  const pending = page.getByRole('region', { name: 'Pending Invites' })
  await expect(pending.getByText('No pending invites')).toBeVisible()
  await page.getByRole('button', { name: 'Invite Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Member' })
  await dialog.getByLabel('Email', { exact: true }).fill('nobody.yet@example.com')
  await dialog.getByRole('button', { name: 'Generate Invite Link' }).click()
  const link = await dialog.getByLabel('Invite Link', { exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = pending.getByRole('listitem', { name: 'nobody.yet@example.com' })
  await expect(row).toContainText(/Invited by Ada Lovelace, expires \w{3} \d/)
  await row.getByRole('button', { name: 'Revoke Invite' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke Invite' })
  await expect(question.getByText('Revoke the invite for nobody.yet@example.com?')).toBeVisible()
  await question.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(toast(page, 'Invite revoked')).toBeVisible()
  await expect(pending.getByText('No pending invites')).toBeVisible()
  await expect(pending.getByRole('heading')).toBeFocused()
  await page.goto(new URL(link).pathname + new URL(link).search)
  await expect(page.getByText('Invalid or expired invite link')).toBeVisible()
})

test('An accepted invite turns into a member while the owner looks', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const email = `mia-${project.id}@example.com`
  const token = await invite(server, person, project.id, email)
  await openAs(person, `/projects/${project.id}?tab=members`)
  const pending = page.getByRole('region', { name: 'Pending Invites' })
  await expect(pending.getByRole('listitem', { name: email })).toBeVisible()
  await server.post('/invite/accept', { token, name: 'Mia', password: 'correct horse' })
  await expect(page.getByRole('listitem', { name: 'Mia' })).toBeVisible()
  await expect(pending.getByText('No pending invites')).toBeVisible()
  await expect(page.getByLabel('Summary')).toContainText('Team members2')
})

test('Revoking an invite that was just accepted says so and refreshes the list', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const token = await invite(server, person, project.id, `mia-${project.id}@example.com`)
  await page.route('**/trpc/live.*', (route) => route.abort())
  await openAs(person, `/projects/${project.id}?tab=members`)
  await page.getByRole('button', { name: 'Revoke Invite' }).click()
  await server.post('/invite/accept', { token, name: 'Mia', password: 'correct horse' })
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(toast(page, 'Invite not found')).toBeVisible()
  await expect(page.getByText('No pending invites')).toBeVisible()
})

test('Invites that fail to load show an error with a retry', VARIANT, async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await invite(server, person, project.id, `mia-${project.id}@example.com`)
  // The page may refetch on its own: only a click ends the failure.
  const isClicked = () => page.evaluate(() => 'isClicked' in window)
  await page.route('**/trpc/**invites.list**', async (route) =>
    (await isClicked()) ? await route.continue() : await route.fulfill({ status: 503, body: '' }),
  )
  await openAs(person, `/projects/${project.id}?tab=members`)
  await expect(page.getByText('The invites could not be loaded')).toBeVisible()
  await page.evaluate(() => document.addEventListener('click', () => Object.assign(window, { isClicked: true }), true))
  const pending = page.getByRole('region', { name: 'Pending Invites' })
  await pending.getByRole('button', { name: 'Retry' }).click()
  await expect(pending.getByRole('button', { name: 'Revoke Invite' })).toBeVisible()
})

test('A tester sees no pending invites', async ({ page, server, person, openAs }) => {
  const ben = await newPerson(server, 'Ben Tester')
  const project = await server.project(person)
  await addTester(server, person, project.id, ben)
  await openAs(ben, `/projects/${project.id}?tab=members`)
  await expect(page.getByRole('listitem', { name: 'Ben Tester' })).toBeVisible()
  await expect(page.getByText('Pending Invites')).toHaveCount(0)
})
