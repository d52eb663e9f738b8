import { expect, type Person, test, type TestServer, toast, VARIANT } from '#src/testing/fixtures.ts'
import { field, row, twoTesters } from '#src/testing/live-run.ts'

const statusOf = async (server: TestServer, person: Person) => (await server.get('/auth/profile', person)).status

test('Logout ends the session on the server, clears token and user, and leads to /login', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await openAs(person, '/')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  const stored = await page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('user')])
  expect(stored).toEqual([null, null])
  await expect.poll(() => statusOf(server, person)).toBe(401)
  await page.goBack()
  await expect(page).toHaveURL('/login')
})

test('Logout of a temporary password ends the session on the server', async ({
  page,
  server,
  admin,
  openAs,
  person,
}) => {
  const { body } = await server.post('/admin/users', { email: `temp-${person.email}`, name: 'Temp' }, admin)
  const { body: signedIn } = await server.post('/auth/sign-in', { email: body.email, password: body.tempPassword })
  const temp = { ...person, ...body, authorization: `Bearer ${signedIn.accessToken}` }
  await openAs(temp, '/reset-password')
  await page.evaluate((user) => localStorage.setItem('user', JSON.stringify(user)), signedIn.user)
  await page.reload()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => statusOf(server, temp)).toBe(401)
})

for (const [state, answer] of [
  ['is unreachable', 'abort'],
  ['never answers', 'hang'],
  ['answers 500', 'fail'],
] as const)
  test(
    `Logout signs out at once when the server ${state}`,
    answer === 'hang' ? {} : VARIANT,
    async ({ page, person, openAs }) => {
      await openAs(person, '/')
      const asked = Promise.withResolvers<void>()
      await page.route('**/api/auth/sign-out', async (route) => {
        asked.resolve()
        if (answer === 'abort') await route.abort()
        if (answer === 'fail') await route.fulfill({ status: 500, body: '' })
      })
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page).toHaveURL('/login')
      expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('accessToken')
      await asked.promise
      await expect(page.getByRole('alert')).toHaveCount(0)
    },
  )

test('Logout saves a value that is still being typed', async ({ page, server, person, openAs }) => {
  const { run, path } = await twoTesters(server, person)
  await openAs(person, path)
  await field(page).fill('Thank you')
  const saved = Promise.withResolvers<void>()
  await page.route('**/trpc/testResults.*', async (route) => {
    await saved.promise
    await route.continue()
  })
  await row(page).getByRole('textbox').blur()
  await page.getByRole('link', { name: 'All projects' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await statusOf(server, person)).toBe(200)
  saved.resolve()
  await expect.poll(() => statusOf(server, person)).toBe(401)
  const [result] = await server.services.db
    .selectFrom('test_results')
    .select('actual_value')
    .where('test_run_id', '=', run.id)
    .where('actual_value', 'is not', null)
    .execute()
  expect(result?.actual_value).toBe('Thank you')
})

test('"Sign Out Everywhere" ends all sessions after a confirmation', async ({ page, server, person, openAs }) => {
  const { body } = await server.post('/auth/sign-in', { email: person.email, password: person.password })
  const other = { ...person, authorization: `Bearer ${body.accessToken}` }
  await openAs(person, '/')
  await page.getByRole('button', { name: `Account of ${person.name}` }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign Out Everywhere' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await statusOf(server, other)).toBe(200)
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await dialog.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('accessToken')
  for (const session of [person, other]) expect(await statusOf(server, session)).toBe(401)
})

test('A failed "Sign Out Everywhere" says so and keeps the session', async ({ page, person, openAs }) => {
  await page.route('**/trpc/auth.signOutEverywhere*', (route) => route.abort())
  await openAs(person, '/reset-password')
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(toast(page, 'Failed to sign out everywhere')).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
})
