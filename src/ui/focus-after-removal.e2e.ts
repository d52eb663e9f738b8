import type { Locator, Page } from '@playwright/test'
import { startTestServer } from '../../server/testing/server.ts'
import { enterOn, expect, newPerson, signIn, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'

const row = (page: Page, name: string | RegExp) => page.getByRole('group', { name })

async function removeBy(page: Page, button: Locator, answer = 'Delete'): Promise<void> {
  await button.focus()
  await page.keyboard.press('Enter')
  await enterOn(page.getByRole('dialog').getByRole('button', { name: answer, exact: true }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test(
  'Deleting a case moves focus to the next case, and deleting the last case to its suite',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await sampleProject(server, person)
    await openAs(person, `/projects/${project.id}`)
    await page.getByRole('button', { name: /Payments/ }).click()
    const remove = (name: string) => row(page, name).getByRole('button', { name: 'Delete Test Case' })
    await removeBy(page, remove('1.2 Adds up the total'))
    await expect(remove('1.2 Keeps the cart')).toBeFocused()
    await removeBy(page, remove('1.2 Keeps the cart'))
    await expect(remove('1.1 Confirms the card')).toBeFocused()
    await removeBy(page, remove('1.1 Confirms the card'))
    await expect(page.getByRole('button', { name: /Payments/ })).toBeFocused()
  },
)

test('Deleting a case moves focus to the next case, also when the dialog does not give the focus back', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  const remove = (name: string) => row(page, name).getByRole('button', { name: 'Delete Test Case' })
  await expect(remove('1.2 Adds up the total')).toBeVisible()
  await page.evaluate(() =>
    document.addEventListener('focusin', ({ target, relatedTarget }) => {
      const comesFromDialog = relatedTarget instanceof Element && relatedTarget.closest('[role="dialog"]') !== null
      if (comesFromDialog && target instanceof HTMLElement && target.matches('[data-removes]')) target.blur()
    }),
  )
  await removeBy(page, remove('1.2 Adds up the total'))
  await expect(remove('1.2 Keeps the cart')).toBeFocused()
})

test('Deleting a suite moves focus to the next suite, and deleting the last to Create Test Suite', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const remove = (name: string) => row(page, name).getByRole('button', { name: 'Delete Suite' })
  await removeBy(page, remove('1 Payments'))
  await expect(remove('1 Receipts')).toBeFocused()
  await removeBy(page, remove('1 Receipts'))
  await expect(page.getByRole('button', { name: 'Create Test Suite' })).toBeFocused()
})

test('Deleting the last suite by key moves focus to Create Test Suite', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await server.suite(person, project.id, 'Payments')
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).press('Delete')
  await enterOn(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }))
  await expect(page.getByRole('button', { name: 'Create Test Suite' })).toBeFocused()
})

test('Deleting the last case that a search finds by key moves focus to Create Test Suite', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?q=confirms`)
  await row(page, /Confirms the card/).press('Delete')
  await enterOn(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }))
  await expect(page.getByRole('button', { name: 'Create Test Suite' })).toBeFocused()
})

test('Deleting a run moves focus to the run select, and deleting the last to Start Test Run', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await server.run(person, project.id, 'First')
  await server.run(person, project.id, 'Second')
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByText('Second')).toBeVisible()
  await removeBy(page, page.getByRole('button', { name: 'Delete Run' }))
  await expect(page.getByText('First')).toBeVisible()
  await expect(page.getByLabel('Test Run', { exact: true })).toBeFocused()
  await removeBy(page, page.getByRole('button', { name: 'Delete Run' }))
  await expect(page.getByRole('button', { name: 'Start Test Run' })).toBeFocused()
})

test('Removing a member moves focus to the next member, and removing the last to Invite Member', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  for (const name of ['Ben Tester', 'Cleo Tester'])
    await addTester(server, person, project.id, await newPerson(server, name))
  await openAs(person, `/projects/${project.id}?tab=members`)
  const remove = (name: string) => page.getByRole('listitem', { name }).getByRole('button', { name: 'Remove Member' })
  await removeBy(page, remove('Ben Tester'), 'Remove')
  await expect(remove('Cleo Tester')).toBeFocused()
  await removeBy(page, remove('Cleo Tester'), 'Remove')
  await expect(page.getByRole('button', { name: 'Invite Member' })).toBeFocused()
})

test('Deleting a project moves focus to the next project, and deleting the last to Create Project', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await server.project(person, 'Older')
  await server.project(person, 'Newer')
  await openAs(person, '/')
  const remove = (name: string) => page.getByRole('article', { name }).getByRole('button', { name: 'Delete' })
  await removeBy(page, remove('Newer'))
  await expect(remove('Older')).toBeFocused()
  await page.getByRole('article', { name: 'Older' }).getByRole('button', { name: 'Settings' }).click()
  await removeBy(page, page.getByRole('button', { name: 'Delete Project' }))
  await expect(page.getByText('No projects yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Project' })).toBeFocused()
})

test('Deleting a user moves focus to the next user', async ({ page }) => {
  const server = await startTestServer()
  const admin = await server.person('Admin')
  const [next, first] = [await newPerson(server, 'Next'), await newPerson(server, 'First')]
  await signIn(page, admin, server.url)
  await page.goto(`${server.url}/admin`)
  const remove = (email: string) =>
    page.getByRole('row').filter({ hasText: email }).getByRole('button', { name: 'Delete' })
  for (const { email } of [next, first]) await expect(remove(email)).toBeVisible()
  const order = await page.getByRole('row').filter({ hasText: '@' }).allTextContents()
  const at = (email: string) => order.findIndex((text) => text.includes(email))
  const [above, below] = at(first.email) < at(next.email) ? [first, next] : [next, first]
  await removeBy(page, remove(above.email))
  await expect(remove(below.email)).toBeFocused()
  await server.close()
})

test('Focus moved during a slow deletion stays where the user moved it', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const held = Promise.withResolvers<void>()
  await page.route(/testSuites\.delete/, async (route) => {
    await held.promise
    await route.continue()
  })
  await removeBy(page, row(page, '1 Payments').getByRole('button', { name: 'Delete Suite' }))
  await page.getByRole('tab', { name: 'Test Suites' }).focus()
  held.resolve()
  await expect(row(page, '1 Receipts')).toBeVisible()
  await expect(toast(page, 'Test suite deleted successfully')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Test Suites' })).toBeFocused()
})
