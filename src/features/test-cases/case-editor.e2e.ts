import type { Page } from '@playwright/test'
import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

const create = (page: Page) => page.getByRole('dialog', { name: 'Create Test Case' })
const edit = (page: Page) => page.getByRole('dialog', { name: 'Edit Test Case' })
const name = (page: Page) => page.getByLabel('Test Case Name', { exact: true })
const tags = (page: Page) => page.getByLabel('Tags', { exact: true })
const add = (page: Page) =>
  page.getByRole('group', { name: '1 Payments' }).getByRole('button', { name: 'Add Test Case' }).click()

test('Priority and tags are saved with a case; a tag that differs in capitals is not added', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, payments } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await add(page)
  await expect(create(page).getByLabel('Priority')).toHaveValue('medium')
  await create(page).getByLabel('Priority').selectOption('critical')
  await name(page).fill('Refunds')
  await create(page).getByLabel('Expected Value', { exact: true }).fill('ok')
  for (const tag of ['smoke', 'Smoke', 'api']) {
    await tags(page).fill(tag)
    await tags(page).press('Enter')
  }
  // A tag that is still being typed is saved too.
  await tags(page).fill('slow')
  await tags(page).press('Control+Enter')
  await expect(toast(page, 'Test case created successfully')).toBeVisible()
  const { body } = await server.get(`/test-cases/test-suite/${payments.id}`, person)
  expect(body.at(-1)).toMatchObject({ name: 'Refunds', priority: 'critical', tags: ['smoke', 'api', 'slow'] })
})

test('The tags of the project are offered once the field is entered', async ({ page, server, person, openAs }) => {
  const { project, cases } = await sampleProject(server, person)
  await server.patch(`/test-cases/${cases.text.id}`, { tags: ['smoke', 'api'] }, person)
  await openAs(person, `/projects/${project.id}`)
  await add(page)
  await tags(page).focus()
  const offered = page.locator(`datalist[id="${await tags(page).getAttribute('list')}"] option`)
  await expect(offered).toHaveCount(2)
})

test('The 21st tag is refused with the limit', async ({ page, server, person, openAs }) => {
  const { project, cases } = await sampleProject(server, person)
  const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index + 1}`)
  await server.patch(`/test-cases/${cases.text.id}`, { tags: twenty }, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments.*cases/ }).click()
  await page
    .getByRole('group', { name: '1.1 Confirms the card' })
    .getByRole('button', { name: 'Edit Test Case' })
    .click()
  await tags(page).fill('one more')
  await tags(page).press('Enter')
  await expect(edit(page).getByText('A test case may have at most 20 tags')).toBeVisible()
})

test('Ctrl+Enter saves from the name, a text and a step, and Ctrl+Shift+Enter goes on with the next case', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, payments } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await add(page)
  await name(page).fill('From the name')
  await create(page).getByRole('button', { name: 'Add step' }).click()
  await page.keyboard.type('Open the cart')
  await name(page).press('Control+Shift+Enter')
  await expect(toast(page, 'Test case created successfully')).toBeVisible()
  await expect(name(page)).toHaveValue('')
  await expect(name(page)).toBeFocused()
  await expect(create(page).getByRole('table', { name: 'Steps' })).toHaveCount(0)

  await name(page).fill('From a text')
  await create(page).getByLabel('Expected Value', { exact: true }).fill('ok')
  await create(page).getByRole('button', { name: 'Save and add another' }).click()
  await expect(name(page)).toHaveValue('')
  await name(page).fill('From a step')
  await create(page).getByRole('button', { name: 'Add step' }).click()
  await page.keyboard.type('Open the cart')
  await page.keyboard.press('Control+Enter')
  await expect(create(page)).toBeHidden()
  const { body } = await server.get(`/test-cases/test-suite/${payments.id}`, person)
  expect(body.slice(3).map((testCase: { name: string }) => testCase.name)).toEqual([
    'From the name',
    'From a text',
    'From a step',
  ])
})

test('Description and Preconditions have a preview, which loads nothing and runs nothing', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await add(page)
  const preview = create(page).getByRole('tab', { name: 'Preview' })
  const panel = create(page).getByRole('tabpanel', { name: 'Preview' })
  await preview.last().click()
  await expect(panel).toHaveText('Nothing to preview')
  await create(page).getByRole('tab', { name: 'Write' }).last().click()
  await create(page)
    .getByLabel('Description', { exact: true })
    .fill('**Bold**\n\n<img src=x onerror="window.hacked = 1">\n\n![map](https://evil.example/x.png)')
  await preview.last().click()
  await expect(panel.locator('strong')).toHaveText('Bold')
  await expect(panel.getByRole('link', { name: 'Picture: map' })).toBeVisible()
  await expect(panel.locator('img')).toHaveCount(0)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  await preview.last().press('ArrowLeft')
  await expect(create(page).getByLabel('Description', { exact: true })).toBeVisible()
})

test('The dialog is 800 px wide or more on a desk and fills a phone above the status strip', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await add(page)
  await expect.poll(async () => (await create(page).boundingBox())?.width).toBeGreaterThanOrEqual(800)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => await create(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 })
  // The strip with the toasts stays in view below it.
  await expect.poll(async () => (await create(page).boundingBox())?.height).toBeGreaterThanOrEqual(844 - 64)
})

test(
  'A draft of steps, tags and priority survives a reload, Escape and a lost session, each in its own form',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await sampleProject(server, person)
    await openAs(person, `/projects/${project.id}`)
    await add(page)
    await create(page).getByRole('button', { name: 'Add step' }).click()
    await page.keyboard.type('Open the cart')
    await create(page).getByLabel('Priority').selectOption('high')
    await tags(page).fill('smoke')
    await tags(page).press('Enter')
    await page.reload()
    const second = page.getByRole('group', { name: '2 Receipts' }).getByRole('button', { name: 'Add Test Case' })
    await second.click()
    await expect(page.getByRole('button', { name: 'Continue draft' })).toHaveCount(0)
    await name(page).fill('Prints')
    await page.keyboard.press('Escape')
    await expect(create(page)).toBeHidden()

    // The session ends while the form is open.
    await add(page)
    await page.getByRole('button', { name: 'Continue draft' }).click()
    await name(page).fill('Pays')
    await page.route('**/trpc/**', (route) => route.fulfill({ status: 401, body: '' }))
    await create(page).getByRole('button', { name: 'Create Test Case' }).click()
    await expect(page).toHaveURL('/login')
    await page.unroute('**/trpc/**')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(`/projects/${project.id}`)
    await add(page)
    await page.getByRole('button', { name: 'Continue draft' }).click()
    await expect(name(page)).toHaveValue('Pays')
    await expect(create(page).getByLabel('Step 1', { exact: true })).toHaveValue('Open the cart')
    await expect(create(page).getByLabel('Priority')).toHaveValue('high')
    await expect(create(page).getByText('smoke', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(create(page)).toBeHidden()
    await second.click()
    await page.getByRole('button', { name: 'Continue draft' }).click()
    await expect(name(page)).toHaveValue('Prints')
  },
)
