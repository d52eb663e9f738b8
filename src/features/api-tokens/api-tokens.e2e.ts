import { expect, newPerson, test, toast } from '#src/testing/fixtures.ts'
import { addTester } from '#src/testing/project-data.ts'

test('The owner creates a token of the project, copies it once, rotates it and revokes it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const status = async (token: string) =>
    (await server.get(`/projects/${project.id}`, { authorization: `Bearer ${token}` })).status
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const card = page.getByRole('region', { name: 'Tokens' })
  await expect(card).toContainText('No tokens yet')
  await card.getByRole('button', { name: 'Create Token' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByRole('checkbox', { name: 'Read' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Record' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Write' })).not.toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Manage' })).toHaveCount(0)
  await dialog.getByLabel('Name').fill('Nightly pipeline')
  await dialog.getByLabel('Expires').selectOption('30')
  await page.keyboard.press('Control+Enter')
  const shown = card.getByLabel('Token', { exact: true })
  await expect(shown).toHaveValue(/^assay_prj_[0-9A-Za-z]{42}$/)
  const first = await shown.inputValue()
  expect(await status(first)).toBe(200)
  const row = card.getByRole('listitem')
  await expect(row).toContainText(`Nightly pipeline…${first.slice(-4)}ReadRecord`)
  await row.getByRole('button', { name: 'Rotate Nightly pipeline' }).click()
  await dialog.getByLabel('The old token').selectOption('0')
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await expect(shown).not.toHaveValue(first)
  const second = await shown.inputValue()
  expect([await status(first), await status(second)]).toEqual([401, 200])
  await page.reload()
  await expect(row).toContainText('last used')
  await expect(shown).toHaveCount(0)
  await row.getByRole('button', { name: 'Revoke Nightly pipeline' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(toast(page, 'Token revoked')).toBeVisible()
  await expect(card).toContainText('No tokens yet')
  expect(await status(second)).toBe(401)

  const tess = await newPerson(server, 'Tess Tester')
  await addTester(server, person, project.id, tess)
  await openAs(tess, `/projects/${project.id}?tab=settings`)
  await expect(page.getByText('Only the project owner can see the client secret.')).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('A person creates a token for one project on the profile, and an administrator revokes it', async ({
  page,
  server,
  person,
  admin,
  openAs,
}) => {
  const [mine] = [await server.project(person, 'Mine'), await server.project(person, 'Other')]
  await openAs(person, `/projects/${mine.id}`)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  const card = page.getByRole('region', { name: 'Tokens' })
  await card.getByRole('button', { name: 'Create Token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create Token' }).click()
  await expect(dialog).toContainText('Name is required')
  await dialog.getByLabel('Name').fill('Laptop')
  await expect(dialog.getByRole('checkbox', { name: 'Admin' })).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: 'Manage' }).check()
  await dialog.getByRole('combobox', { name: 'Projects' }).click()
  await page.getByRole('option', { name: 'Mine' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Create Token' }).click()
  const token = await card.getByLabel('Token', { exact: true }).inputValue()
  const as = { authorization: `Bearer ${token}` }
  const seen = (await server.get('/projects', as)).body as { id: string; clientSecret: string }[]
  expect(seen.map(({ id, clientSecret }) => [id, clientSecret])).toEqual([[mine.id, mine.clientSecret]])
  await expect(card.getByRole('listitem')).toContainText('for 1 project')

  await openAs(admin, '/admin')
  const row = page
    .getByRole('region', { name: 'Tokens' })
    .getByRole('listitem')
    .filter({ hasText: token.slice(-4) })
  await expect(row).toContainText(`Acts as ${person.name}`)
  await row.getByRole('button', { name: 'Revoke Laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toHaveCount(0)
  expect((await server.get('/projects', as)).status).toBe(401)
})

test('A refused token is not told of again when the dialog is opened another time', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  for (let count = 0; count < 20; count++)
    await server.post(`/projects/${project.id}/tokens`, { name: `Pipeline ${count}`, verbs: ['read'] }, person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const open = page.getByRole('region', { name: 'Tokens' }).getByRole('button', { name: 'Create Token' })
  const dialog = page.getByRole('dialog')
  await open.click()
  await dialog.getByLabel('Name').fill('One more')
  for (const verb of ['Read', 'Record']) await dialog.getByRole('checkbox', { name: verb }).uncheck()
  await dialog.getByRole('button', { name: 'Create Token' }).click()
  await expect(dialog.getByText('Choose at least one')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Record' }).check()
  await dialog.getByRole('button', { name: 'Create Token' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await open.click()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})
