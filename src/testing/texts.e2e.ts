import { expect, newPerson, type Person, test } from './fixtures.ts'
import { addTester, sampleProject } from './project-data.ts'

/*
 * The texts of the specification (§2, §4, §5, §9), and the screen or dialog that shows each. One visit checks all texts
 * that one person sees at one address, in this order.
 */

type Screen = {
  as?: 'owner' | 'tester' | 'admin' | 'nobody'
  /** `{project}` has two suites, a tester and two runs, `{empty}` has nothing; `{token}` is that of an invite. */
  path: string
  press?: (string | RegExp)[]
  /** A button in the dialog that they open. */
  submit?: string
  texts: string[]
}

const SCREENS: Screen[] = [
  { as: 'nobody', path: '/login', texts: ['Email', 'Password', 'Sign In'] },
  { as: 'nobody', path: '/login', press: ['Sign In'], texts: ['Email is required', 'Password is required'] },
  { as: 'nobody', path: '/signup', texts: ['Full Name', 'Email', 'Password', 'Confirm Password'] },
  {
    as: 'nobody',
    path: '/signup',
    press: ['Sign Up'],
    texts: ['Name is required', 'Email is required', 'Password is required'],
  },
  {
    as: 'nobody',
    path: '/invite?token={token}',
    texts: [
      'Checkout',
      'Full Name',
      'Password',
      'Confirm Password',
      'Just enter your current password',
      'The invite expires in 24 hours',
    ],
  },
  { as: 'nobody', path: '/invite', texts: ['Invalid invite link - no token provided', 'Go to Login'] },
  { as: 'nobody', path: '/invite?token=x', texts: ['Invalid or expired invite link', 'Go to Login'] },
  { path: '/reset-password', texts: ['Current Password', 'New Password', 'Confirm New Password'] },
  {
    as: 'admin',
    path: '/admin',
    texts: [
      'Projects',
      'API Documentation',
      'Admin Panel',
      'Admin',
      'Logout',
      'API testing platform',
      'Total Users',
      'Active Users',
      'Admin Users',
      'Total Projects',
      'Public Signup',
      'Deactivate',
      'Delete',
      'Email',
      'Full Name',
      'Password',
      'Admin user',
      'Send invite (future feature)',
      'Security Notice',
    ],
  },
  { as: 'admin', path: '/admin', press: ['Delete'], texts: ['Are you sure you want to delete'] },
  {
    path: '/projects',
    texts: [
      'Search by name or description',
      'Owner',
      'Created',
      '2 test suites',
      '2 members',
      'Open Project',
      'Edit',
      'Delete',
      'Settings',
      'Create Project',
      'API testing platform',
    ],
  },
  { as: 'tester', path: '/projects', texts: ['Member'] },
  {
    path: '/projects',
    press: ['Create Project'],
    submit: 'Create Project',
    texts: ['Project Name', 'Description', 'Project name is required'],
  },
  { path: '/projects', press: ['Edit'], texts: ['Edit Project'] },
  {
    path: '/projects',
    press: ['Delete'],
    texts: ['Are you sure you want to delete this project? This action cannot be undone.'],
  },
  {
    path: '/projects/unknown',
    texts: [
      'Project not found',
      "The project you're looking for doesn't exist or you don't have access to it",
      'Back to Projects',
    ],
  },
  {
    path: '/projects/{project}',
    press: [/Payments.*3 cases/, /Receipts.*2 cases/],
    texts: [
      'Checkout',
      'Owner',
      'Created',
      'Test suites',
      'Total test cases',
      'Team members',
      'Test Suites',
      'Test Runs',
      'Members',
      'Settings',
      'Create Test Suite',
      'Add Test Case',
      'Delete Suite',
      'Edit Test Case',
      'Run Test Case',
      'Delete Test Case',
      'manual',
      'auto',
      '2.1',
    ],
  },
  {
    path: '/projects/{project}',
    press: ['Create Test Suite'],
    submit: 'Create Suite',
    texts: ['Suite Name', 'Description', 'Suite name is required'],
  },
  {
    path: '/projects/{project}',
    press: ['Add Test Case'],
    submit: 'Create Test Case',
    texts: [
      'Test Case Name',
      'Description',
      'Expected Value Type',
      'Expected Value',
      'Test case name is required',
      'Expected value is required',
    ],
  },
  {
    path: '/projects/{project}',
    press: ['Delete Suite'],
    texts: ['Are you sure you want to delete the test suite'],
  },
  {
    path: '/projects/{project}',
    press: ['Delete Test Case'],
    texts: ['Are you sure you want to delete the test case'],
  },
  {
    path: '/projects/{project}?tab=runs',
    texts: [
      'Start Test Run',
      'running',
      'Release 1.4',
      'Started',
      'Completed',
      'Complete',
      'Delete Run',
      '1 passed',
      '1 failed',
      '0 error',
      '3 pending',
      '0 skipped',
    ],
  },
  { path: '/projects/{project}?tab=runs&run={failed}', texts: ['failed', 'No description', 'Started', 'Completed'] },
  { path: '/projects/{project}?tab=runs', press: ['Start Test Run'], texts: ['Description'] },
  {
    path: '/projects/{project}?tab=runs',
    press: ['Delete Run'],
    texts: ['Are you sure you want to delete this test run'],
  },
  { path: '/projects/{project}?tab=members', texts: ['Owner', 'QA Tester', 'Invite Member', 'Remove Member'] },
  {
    as: 'tester',
    path: '/projects/{empty}?tab=members',
    texts: ['No additional team members yet', 'Invite QA testers to collaborate on this project'],
  },
  {
    path: '/projects/{project}?tab=members',
    press: ['Remove Member'],
    texts: ['Remove this member from the project?'],
  },
  {
    path: '/projects/{project}?tab=members',
    press: ['Invite Member'],
    submit: 'Generate Invite Link',
    texts: ['Email', 'Email is required'],
  },
  {
    path: '/projects/{project}/settings',
    texts: [
      'Project Information',
      'No description',
      'Created',
      'API Credentials',
      'Project ID',
      'Copy ID',
      'Client Secret',
      'Show secret',
      'Copy secret',
      'Regenerate Secret',
      'Project Actions',
      'Delete Project',
    ],
  },
  { path: '/projects/{project}/settings', press: ['Show secret'], texts: ['Hide secret'] },
  {
    path: '/projects/{project}/settings',
    press: ['Regenerate Secret'],
    texts: ['The old secret becomes invalid'],
  },
  {
    path: '/projects/{project}/settings',
    press: ['Delete Project'],
    texts: ['Are you sure you want to delete this project? This action cannot be undone.'],
  },
  {
    path: '/api-docs',
    texts: [
      'Base URL',
      'Test Case Types',
      'manual',
      'automated',
      'Projects',
      'Test Suites',
      'Test Cases',
      'Test Runs',
      'Sample Workflows',
    ],
  },
]

type Sample = { people: Record<'owner' | 'tester', Person>; ids: Record<string, string> }
let sample: Sample

// The tests do not write: one sample is enough for all of them.
test.beforeAll(async ({ server }) => {
  const [owner, tester] = [await newPerson(server, 'Ada Lovelace'), await newPerson(server, 'Tess Tester')]
  const { project } = await sampleProject(server, owner)
  await addTester(server, owner, project.id, tester)
  const empty = await server.project(tester, 'Empty')
  const failed = await server.run(owner, project.id)
  await server.post(`/test-runs/${failed.id}/complete`, { status: 'failed' }, owner)
  const run = await server.run(owner, project.id, 'Release 1.4')
  await server.patch(`/test-runs/result/${run.results[0].id}`, { actualValue: 'Thank you' }, owner)
  await server.patch(`/test-runs/result/${run.results[1].id}`, { actualValue: '41' }, owner)
  const { body } = await server.post(`/invite/create/${project.id}`, { email: `${run.id}@example.com` }, owner)
  const token = new URL(body.inviteLink).searchParams.get('token') as string
  sample = { people: { owner, tester }, ids: { project: project.id, empty: empty.id, failed: failed.id, token } }
})

const visits = Map.groupBy(SCREENS, ({ as = 'owner', path }) => `${path} shows its texts to ${as}`)

for (const [title, screens] of visits)
  test(title, async ({ page, admin, openAs }) => {
    const [{ as = 'owner', path }] = screens as [Screen]
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sample.ids[name] as string)
    if (as === 'nobody') await page.goto(address)
    else await openAs({ ...sample.people, admin }[as], address)
    for (const { press = [], submit, texts } of screens)
      await test.step(`after ${[...press, submit ?? 'nothing'].join(', ')}`, async () => {
        for (const name of press) await page.getByRole('button', { name, exact: true }).first().click()
        if (submit) await page.getByRole('dialog').getByRole('button', { name: submit, exact: true }).click()
        for (const text of texts) {
          const named = page.getByLabel(text, { exact: true }).or(page.getByPlaceholder(text, { exact: true }))
          await expect(page.getByText(text).or(named).and(page.locator(':visible')).first()).toBeVisible()
        }
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
  })
