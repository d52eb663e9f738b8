import { expect, test, toast } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { CART_REPORT } from '#src/testing/reports.ts'

test('A project without suites offers to create one', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  await expect(page.getByText('No test suites yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create Test Suite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Test Suite' })
  await expect(dialog.getByLabel('Description', { exact: true })).toHaveAttribute('rows', '3')
  await dialog.getByRole('button', { name: 'Create Suite' }).click()
  await expect(dialog.getByText('Suite name is required')).toBeVisible()
  await dialog.getByLabel('Suite Name', { exact: true }).fill('Payments')
  await dialog.getByLabel('Description', { exact: true }).fill('All about money')
  await dialog.getByRole('button', { name: 'Create Suite' }).click()
  await expect(toast(page, 'Test suite created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Create Test Suite' })).toBeFocused()
  await expect(page.getByRole('button', { name: /1.*Payments.*0 cases/ })).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByLabel('Summary')).toContainText('Test suites1')
})

test('A double click on the button of a form sends it once', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Create Test Suite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Test Suite' })
  await dialog.getByLabel('Suite Name', { exact: true }).fill('Payments')
  await dialog.getByRole('button', { name: 'Create Suite' }).evaluate((button: HTMLElement) => {
    // Both before the form renders as busy, as on a slow computer.
    button.click()
    button.click()
  })
  await expect(dialog).toBeHidden()
  expect((await server.get(`/test-suites/project/${project.id}`, person)).body).toHaveLength(1)
  await page.getByRole('button', { name: 'Create Test Suite' }).click()
  await dialog.getByLabel('Suite Name', { exact: true }).fill('Receipts')
  await dialog.getByRole('button', { name: 'Create Suite' }).click()
  await expect(dialog).toBeHidden()
  expect((await server.get(`/test-suites/project/${project.id}`, person)).body).toHaveLength(2)
})

test('A form that is being sent keeps the focus, and Enter does not send it again', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Create Test Suite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Test Suite' })
  const held = Promise.withResolvers<void>()
  await page.route('**/trpc/testSuites.create**', async (route) => {
    await held.promise
    await route.continue()
  })
  const name = dialog.getByLabel('Suite Name', { exact: true })
  await name.fill('Payments')
  const create = dialog.getByRole('button', { name: 'Create Suite' })
  await create.press('Enter')
  await expect(create).toHaveAttribute('aria-busy', 'true')
  await expect(create).toBeFocused()
  await create.press('Enter')
  await name.press('Enter')
  await name.press('Control+Enter')
  held.resolve()
  await expect(dialog).toBeHidden()
  expect((await server.get(`/test-suites/project/${project.id}`, person)).body).toHaveLength(1)
})

test('A click while the dialog of a sent form closes does not send it again', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: 'Create Test Suite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Test Suite' })
  await dialog.getByLabel('Suite Name', { exact: true }).fill('Payments')
  await dialog.getByRole('button', { name: 'Create Suite' }).evaluate(async (button: HTMLButtonElement) => {
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise(requestAnimationFrame)
    }
    button.click()
    await until(() => button.ariaBusy === 'true')
    await until(() => button.ariaBusy === 'false' || !button.isConnected)
    button.click()
  })
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Summary')).toContainText('Test suites1')
  expect((await server.get(`/test-suites/project/${project.id}`, person)).body).toHaveLength(1)
})

test('A suite lists its cases with number, type and expected value once it is opened', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await expect(page.getByText('Confirms the card')).toBeHidden()
  await page.getByRole('button', { name: /Payments/ }).click()
  await page.getByRole('button', { name: /Receipts/ }).click()
  await expect(page.getByRole('group', { name: '1.2 Adds up the total' })).toContainText('42.50')
  const auto = page.getByRole('group', { name: '2.1 Answers with the order' })
  await expect(auto.getByText('auto')).toBeVisible()
  await expect(auto.getByText('"amount": 19.90')).toBeVisible()
  await expect(auto.getByRole('button', { name: 'Edit Test Case' })).toHaveCount(0)
  await expect(auto.getByRole('button', { name: 'Run Test Case' })).toHaveCount(0)
  await expect(page.getByRole('group', { name: '1.1 Confirms the card' }).getByText('manual')).toBeVisible()
})

test('A suite is deleted after a confirmation, and kept after Cancel', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const remove = page.getByRole('group', { name: '1 Payments' }).getByRole('button', { name: 'Delete Suite' })
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('group', { name: '1 Payments' })).toBeVisible()
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Test suite deleted successfully')).toBeVisible()
  await expect(page.getByRole('group', { name: '1 Receipts' })).toBeVisible()
})

test('A new project shows three steps, each with its button, and no column heads', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  const steps = page.getByRole('list', { name: 'First steps' }).getByRole('listitem')
  await expect(steps.getByRole('heading')).toHaveText(['Add test cases', 'Start a test run', 'Send a report'])
  await expect(steps.first()).toContainText('assay cases import FILE')
  await expect(page.getByText('No.', { exact: true })).toHaveCount(0)
  await steps.getByRole('button', { name: 'Add the first suite' }).click()
  await expect(page.getByRole('dialog', { name: 'Create Test Suite' })).toBeVisible()
  await page.keyboard.press('Escape')
  await steps.getByRole('button', { name: 'Start a run' }).click()
  await expect(page.getByRole('dialog', { name: 'Start Test Run' })).toBeVisible()
  await page.keyboard.press('Escape')
  const chooser = page.waitForEvent('filechooser')
  await steps.getByRole('button', { name: 'Choose a report' }).click()
  await (await chooser).setFiles({ name: 'cart.xml', mimeType: 'text/xml', buffer: Buffer.from(CART_REPORT) })
  await expect(page).toHaveURL(/tab=runs/)
  await expect(page.getByRole('region', { name: 'Uploaded reports' })).toContainText('cart.xml')
  await page.getByRole('tab', { name: 'Test Suites' }).click()
  await expect(page.getByText('No.', { exact: true })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test('An open suite shows Add Test Case without the pointer, and columns of a wide screen have a maximal width', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openAs(person, `/projects/${project.id}`)
  const add = page.getByRole('group', { name: '1 Payments' }).getByRole('button', { name: 'Add Test Case' })
  await expect(add).toHaveText('')
  await page.getByRole('button', { name: /Payments/ }).click()
  await expect(add).toHaveText('Add Test Case')
  await page.mouse.move(0, 0)
  const isShown = async () => await add.evaluate((button) => button.checkVisibility({ opacityProperty: true }))
  await expect.poll(isShown).toBe(true)
  const widths = await page
    .getByRole('group', { name: '1.1 Confirms the card' })
    .locator('> [data-column]')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width))
  expect(Math.max(...widths)).toBeLessThan(740)
})
