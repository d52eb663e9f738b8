import { expect, newPerson, test } from '#src/testing/fixtures.ts'
import { overflowing } from '#src/testing/inspect.ts'
import { addTester, sampleProject, today } from '#src/testing/project-data.ts'

test('The project page names the project, its summary and its four tabs', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await server.patch(`/projects/${project.id}`, { description: 'Cart, payment and receipt' }, person)
  await openAs(person, `/projects/${project.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect(page.getByText('Cart, payment and receipt')).toBeVisible()
  await expect(page.getByText('Owner', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Summary')).toHaveText(`Created${today()}Test suites2Total test cases5Team members1`)
  for (const name of ['Test Suites', 'Test Runs', 'Members', 'Settings'])
    await expect(page.getByRole('tab', { name, exact: true })).toBeVisible()
})

test('The project tab is in the URL: links, reload and back keep it', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(tab('Test Suites')).toHaveAttribute('aria-selected', 'true')
  await tab('Members').click()
  await expect(page).toHaveURL(`/projects/${project.id}?tab=members`)
  await page.reload()
  await expect(tab('Members')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(tab('Test Suites')).toHaveAttribute('aria-selected', 'true')
  await page.goto(`/projects/${project.id}/settings`)
  await expect(tab('Settings')).toHaveAttribute('aria-selected', 'true')
  await tab('Settings').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tab('Members')).toBeFocused()
  await expect(tab('Members')).toHaveAttribute('aria-selected', 'true')
})

test('An unknown project and a project of others both show “Project not found”', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, await newPerson(server, 'Somebody else'))
  for (const id of [project.id, 'nothing']) {
    await openAs(person, `/projects/${id}`)
    await expect(page.getByText('Project not found')).toBeVisible()
    await expect(
      page.getByText("The project you're looking for doesn't exist or you don't have access to it"),
    ).toBeVisible()
  }
  await page.getByRole('button', { name: 'Back to Projects' }).click()
  await expect(page).toHaveURL('/projects')
})

test('A member who is removed sees “Project not found”, without the name and facts of the project', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const owner = await newPerson(server, 'Somebody else')
  const { project } = await sampleProject(server, owner)
  await addTester(server, owner, project.id, person)
  await openAs(person, `/projects/${project.id}?tab=members`)
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await expect(page.getByRole('listitem', { name: 'Somebody else' })).toBeVisible()
  await server.delete(`/projects/${project.id}/members/${person.id}`, owner)
  await expect(page.getByText('Project not found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toHaveCount(0)
  await expect(page.getByLabel('Summary')).toHaveCount(0)
})

test('At 320 px, a window at 400 % zoom, a run fits without sideways scrolling, and nothing covers All Runs', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await server.run(person, project.id, 'Release 1.4')
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible()
  expect(await overflowing(page)).toEqual([])
  const allRuns = await page.getByRole('button', { name: 'All Runs' }).boundingBox()
  const complete = await page.getByRole('button', { name: 'Complete' }).boundingBox()
  expect((allRuns?.x ?? NaN) + (allRuns?.width ?? NaN)).toBeLessThanOrEqual(complete?.x ?? NaN)
})
