import { randomUUID } from 'node:crypto'
import { expect, LONG_NAME, newPerson, test } from '#src/testing/fixtures.ts'
import { abort, hold, inspect } from '#src/testing/inspect.ts'

test('Admin panel with long names, a created user, and the question before a deletion', async ({
  page,
  server,
  admin,
  openAs,
}) => {
  const person = await newPerson(server, LONG_NAME)
  const row = page.getByRole('row').filter({ hasText: person.email })
  await openAs(admin, '/admin')
  await expect(row).toBeVisible()
  await inspect(page, 'admin')
  await row.getByRole('button', { name: /^More for/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Reset password' })).toBeVisible()
  await inspect(page, 'admin-more')
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('button', { name: 'Copy password' })).toBeVisible()
  await inspect(page, 'admin-reset')
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect(page, 'admin-delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await page.getByLabel('Full Name').fill('New Colleague')
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByRole('button', { name: 'Copy password' })).toBeVisible()
  await inspect(page, 'admin-created')
})

test('Admin panel while it loads, and when it cannot load', async ({ page, admin, openAs }) => {
  await hold(page, 'admin.stats')
  await openAs(admin, '/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await inspect(page, 'admin-loading')
  await page.unrouteAll()
  await abort(page, 'admin.stats')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await inspect(page, 'admin-error')
})
