import { randomUUID } from 'node:crypto'
import { NOW, ticking } from '#src/testing/clock.ts'
import { expect, newPerson, type Person, test, type TestServer } from '#src/testing/fixtures.ts'
import { addApp, wrongCode } from '../../../server/testing/second-factors.ts'

async function invite(server: TestServer, owner: Person, email = `${randomUUID()}@example.com`) {
  const project = await server.project(owner, 'Checkout')
  const { body } = await server.post(`/invite/create/${project.id}`, { email }, owner)
  const { pathname, search } = new URL(body.inviteLink)
  return { email, path: pathname + search, project }
}

test('The invite form says what a password must be, and while typing whether the two match', async ({
  page,
  server,
  person,
}) => {
  const { path } = await invite(server, person)
  await page.goto(path)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('At least 6 characters')
  await page.getByLabel('Password', { exact: true }).fill('orbital')
  await page.getByLabel('Confirm Password').fill('orbit')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm Password').fill('orbital')
  await expect(page.getByText('Passwords match')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toHaveCount(0)
})

test('A password manager finds the invited email as the name of the account, where people do not see it', async ({
  page,
  server,
  person,
}) => {
  const { email, path } = await invite(server, person)
  await page.goto(path)
  await expect(page.getByLabel('Full Name')).toBeVisible()
  const userName = page.locator('form input[autocomplete="username"]')
  await expect(userName).toHaveValue(email)
  await expect(userName).toBeHidden()
})

test('A member with a second factor accepts an invite with its code, after a wrong one', async ({
  page,
  server,
  person,
}) => {
  const mona = await newPerson(server, 'Mona')
  const { secret, nextCode } = await addApp(server, mona)
  const { path } = await invite(server, person, mona.email)
  await page.goto(path)
  await page.getByLabel('Password', { exact: true }).fill(mona.password)
  await page.getByLabel('Confirm Password').fill(mona.password)
  await page.getByRole('button', { name: 'Accept Invite' }).click()
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const release = Promise.withResolvers<undefined>()
  await page.route('**/trpc/invites.accept**', async (route) => {
    await release.promise
    await route.continue()
  })
  await code.fill(wrongCode(secret))
  const sent = page.waitForRequest('**/trpc/invites.accept**')
  await code.press('Enter')
  await sent
  // The form stays while the code is checked.
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-busy', 'true')
  await expect(code).toHaveValue(wrongCode(secret))
  release.resolve(undefined)
  await expect(page.getByRole('alert')).toHaveText('Wrong code')
  await code.fill(await nextCode())
  await code.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome to Checkout' })).toBeVisible()
})

test.describe('With a mocked clock', () => {
  // With a shared context, the change would stay.
  test.use({ hasOwnContext: true })

  test('A new user accepts an invite, is welcomed and redirected to /login', async ({ page, server, person }) => {
    const { email, path } = await invite(server, person)
    await page.clock.install()
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Join Checkout' })).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByText('The invite expires in 24 hours')).toBeVisible()
    await expect(page.getByText('Already have an account? Just enter your current password')).toBeVisible()
    await page.getByLabel('Full Name').fill('Katherine Johnson')
    await page.getByLabel('Password', { exact: true }).fill('orbital')
    await page.getByLabel('Confirm Password').fill('orbital')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Accept Invite' }).click()
    await ticking(page, () => expect(page.getByText('Welcome to Checkout')).toBeVisible(NOW))
    await page.clock.runFor(3_000)
    await expect(page).toHaveURL('/login')
  })

  test('Back after the redirect to /login does not offer the accepted invite again', async ({
    page,
    server,
    person,
  }) => {
    const { path } = await invite(server, person)
    await page.goto('/favicon.svg')
    await page.clock.install()
    await page.goto(path)
    await page.getByLabel('Full Name').fill('Katherine Johnson')
    await page.getByLabel('Password', { exact: true }).fill('orbital')
    await page.getByLabel('Confirm Password').fill('orbital')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Accept Invite' }).click()
    await ticking(page, () => expect(page.getByText('Welcome to Checkout')).toBeVisible(NOW))
    await page.clock.runFor(3_000)
    await expect(page).toHaveURL('/login')
    await page.goBack()
    await expect(page).toHaveURL('/favicon.svg')
  })

  test('An existing user accepts an invite with the current password', async ({ page, server, person }) => {
    const known = await newPerson(server, 'Known Already')
    const { path, project } = await invite(server, person, known.email)
    await page.clock.install()
    await page.goto(path)
    await page.getByLabel('Password', { exact: true }).fill(known.password)
    await page.getByLabel('Confirm Password').fill(known.password)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Accept Invite' }).click()
    await ticking(page, () => expect(page.getByText('Welcome to Checkout')).toBeVisible(NOW))
    const { body } = await server.get('/projects', known)
    expect(body.map(({ id }: { id: string }) => id)).toEqual([project.id])
  })
})

test('A wrong password of an existing account is refused, and Go to Login appears', async ({
  page,
  server,
  person,
}) => {
  const known = await newPerson(server, 'Known Already')
  const { path } = await invite(server, person, known.email)
  await page.goto(path)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByLabel('Confirm Password').fill('not the password')
  await page.getByRole('button', { name: 'Accept Invite' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid password')
  await expect(page.getByRole('button', { name: 'Go to Login' })).toBeVisible()
})

test('An invite refuses a short password, and can be accepted again when the server does not answer', async ({
  page,
  server,
  person,
}) => {
  const { path } = await invite(server, person)
  await page.route('**/trpc/invites.accept**', (route) => route.abort())
  await page.goto(path)
  const accept = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm Password').fill(password)
    await page.getByRole('button', { name: 'Accept Invite' }).click()
  }
  await accept('12345')
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await accept('orbital')
  await expect(page.getByRole('alert')).toHaveText('Failed to accept invite')
  await expect(page.getByRole('button', { name: 'Go to Login' })).toHaveCount(0)
})

test('An invite without a token shows an error and leads to login', async ({ page }) => {
  await page.goto('/invite')
  await expect(page.getByRole('alert')).toHaveText('Invalid invite link - no token provided')
  await page.getByRole('button', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL('/login')
})
