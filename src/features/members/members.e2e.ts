import { NOW, ticking } from '#src/testing/clock.ts'
import { expect, newPerson, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'

test('The owner is listed first and cannot be removed, and a team of one shows the empty state', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?tab=members`)
  const owner = page.getByRole('listitem').first()
  await expect(owner).toContainText('Ada Lovelace')
  await expect(owner).toContainText(person.email)
  await expect(owner.getByText('Owner')).toBeVisible()
  await expect(owner.getByRole('button')).toHaveCount(0)
  await expect(page.getByText('No additional team members yet')).toBeVisible()
  await expect(page.getByText('Invite QA testers to collaborate on this project')).toBeVisible()
})

test.describe('With a mocked clock', () => {
  // With a shared context, the change would stay.
  test.use({ hasOwnContext: true })

  test(
    'An existing user is found by name and added directly, and the dialog closes',
    VARIANT,
    async ({ page, server, person, openAs }) => {
      const ben = await newPerson(server, `Ben ${person.id.slice(-6)}`)
      const { project } = await sampleProject(server, person)
      await page.clock.install()
      await openAs(person, `/projects/${project.id}?tab=members`)
      await page.getByRole('button', { name: 'Invite Member' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invite Member' })
      const email = dialog.getByLabel('Email', { exact: true })
      await email.pressSequentially(`Ben ${person.id.slice(-6)}`)
      const option = dialog.getByRole('option', { name: ben.email })
      await expect(option).toBeVisible()
      await email.blur()
      await expect(option).toBeHidden()
      // Until then, the matches are those of the last search.
      const searched = page.waitForResponse((response) => decodeURIComponent(response.url()).includes(ben.email))
      await email.fill(ben.email)
      await searched
      await expect(dialog.getByRole('button', { name: 'Invite', exact: true })).toBeVisible()
      await page.clock.pauseAt(Date.now() + 60_000)
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
      await ticking(page, () => expect(dialog.getByText(`${ben.name} was added to the project`)).toBeVisible(NOW))
      await page.clock.resume()
      await expect(dialog).toBeHidden()
      const row = page.getByRole('listitem', { name: ben.name })
      await expect(row.getByText('QA Tester')).toBeVisible()
      await expect(page.getByLabel('Summary')).toContainText('Team members2')
    },
  )
})

test('An unknown email generates an invite link to copy, then another', async ({
  page,
  context,
  server,
  person,
  openAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?tab=members`)
  await page.getByRole('button', { name: 'Invite Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Member' })
  await dialog.getByRole('button', { name: 'Generate Invite Link' }).click()
  await expect(dialog.getByText('Email is required')).toBeVisible()
  await dialog.getByLabel('Email', { exact: true }).fill('nobody.yet@example.com')
  await dialog.getByRole('button', { name: 'Generate Invite Link' }).click()
  const link = dialog.getByLabel('Invite Link', { exact: true })
  await expect(link).toHaveValue(/\/invite\?token=/)
  await expect(dialog.getByText('expires in 24 hours')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(toast(page, 'Copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
  await dialog.getByRole('button', { name: 'Create Another' }).click()
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue('')
  await dialog.getByLabel('Email', { exact: true }).fill('somebody.else@example.com')
  await dialog.getByRole('button', { name: 'Generate Invite Link' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
})

test('All suggestions can be reached in a low window', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const names = Array.from({ length: 10 }, (_, index) => `Crowd ${person.id.slice(-6)} ${index}`)
  const crowd = await Promise.all(names.map((name) => newPerson(server, name)))
  await page.setViewportSize({ width: 1280, height: 600 })
  await openAs(person, `/projects/${project.id}?tab=members`)
  await page.getByRole('button', { name: 'Invite Member' }).click()
  const email = page.getByRole('dialog').getByLabel('Email', { exact: true })
  await email.fill(`Crowd ${person.id.slice(-6)}`)
  const last = page.getByRole('option').last()
  await expect(page.getByRole('option')).toHaveCount(10)
  await email.press('ArrowUp')
  await expect(last).toBeInViewport({ ratio: 1 })
  await last.click()
  expect(crowd.map(({ email }) => email)).toContain(await email.inputValue())
})

test('A name from right to left stands beside its picture', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await addTester(server, person, project.id, await newPerson(server, 'مريم'))
  await openAs(person, `/projects/${project.id}?tab=members`)
  await expect(page.getByRole('listitem', { name: 'مريم' })).toBeVisible()
  const [first, second] = await Promise.all(
    ['Ada Lovelace', 'مريم'].map((name) => page.getByRole('list').getByText(name, { exact: true }).boundingBox()),
  )
  expect(second?.x).toBe(first?.x)
  expect(second?.width).toBeLessThan(100)
})

test('A member is removed after a confirmation', async ({ page, server, person, openAs }) => {
  const ben = await newPerson(server, 'Ben Tester')
  const { project } = await sampleProject(server, person)
  await addTester(server, person, project.id, ben)
  await openAs(person, `/projects/${project.id}?tab=members`)
  await page.getByRole('listitem', { name: 'Ben Tester' }).getByRole('button', { name: 'Remove Member' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Remove this member from the project?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(toast(page, 'Member removed successfully')).toBeVisible()
  await expect(page.getByRole('listitem', { name: 'Ben Tester' })).toHaveCount(0)
  await expect(page.getByText('No additional team members yet')).toBeVisible()
})

test('Inviting a member again is refused with the message of the server', async ({ page, server, person, openAs }) => {
  const ben = await newPerson(server, 'Ben Tester')
  const project = await server.project(person)
  await addTester(server, person, project.id, ben)
  await openAs(person, `/projects/${project.id}?tab=members`)
  await page.getByRole('button', { name: 'Invite Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Member' })
  await dialog.getByLabel('Email', { exact: true }).fill(ben.email)
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(dialog.getByText('This user is already a member of the project')).toBeVisible()
})

test('A tester sees the team and cannot change it', async ({ page, server, person, openAs }) => {
  const tess = await newPerson(server, 'Tess Tester')
  const { project } = await sampleProject(server, person)
  await addTester(server, person, project.id, tess)
  await openAs(tess, `/projects/${project.id}?tab=members`)
  await expect(page.getByRole('listitem', { name: 'Tess Tester' })).toBeVisible()
  await expect(page.getByText('Member', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Invite|Remove/ })).toHaveCount(0)
})

test('Missing names and emails show their fallbacks', async ({ page, server, person, openAs }) => {
  const ben = await newPerson(server, 'Ben Tester')
  const { project } = await sampleProject(server, person)
  await addTester(server, person, project.id, ben)
  await page.route(/members\.list/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(
      /"user":\{"id":"([^"]+)","name":"[^"]+","email":"[^"]+"\}/g,
      '"user":{"id":"$1","name":"","email":""}',
    )
    await route.fulfill({ response, body })
  })
  await openAs(person, `/projects/${project.id}?tab=members`)
  await expect(page.getByRole('listitem', { name: 'Project Owner' })).toContainText('No email available')
  await expect(page.getByRole('listitem', { name: 'Member' })).toContainText('No email')
})

test('When the members fail to load the list is empty and the reader is treated as owner', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const tess = await newPerson(server, 'Tess Tester')
  const { project } = await sampleProject(server, person)
  await addTester(server, person, project.id, tess)
  await page.route(/members\.list/, (route) => route.fulfill({ status: 500, body: 'broken' }))
  await openAs(tess, `/projects/${project.id}?tab=members`)
  await expect(page.getByText('Project Owner')).toBeVisible()
  await expect(page.getByText('No additional team members yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite Member' })).toBeVisible()
})
