import type { Page } from '@playwright/test'
import { expect, newPerson, type Person, test, type TestServer, VARIANT } from '#src/testing/fixtures.ts'
import { NOW, ticking } from '#src/testing/clock.ts'
import { addTester } from '#src/testing/project-data.ts'

// A mocked clock would stay in a shared context.
test.use({ hasOwnContext: true })

type OpenAs = (person: Person, path: string) => Promise<void>

/** Opens the invite dialog with a paused clock, and counts the searches. */
async function openInvite(page: Page, server: TestServer, person: Person, openAs: OpenAs) {
  const project = await server.project(person)
  const ben = await newPerson(server, `Ben ${person.id.slice(-6)}`)
  await page.clock.install()
  await openAs(person, `/projects/${project.id}?tab=members`)
  await page.getByRole('button', { name: 'Invite Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Member' })
  const email = dialog.getByLabel('Email', { exact: true })
  await expect(email).toBeFocused()
  const searches: string[] = []
  page.on('request', (request) => void (request.url().includes('users.search') && searches.push(request.url())))
  await page.clock.pauseAt(Date.now() + 60_000)
  return { ben, dialog, email, searches }
}

test(
  'User search starts at 2 characters, 300 ms after the last one',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { ben, dialog, email, searches } = await openInvite(page, server, person, openAs)
    await email.pressSequentially('B')
    await page.clock.runFor(1_000)
    expect(searches).toHaveLength(0)
    await email.pressSequentially('e')
    await page.clock.runFor(250)
    await email.pressSequentially(`n ${person.id.slice(-6)}`)
    await page.clock.runFor(290)
    expect(searches).toHaveLength(0)
    await ticking(page, () => expect(dialog.getByRole('option', { name: ben.email })).toBeVisible(NOW))
    expect(searches).toHaveLength(1)
    await email.fill('B')
    await page.clock.runFor(1_000)
    await expect(dialog.getByRole('option')).toHaveCount(0)
    expect(searches).toHaveLength(1)
  },
)

test('User suggestions hide 200 ms after blur', async ({ page, server, person, openAs }) => {
  const { ben, dialog, email } = await openInvite(page, server, person, openAs)
  await email.pressSequentially('Be')
  await email.pressSequentially(`n ${person.id.slice(-6)}`)
  await page.clock.runFor(300)
  const option = dialog.getByRole('option', { name: ben.email })
  await ticking(page, () => expect(option).toBeVisible(NOW))
  await email.blur()
  await page.clock.runFor(190)
  await expect(option).toBeVisible()
  await page.clock.runFor(10)
  await expect(option).toBeHidden()
})

test(
  'The invite dialog closes 2 s after an existing user is added',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { ben, dialog, email } = await openInvite(page, server, person, openAs)
    await email.fill(ben.email)
    await page.clock.runFor(300)
    const invite = dialog.getByRole('button', { name: 'Invite', exact: true })
    await ticking(page, () => expect(invite).toBeVisible(NOW))
    await invite.click()
    await ticking(page, () => expect(dialog.getByText(`${ben.name} was added to the project`)).toBeVisible(NOW))
    await page.clock.runFor(1_900)
    await expect(dialog.getByText(`${ben.name} was added to the project`)).toBeVisible()
    await page.clock.runFor(100)
    // It fades out.
    await ticking(page, () => expect(dialog).toBeHidden(NOW), 20)
  },
)

test('An unknown role is shown as it is', async ({ page, server, person, openAs }) => {
  const ben = await newPerson(server, 'Ben Tester')
  const project = await server.project(person)
  await addTester(server, person, project.id, ben)
  await page.route(/members\.list/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"qa_tester"', '"observer"') })
  })
  await openAs(person, `/projects/${project.id}?tab=members`)
  await expect(page.getByRole('listitem', { name: 'Ben Tester' }).getByText('observer', { exact: true })).toBeVisible()
})
