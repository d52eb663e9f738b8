import type { Page } from '@playwright/test'
import { expect, newPerson, type Person, test, type TestServer } from '#src/testing/fixtures.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notices/ })
const list = (page: Page) => page.getByRole('dialog', { name: 'Notices' })

/** A project in which somebody else can assign a case to the person. */
async function assigning(server: TestServer, person: Person) {
  const owner = await newPerson(server, 'Olga')
  const project = await server.project(owner)
  await server.member(owner, project.id, person)
  await server.testCase(owner, (await server.suite(owner, project.id)).id, { name: 'Pays by card' })
  const assign = async () => {
    const { body: run } = await server.post(`/test-runs/project/${project.id}`, { description: 'Nightly' }, owner)
    const assigned = { results: [{ resultId: run.results[0].id }], assigneeId: person.id }
    expect((await server.patch(`/test-runs/${run.id}/results`, assigned, owner)).status).toBe(200)
    return run
  }
  return { project, assign }
}

test('The bell counts what is addressed to the user while the page is open, and opens it by key', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, assign } = await assigning(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(bell(page)).toHaveAccessibleName('Notices')
  const run = await assign()
  await expect(bell(page)).toHaveAccessibleName('Notices, 1 unread')
  await assign()
  await expect(bell(page)).toHaveAccessibleName('Notices, 2 unread')
  await page.goto('/projects')
  await expect(bell(page)).toHaveAccessibleName('Notices, 2 unread')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(list(page).getByRole('link', { name: /Unread: 1 test case is assigned to you/ })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(list(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await list(page)
    .getByRole('link', { name: `${run.ref} Nightly` })
    .click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project.id}\\?tab=runs&run=${run.id}`))
  await expect(bell(page)).toHaveAccessibleName('Notices, 1 unread')
  await bell(page).click()
  await list(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notices')
  await expect(list(page).getByRole('link', { name: /Unread/ })).toHaveCount(0)
})

test('The profile says what a user is told; a choice stays, and a failed one is taken back', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await openAs(person, '/profile')
  const choice = page.getByRole('switch', { name: 'Test cases are assigned to me: in the app' })
  await expect(choice).toBeChecked()
  await expect(page.getByText('This server sends no mails.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Test cases are assigned to me: by mail' })).toBeDisabled()
  await expect(page.getByLabel('Digest by mail')).toBeDisabled()
  await choice.focus()
  await page.keyboard.press('Space')
  await expect
    .poll(async () => (await server.get('/notices/settings', person)).body.kinds[0])
    .toEqual({ kind: 'assigned', app: false, mail: true })
  await page.route('**/trpc/**notices.setSetting**', (route) => route.abort())
  await choice.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Failed to save the setting')).toBeVisible()
  await expect(choice).not.toBeChecked()
})
