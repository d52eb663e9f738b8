import type { Page } from '@playwright/test'
import { expect, newPerson, type Person, test, type TestServer, VARIANT } from './fixtures.ts'
import { addTester, sampleProject } from './project-data.ts'

/* The error catalogue of the specification (§8): for each call its fallback, the server's message, and its success. */

type World = Awaited<ReturnType<typeof world>>
type Call = {
  call: string
  fallback: string
  /** Shown before the server's message. */
  prefix?: string
  success?: string
  /** The path of the screen, with placeholders `{project}` and `{token}`. */
  path: string
  /** Done once. Calls of one screen are made in one visit, in this order. */
  prepare?: (page: Page, world: World) => Promise<void>
  /** Makes the call. Repeated after each failure. */
  act: (page: Page, world: World) => Promise<void>
}

async function world(server: TestServer, person: Person) {
  const { project } = await sampleProject(server, person)
  const ben = await newPerson(server, 'Ben Tester')
  await addTester(server, person, project.id, ben)
  await server.run(person, project.id)
  const { body } = await server.post(`/invite/create/${project.id}`, { email: `${project.id}@example.com` }, person)
  return { project, ben, token: new URL(body.inviteLink).searchParams.get('token') as string }
}

const address = (path: string, { project, token }: World) =>
  path.replace('{project}', project.id).replace('{token}', token)
const fill = (labels: Record<string, string>) => async (page: Page) => {
  for (const [label, text] of Object.entries(labels)) await page.getByLabel(label, { exact: true }).fill(text)
}
const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const confirm =
  (button: (page: Page, world: World) => Promise<void>, answer: string) => async (page: Page, world: World) => {
    await button(page, world)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: answer, exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }
const inGroup = (group: string, name: string) => (page: Page) =>
  page.getByRole('group', { name: group }).getByRole('button', { name, exact: true }).click()
/** The first user's button. Others have filled the list, and rows beyond the screen are not rendered. */
const firstUser = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()
const steps =
  (...parts: ((page: Page, world: World) => Promise<void>)[]) =>
  async (page: Page, world: World) => {
    for (const part of parts) await part(page, world)
  }

const CALLS: Call[] = [
  {
    call: 'auth.signIn',
    fallback: 'Login failed',
    path: '/login',
    prepare: fill({ Email: 'a@example.com', Password: 'secret' }),
    act: click('Sign In'),
  },
  {
    call: 'auth.signUp',
    fallback: 'Signup failed',
    path: '/signup',
    prepare: fill({ 'Full Name': 'Mary', Email: 'm@example.com', Password: 'secret', 'Confirm Password': 'secret' }),
    act: click('Sign Up'),
  },
  {
    call: 'auth.resetPassword',
    fallback: 'Password reset failed',
    path: '/reset-password',
    prepare: fill({ 'Current Password': 'secret', 'New Password': 'secret', 'Confirm New Password': 'secret' }),
    act: click('Reset Password'),
  },
  {
    call: 'invites.accept',
    fallback: 'Failed to accept invite',
    path: '/invite?token={token}',
    prepare: fill({ 'Full Name': 'Mary', Password: 'secret', 'Confirm Password': 'secret' }),
    act: click('Accept Invite'),
  },
  {
    call: 'admin.createUser',
    fallback: 'Error: Failed to create user',
    prefix: 'Error: ',
    path: '/admin',
    prepare: fill({ Email: 'm@example.com', 'Full Name': 'Mary' }),
    act: click('Create User'),
  },
  {
    call: 'admin.toggleUserStatus',
    fallback: 'Failed to toggle user status',
    path: '/admin',
    act: firstUser('Deactivate'),
  },
  {
    call: 'admin.deleteUser',
    fallback: 'Failed to delete user',
    path: '/admin',
    act: confirm(firstUser('Delete'), 'Delete'),
  },
  {
    call: 'admin.setSignupEnabled',
    fallback: 'Failed to update signup setting',
    path: '/admin',
    act: (page) => page.getByRole('switch', { name: 'Public Signup' }).click(),
  },
  {
    call: 'projects.create',
    fallback: 'Failed to create project',
    path: '/',
    prepare: steps(click('Create Project'), fill({ 'Project Name': 'Accounts' })),
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Create Project' }).click(),
  },
  {
    call: 'projects.update',
    fallback: 'Failed to update project',
    path: '/',
    prepare: click('Edit'),
    act: click('Save Changes'),
  },
  {
    call: 'projects.delete',
    fallback: 'Failed to delete project',
    path: '/',
    act: confirm(click('Delete'), 'Delete'),
  },
  {
    call: 'projects.delete',
    fallback: 'Failed to delete project',
    path: '/projects/{project}?tab=settings',
    act: confirm(click('Delete Project'), 'Delete'),
  },
  {
    call: 'projects.regenerateSecret',
    fallback: 'Failed to regenerate secret',
    success: 'Client secret regenerated successfully',
    path: '/projects/{project}?tab=settings',
    act: confirm(click('Regenerate Secret'), 'Regenerate'),
  },
  {
    call: 'invites.create',
    fallback: 'Failed to process invite',
    path: '/projects/{project}?tab=members',
    prepare: steps(click('Invite Member'), fill({ Email: 'nobody@example.com' })),
    act: click('Generate Invite Link'),
  },
  {
    call: 'members.remove',
    fallback: 'Failed to remove member',
    success: 'Member removed successfully',
    path: '/projects/{project}?tab=members',
    act: confirm(click('Remove Member'), 'Remove'),
  },
  {
    call: 'testCases.create',
    fallback: 'Failed to create test case',
    success: 'Test case created successfully',
    path: '/projects/{project}?tab=suites',
    prepare: steps(inGroup('1 Payments', 'Add Test Case'), fill({ 'Test Case Name': 'Prints', 'Expected Value': 'x' })),
    act: click('Create Test Case'),
  },
  {
    call: 'testCases.update',
    fallback: 'Failed to update test case',
    success: 'Test case updated successfully',
    path: '/projects/{project}?tab=suites',
    // A new case has opened its suite.
    prepare: inGroup('1.1 Confirms the card', 'Edit Test Case'),
    act: click('Save Changes'),
  },
  {
    call: 'testCases.delete',
    fallback: 'Failed to delete test case',
    success: 'Test case deleted successfully',
    path: '/projects/{project}?tab=suites',
    act: confirm(inGroup('1.1 Confirms the card', 'Delete Test Case'), 'Delete'),
  },
  {
    call: 'testSuites.create',
    fallback: 'Failed to create test suite',
    success: 'Test suite created successfully',
    path: '/projects/{project}?tab=suites',
    prepare: steps(click('Create Test Suite'), fill({ 'Suite Name': 'Refunds' })),
    act: click('Create Suite'),
  },
  {
    call: 'testSuites.delete',
    fallback: 'Failed to delete test suite',
    success: 'Test suite deleted successfully',
    path: '/projects/{project}?tab=suites',
    act: confirm(inGroup('1 Payments', 'Delete Suite'), 'Delete'),
  },
  {
    call: 'testRuns.start',
    fallback: 'Failed to create test run',
    success: 'Test run started successfully',
    path: '/projects/{project}?tab=runs',
    prepare: click('Start Test Run'),
    act: (page) => page.getByRole('dialog').getByRole('button', { name: 'Start Test Run' }).click(),
  },
  {
    call: 'testRuns.complete',
    fallback: 'Failed to complete test run',
    success: 'Test run completed successfully',
    path: '/projects/{project}?tab=runs',
    act: click('Complete'),
  },
  {
    call: 'testRuns.delete',
    fallback: 'Failed to delete test run',
    success: 'Test run deleted successfully',
    path: '/projects/{project}?tab=runs',
    act: confirm(click('Delete Run'), 'Delete'),
  },
]

for (const [path, calls] of Map.groupBy(CALLS, ({ path }) => path))
  test(
    `Calls at ${path} show their fallback without an answer, else the server’s message, and their success`,
    VARIANT,
    async ({ page, server, person, admin, openAs }) => {
      const sample = await world(server, person)
      await openAs(path === '/admin' ? admin : person, address(path, sample))
      for (const call of calls)
        await test.step(`${call.call}: ${call.fallback}`, async () => {
          await expectMessages(page, sample, call)
          await page.keyboard.press('Escape')
          await expect(page.getByRole('dialog')).toHaveCount(0)
        })
    },
  )

async function expectMessages(page: Page, sample: World, { call, fallback, prefix = '', success, ...does }: Call) {
  await does.prepare?.(page, sample)
  const url = `**/trpc/${call}?*`
  await page.route(url, (route) => route.abort())
  await does.act(page, sample)
  await expect(page.getByText(fallback).first()).toBeVisible()
  const error = { message: `No ${call} today`, code: -32_009, data: { code: 'CONFLICT', httpStatus: 409 } }
  await page.unroute(url)
  await page.route(url, (route) => route.fulfill({ status: 409, json: [{ error }] }))
  await does.act(page, sample)
  await expect(page.getByText(`${prefix}No ${call} today`).first()).toBeVisible()
  await page.unroute(url)
  if (success === undefined) return
  await does.act(page, sample)
  await expect(page.getByText(success).first()).toBeVisible()
}

type Query = { call: string; message: string; path: string; retry: string }

const QUERIES: Query[] = [
  { call: 'projects.list', message: 'Failed to fetch projects', path: '/', retry: 'Open Project' },
  { call: 'admin.stats', message: 'Failed to load admin data', path: '/admin', retry: 'Create User' },
  {
    call: 'projects.overview',
    message: 'Failed to fetch project data',
    path: '/projects/{project}?tab=runs',
    retry: 'Start Test Run',
  },
]

for (const { call, message, path, retry } of QUERIES) {
  test(`${call} at ${path} shows “${message}” without an answer, and can be retried`, async ({
    page,
    server,
    person,
    admin,
    openAs,
  }) => {
    const sample = await world(server, person)
    const url = new RegExp(`/trpc/[^?]*${call}`)
    await page.route(url, (route) => route.abort())
    // The first message of a stream reads the list again, which may end the failure before the click.
    await page.route('**/trpc/live.*', (route) => route.abort())
    await openAs(path === '/admin' ? admin : person, address(path, sample))
    await expect(page.getByText(message).first()).toBeVisible()
    await page.unroute(url)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: retry }).first()).toBeVisible()
  })
}
