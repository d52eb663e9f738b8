import { expect, LONG_NAME, test } from '#src/testing/fixtures.ts'
import { abort, hold, inspect } from '#src/testing/inspect.ts'

test('The list behind the bell while it loads, when it cannot load, empty, and full', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person, LONG_NAME)
  await openAs(person, '/projects')
  const bell = page.getByRole('button', { name: /^Notices/ })
  const list = page.getByRole('dialog', { name: 'Notices' })
  await hold(page, 'notices.list')
  await bell.click()
  await expect(list.getByRole('heading')).toBeVisible()
  await inspect(page, 'notices-loading')
  await page.unrouteAll()
  await abort(page, 'notices.list')
  await page.reload()
  await bell.click()
  await expect(list.getByRole('button', { name: 'Retry' })).toBeVisible()
  await inspect(page, 'notices-error')
  await page.unrouteAll()
  await list.getByRole('button', { name: 'Retry' }).click()
  await expect(list.getByText('Nothing yet')).toBeVisible()
  await inspect(page, 'notices-empty')
  const row = (number: number) => ({
    id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    user_id: person.id,
    project_id: project.id,
    kind: 'case.failing' as const,
    event_id: String(number),
    facts: JSON.stringify({
      testRun: { id: 'none', ref: `R${number}`, name: LONG_NAME },
      text: '2 test cases that you wrote are newly failing',
      cases: [
        { ref: 'C1', name: LONG_NAME },
        { ref: 'C2', name: 'שולם בכרטיס' },
      ],
    }),
    created_at: new Date(Date.now() - number * 3_600_000).toISOString(),
    read_at: number > 3 ? null : new Date().toISOString(),
  })
  const rows = Array.from({ length: 20 }, (_, at) => row(at))
  await server.services.write(null, (db) => db.insertInto('notices').values(rows).execute())
  await page.reload()
  await bell.click()
  await expect(list.getByRole('link', { name: /R19/ })).toBeVisible()
  await inspect(page, 'notices')
})

test('The profile with the notifications that the user wants', async ({ page, person, openAs }) => {
  await openAs(person, '/profile')
  await expect(page.getByRole('switch', { name: 'A run that I started has ended: in the app' })).toBeVisible()
  await inspect(page, 'profile-notifications')
})
