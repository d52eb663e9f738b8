import { machine } from '../../../server/testing/server.ts'
import { expect, newPerson, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { addTester, sampleProject, today } from '#src/testing/project-data.ts'

test('The settings tab shows the project, and masks the secret until it is shown', async ({
  page,
  context,
  server,
  person,
  openAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}/settings`)
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true')
  const information = page.getByRole('region', { name: 'Project Information' })
  await expect(information).toContainText('Checkout')
  await expect(information).toContainText('No description')
  await expect(information).toContainText(today())
  await expect(page.getByLabel('Project ID', { exact: true })).toHaveValue(project.id)
  const secret = page.getByLabel('Client Secret', { exact: true })
  await expect(secret).toHaveAttribute('type', 'password')
  await expect(secret).toHaveAttribute('readonly')
  await page.getByRole('button', { name: 'Show secret' }).click()
  await expect(secret).toHaveAttribute('type', 'text')
  await expect(secret).toHaveValue(project.clientSecret)
  await page.getByRole('button', { name: 'Hide secret' }).click()
  await expect(secret).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Copy secret' }).click()
  await expect(toast(page, 'Copied to clipboard').first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(project.clientSecret)
  await page.getByRole('button', { name: 'Copy ID' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(project.id)
})

test('A manager regenerates the secret after a confirmation', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  await page.getByRole('button', { name: 'Regenerate Secret' }).click()
  await expect(page.getByRole('dialog').getByText('The old secret becomes invalid')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate' }).click()
  await expect(toast(page, 'Client secret regenerated successfully')).toBeVisible()
  const { clientSecret } = (await server.get(`/projects/${project.id}`, person)).body
  expect(clientSecret).not.toBe(project.clientSecret)
  await expect(page.getByLabel('Client Secret', { exact: true })).toHaveValue(clientSecret)
  expect((await server.get(`/projects/${project.id}`, machine(project))).status).toBe(401)

  await page.getByRole('button', { name: 'Regenerate Secret' }).click()
  await page.getByLabel('The old secret').selectOption('Works for a day')
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate' }).click()
  await expect(page.getByLabel('Client Secret', { exact: true })).not.toHaveValue(clientSecret)
  expect((await server.get(`/projects/${project.id}`, machine({ ...project, clientSecret }))).status).toBe(200)
})

test('A secret that can no longer be decrypted says so to the owner, and is shown again once it is regenerated', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await server.services.write(null, (db) =>
    db.updateTable('projects').set({ sealed_secret: 'of another key' }).where('id', '=', project.id).execute(),
  )
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const card = page.getByRole('region', { name: 'API Credentials' })
  await expect(card.getByText('The client secret cannot be decrypted, because JWT_SECRET has changed.')).toBeVisible()
  await expect(card.getByText('Only the project owner')).toHaveCount(0)
  await card.getByRole('button', { name: 'Regenerate Secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Regenerate' }).click()
  await expect(card.getByLabel('Client Secret', { exact: true })).toHaveValue(/^.{20,}$/)
})

test('A manager deletes the project after a confirmation and is redirected to the projects', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const remove = page.getByRole('region', { name: 'Project Actions' }).getByRole('button', { name: 'Delete Project' })
  await remove.click()
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByText('Are you sure you want to delete this project? This action cannot be undone.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/projects')
  expect((await server.get(`/projects/${project.id}`, person)).status).toBe(404)
})

test('A tester sees the project id but neither secret nor actions', async ({ page, server, person, openAs }) => {
  const tess = await newPerson(server, 'Tess Tester')
  const { project } = await sampleProject(server, person)
  await addTester(server, person, project.id, tess)
  await openAs(tess, `/projects/${project.id}?tab=settings`)
  await expect(page.getByLabel('Project ID', { exact: true })).toHaveValue(project.id)
  await expect(page.getByText('Only the project owner can see the client secret.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Regenerate|Delete Project/ })).toHaveCount(0)
  await expect(page.getByText('Project Actions')).toHaveCount(0)
})

test('The owner edits name and description in the settings, a tester has no button for it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}/settings`)
  const information = page.getByRole('region', { name: 'Project Information' })
  await information.getByRole('button', { name: 'Edit Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Project' })
  await expect(dialog.getByLabel('Project Name')).toHaveValue('Checkout')
  await dialog.getByLabel('Project Name').fill('Check-in')
  await dialog.getByLabel('Description').fill('All about arriving')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(information).toContainText('All about arriving')
  await expect(page.getByRole('heading', { level: 1, name: 'Check-in' })).toBeVisible()
  const tester = await newPerson(server, 'Tess Tester')
  await addTester(server, person, project.id, tester)
  await openAs(tester, `/projects/${project.id}/settings`)
  await expect(information).toContainText('Check-in')
  await expect(information.getByRole('button')).toHaveCount(0)
})

test('The owner sees what a retention would delete, and saves it after a question', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await page.route('**/trpc/**retention.get**', async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({ response: answer, body: text.replaceAll('"runs":0', '"runs":1') })
  })
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const card = page.getByRole('region', { name: 'Retention' })
  const [days, save] = [card.getByLabel('Keep runs (days)'), card.getByRole('button', { name: 'Save Retention' })]
  await days.fill('0')
  await save.click()
  await expect(card.getByText('A whole number from 1 to 36,500, or nothing')).toBeVisible()
  await expect(days).toBeFocused()
  await days.fill('90')
  await expect(card.getByRole('status')).toHaveText('These rules would delete 1 run now.')
  await save.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Within an hour this deletes 1 run for good.')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(toast(page, 'Retention saved')).toBeVisible()
  await expect(save).toBeDisabled()
  const { body } = await server.get(`/projects/${project.id}/retention`, person)
  expect([body.keepRunsDays, body.keepAttachmentsDays]).toEqual([90, null])
})

test('A retention that is saved before its preview has arrived asks the same question', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  const arrived = Promise.withResolvers<undefined>()
  await page.route('**/trpc/**retention.get**', async (route) => {
    const isOfRules = decodeURIComponent(route.request().url()).includes('"keepRunsDays":1,')
    if (isOfRules) await arrived.promise
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({ response: answer, body: isOfRules ? text.replaceAll('"runs":0', '"runs":7') : text })
  })
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const card = page.getByRole('region', { name: 'Retention' })
  await expect(card.getByRole('status')).toHaveText('These rules would delete nothing now.')
  await card.getByLabel('Keep runs (days)').fill('1')
  await expect(card.getByRole('status')).toHaveText('')
  await card.getByLabel('Keep runs (days)').press('Enter')
  arrived.resolve(undefined)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Within an hour this deletes 7 runs for good.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await server.get(`/projects/${project.id}/retention`, person)).body.keepRunsDays).toBe(null)
})

test(
  'A project that was deleted in another window is not found after a refused act',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const project = await server.project(person)
    await openAs(person, `/projects/${project.id}?tab=settings`)
    await page.getByRole('button', { name: 'Delete Project' }).click()
    await server.delete(`/projects/${project.id}`, person)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Project not found')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back to Projects' })).toBeVisible()
  },
)
