import { expect, LONG_NAME, test } from '#src/testing/fixtures.ts'
import { abort, hold, inspect } from '#src/testing/inspect.ts'

test('The profile without tokens, while a token is created, with it, and before it is rotated and revoked', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await openAs(person, '/profile')
  const card = page.getByRole('region', { name: 'Tokens' })
  await expect(card).toContainText('No tokens yet')
  await inspect(page, 'profile')
  await server.post('/auth/tokens', { name: LONG_NAME, verbs: ['read', 'record', 'write', 'manage', 'admin'] }, person)
  await card.getByRole('button', { name: 'Create Token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Laptop')
  await inspect(page, 'token-form')
  await dialog.getByRole('button', { name: 'Create Token' }).click()
  await expect(card.getByLabel('Token', { exact: true })).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expect(dialog).toHaveCount(0)
  await inspect(page, 'tokens')
  await card.getByRole('button', { name: 'Rotate Laptop' }).click()
  await expect(dialog).toBeVisible()
  await inspect(page, 'token-rotate')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await card.getByRole('button', { name: 'Revoke Laptop' }).click()
  await expect(dialog).toBeVisible()
  await inspect(page, 'token-revoke')
})

test('The tokens of a project while they load, when they cannot load, and with many', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  for (let made = 0; made < 12; made += 1)
    await server.post(`/projects/${project.id}/tokens`, { name: `Pipeline ${made}`, verbs: ['read', 'record'] }, person)
  await hold(page, 'apiTokens.list')
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const card = page.getByRole('region', { name: 'Tokens' })
  await card.scrollIntoViewIfNeeded()
  await inspect(page, 'project-tokens-loading')
  await page.unrouteAll()
  await abort(page, 'apiTokens.list')
  await page.reload()
  await card.getByRole('button', { name: 'Retry' }).scrollIntoViewIfNeeded()
  await inspect(page, 'project-tokens-error')
  await page.unrouteAll()
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(12)
  await inspect(page, 'project-tokens')
})
