import { expect, inspect, newPerson, test, toast } from '#src/testing/fixtures.ts'
import { sampleProject, today } from '#src/testing/project-data.ts'

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

test('The tab lives in the address: links, reload and the back button keep it', async ({
  page,
  server,
  person,
  openAs,
}) => {
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

test('An unknown project and a project of strangers are not found alike', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, await newPerson(server, 'Somebody else'))
  for (const id of [project.id, 'nothing']) {
    await openAs(person, `/projects/${id}`)
    await expect(page.getByText('Project not found')).toBeVisible()
    await expect(
      page.getByText("The project you're looking for doesn't exist or you don't have access to it"),
    ).toBeVisible()
  }
  await inspect(page, 'project-not-found')
  await page.getByRole('button', { name: 'Back to Projects' }).click()
  await expect(page).toHaveURL('/projects')
})

test('A project that cannot be read says so and can be tried again', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await page.route(/projects\.overview/, (route) => route.abort())
  await openAs(person, `/projects/${project.id}`)
  await expect(toast(page, 'Failed to fetch project data').first()).toBeVisible()
  await page.unroute(/projects\.overview/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
})

test('Names of 255 characters, right-to-left text and emoji break no layout', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const long = 'W'.repeat(255)
  const project = await server.project(person, long)
  await server.patch(`/projects/${project.id}`, { description: `${long} ${'مرحبا بالعالم '.repeat(60)}` }, person)
  const suite = await server.suite(person, project.id, long)
  await server.suite(person, project.id, 'مجموعة اختبارات الدفع 🧾👩‍👩‍👧')
  await server.testCase(person, suite.id, { name: long, description: long, expectedValue: long })
  await server.testCase(person, suite.id, { name: 'يؤكد البطاقة 💳', expectedValue: 'شكرا 🎉' })
  await server.run(person, project.id, long)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: new RegExp(long) }).click()
  await expect(page.getByText('يؤكد البطاقة 💳')).toBeVisible()
  await inspect(page, 'project-long-names')
  await page.getByRole('tab', { name: 'Test Runs' }).click()
  await expect(page.getByText('يؤكد البطاقة 💳')).toBeVisible()
  await inspect(page, 'project-long-names-run')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await inspect(page, 'project-long-names-settings')
})
