import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('Ctrl+K opens a project by a few letters of its name, by keyboard alone', async ({
  page,
  person,
  server,
  openAs,
}) => {
  const project = await server.project(person, 'Checkout')
  await server.project(person, 'Accounts')
  await openAs(person, '/projects')
  await expect(page.getByText('Accounts')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to …').fill('chec')
  await expect(page.getByRole('dialog').getByText('Accounts')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/projects/${project.id}`))
})

test('The palette shows “Nothing found” without a match, and Escape closes it', async ({ page, person, openAs }) => {
  await openAs(person, '/projects')
  await expect(page.getByText('No projects yet')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to …').fill('xyz')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByPlaceholder('Go to …')).toBeHidden()
})

test(
  'The palette does not say “Nothing found” before the projects are loaded, or if they cannot be',
  VARIANT,
  async ({ page, person, openAs }) => {
    await page.route('**/trpc/projects.list**', () => undefined)
    await openAs(person, '/api-docs')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Go to …').fill('xyz')
    await expect(page.getByText('Loading projects…')).toBeVisible()
    await page.unroute('**/trpc/projects.list**')
    await page.route('**/trpc/projects.list**', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Go to …').fill('xyz')
    await expect(page.getByText('The projects could not be loaded')).toBeVisible()
  },
)

test(
  'The palette lists its prefixes at ?, and runs an act of the screen after >',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { path } = await runOf60(server, person)
    await openAs(person, path)
    await expect(row(page, '1.1')).toBeVisible()
    await page.keyboard.press('Control+k')
    const search = page.getByPlaceholder('Go to …')
    await search.fill('?')
    await expect(page.getByRole('button', { name: '> Actions, with their keys' })).toBeVisible()
    await page.getByRole('button', { name: '@ Suites of this project' }).click()
    await expect(search).toHaveValue('@')
    await search.fill('@acc')
    await page.keyboard.press('Enter')
    await expect(row(page, '3.1')).toBeFocused()
    await page.keyboard.press('Control+k')
    await search.fill('>last row')
    await expect(page.getByRole('button', { name: 'Last row End' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(row(page, '3.20')).toBeFocused()
  },
)

test('The palette opens a run by a word of its name after #', async ({ page, server, person, openAs }) => {
  const project = await server.project(person, 'Checkout')
  const suite = await server.suite(person, project.id, 'Payments')
  await server.testCase(person, suite.id, { name: 'Pays', expectedValue: 'ok' })
  const run = await server.run(person, project.id, 'Release 1.4')
  await server.run(person, project.id, 'Nightly')
  await openAs(person, `/projects/${project.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to …').fill('#rele')
  await page.getByRole('button', { name: /Release 1\.4/ }).click()
  await expect(page).toHaveURL(new RegExp(`run=${run.id}`))
})

test('The palette of a project shows its runs, suites and cases before other projects', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person, 'Shop')
  const suite = await server.suite(person, project.id, 'Refund of an order')
  await server.testCase(person, suite.id, { name: 'Refunds a line', expectedValue: 'ok' })
  await server.run(person, project.id, 'Refund release')
  await server.project(person, 'Refunds')
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to …').fill('refund')
  const found = page.getByRole('dialog', { name: 'Go to' }).locator('[data-action]')
  await expect(found).toHaveText([/^Refund release/, /^Refund of an order/, /Refunds a line/, /^Refunds/])
})

test('Ctrl and the key at the place of K open the palette on a Cyrillic layout, once while they are held', async ({
  page,
  person,
  openAs,
}) => {
  await openAs(person, '/projects')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    for (const repeat of [false, true, true, true]) {
      const init = { key: 'л', code: 'KeyK', ctrlKey: true, repeat, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', init))
    }
  })
  await expect(page.getByPlaceholder('Go to …')).toBeFocused()
})

test('The field of the palette names the selected action to screen readers', async ({
  page,
  server,
  person,
  openAs,
}) => {
  for (const name of ['Checkout', 'Checks']) await server.project(person, name)
  await openAs(person, '/projects')
  await expect(page.getByText('Checks')).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder('Go to …')
  await field.fill('check')
  const named = async () => {
    const id = await field.getAttribute('aria-activedescendant')
    return id === null ? null : await page.locator(`[id="${id}"]`).textContent()
  }
  const found = page.getByRole('dialog').getByRole('button')
  await expect(found).toHaveCount(2)
  const [first, second] = await found.allTextContents()
  await expect.poll(named).toBe(first)
  await page.keyboard.press('ArrowDown')
  await expect.poll(named).toBe(second)
  await field.fill('xyz')
  await expect.poll(named).toBe(null)
})
