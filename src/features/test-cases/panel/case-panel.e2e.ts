import type { Page } from '@playwright/test'
import { expect, newPerson, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { failRefetch } from '#src/testing/inspect.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'

const panel = (page: Page, ref: string) => page.getByRole('complementary', { name: `Case ${ref}` })
const row = (page: Page, name: string) => page.getByRole('group', { name })

test('A link to a case opens its suite, its panel and its title; Escape closes the panel and returns to the row', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, cases } = await sampleProject(server, person)
  await server.patch(
    `/test-cases/${cases.text.id}`,
    { description: 'A **bold** text', preconditions: 'A full cart', steps: [{ action: 'Pay', expected: 'Thanks' }] },
    person,
  )
  await openAs(person, `/projects/${project.id}?case=C1`)
  await expect(panel(page, 'C1').getByRole('heading', { name: 'Confirms the card' })).toBeVisible()
  await expect(panel(page, 'C1').locator('strong').filter({ hasText: 'bold' })).toBeVisible()
  await expect(panel(page, 'C1').getByRole('table', { name: 'Steps' })).toContainText('Thanks')
  await expect(page).toHaveTitle('C1 Confirms the card · Checkout · Assay')
  await expect(row(page, '1.1 Confirms the card')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(page).toHaveURL(`/projects/${project.id}`)
  await expect(page).toHaveTitle('Checkout · Assay')
})

test('Escape pressed twice at once closes the panel and does not leave the page', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await row(page, '1.1 Confirms the card').getByRole('button', { name: 'Confirms the card' }).click()
  await expect(panel(page, 'C1')).toBeVisible()
  await page.evaluate(() => {
    const escape = { key: 'Escape', bubbles: true, cancelable: true }
    for (let time = 0; time < 2; time += 1) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', escape))
  })
  await expect(panel(page, 'C1')).toBeHidden()
  await expect(row(page, '1.1 Confirms the card')).toBeVisible()
  await expect(page).toHaveURL(`/projects/${project.id}`)
})

test('O opens the panel, the cursor keys move it on, and Back closes it', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await expect(row(page, '1.1 Confirms the card')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('o')
  await expect(panel(page, 'C1')).toBeVisible()
  await expect(page).toHaveURL(/case=C1$/)
  await page.keyboard.press('ArrowDown')
  await expect(panel(page, 'C2')).toBeVisible()
  await expect(page).toHaveURL(/case=C2$/)
  await expect(page).toHaveTitle('C2 Adds up the total · Checkout · Assay')
  await page.getByRole('button', { name: 'Next Case' }).press('Enter')
  await expect(panel(page, 'C3')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next Case' })).toBeFocused()
  await page.getByRole('button', { name: 'Previous Case' }).click()
  await expect(panel(page, 'C2')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(page).toHaveURL(`/projects/${project.id}`)
})

test('A cursor key that is pressed before the opened case is read moves the panel on', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await expect(row(page, '1.1 Confirms the card')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/testCases\.byRef.*C1(?!\d)/, async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  await page.keyboard.press('o')
  await expect(panel(page, 'C1')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  release()
  await expect(panel(page, 'C2')).toBeVisible()
  await expect(page).toHaveURL(/case=C2$/)
})

test(
  'A link to a case that never was, and to a deleted one, says so',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project, cases } = await sampleProject(server, person)
    await server.delete(`/test-cases/${cases.flag.id}`, person)
    await openAs(person, `/projects/${project.id}?case=C77`)
    await expect(panel(page, 'C77')).toContainText('This project has no test case C77.')
    await page.goto(`/projects/${project.id}?case=nonsense`)
    await expect(panel(page, 'nonsense')).toContainText('Test case not found')
    await page.goto(`/projects/${project.id}?case=C3`)
    await expect(panel(page, 'C3')).toContainText('This case was deleted')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('complementary')).toHaveCount(0)
  },
)

test('Priority and tags of an automated case are set in the panel, which has no Edit for it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, cases } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?case=C4`)
  const auto = panel(page, 'C4')
  await auto.getByLabel('Priority').selectOption('high')
  await auto.getByLabel('Tags', { exact: true }).fill('api')
  await page.keyboard.press('Enter')
  await expect(auto.getByText('api', { exact: true })).toBeVisible()
  const read = async () => (await server.get(`/test-cases/${cases.auto.id}`, person)).body
  await expect.poll(read).toMatchObject({ priority: 'high', tags: ['api'] })
  await expect(auto.getByRole('button', { name: 'Edit Test Case' })).toHaveCount(0)
  await expect(auto.getByRole('button', { name: 'Run Test Case' })).toHaveCount(0)
  await auto.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete Test Case' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(auto.getByRole('list', { name: 'History' })).toContainText('changed priority')
})

test('References of an automated case are set in the panel, and lead to the tracker', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, cases } = await sampleProject(server, person)
  await server.patch(`/projects/${project.id}`, { issueUrl: 'https://tracker.example.com/{key}' }, person)
  await openAs(person, `/projects/${project.id}?case=C4`)
  const auto = panel(page, 'C4')
  const field = auto.getByRole('combobox', { name: 'References' })
  await field.pressSequentially('ftp://files ')
  await expect(auto.getByText('“ftp://files” is no key')).toBeVisible()
  await field.pressSequentially('PAY-9 ')
  await expect(auto.getByRole('link', { name: 'PAY-9' })).toHaveAttribute('href', 'https://tracker.example.com/PAY-9')
  await expect(auto.getByText('“ftp://files” is no key')).toHaveCount(0)
  const removed = await page.evaluateHandle(() => {
    const texts: (string | null)[] = []
    const note = (records: MutationRecord[]) =>
      records.forEach(({ removedNodes }) => removedNodes.forEach(({ textContent }) => texts.push(textContent)))
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
    return texts
  })
  const read = async () => (await server.get(`/test-cases/${cases.auto.id}`, person)).body.references
  await expect.poll(read).toEqual(['PAY-9'])
  // It stays until the case is read anew, so that the next key does not meet an empty field.
  await expect(auto.getByRole('list', { name: 'History' })).toContainText('changed references')
  expect(await removed.jsonValue()).not.toContain('PAY-9')
  await page.keyboard.press('Backspace')
  await expect.poll(read).toEqual([])
})

test('A case is edited from its panel, which shows the change', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?case=C1`)
  await panel(page, 'C1').getByRole('button', { name: 'Edit Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Test Case' })
  await dialog.getByLabel('Test Case Name', { exact: true }).fill('Confirms any card')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(panel(page, 'C1').getByRole('heading', { name: 'Confirms any card' })).toBeVisible()
  await expect(panel(page, 'C1').getByRole('button', { name: 'Edit Test Case' })).toBeFocused()
})

test('On a phone the panel is a dialog, from which a case is edited', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(person, `/projects/${project.id}?case=C1`)
  const dialog = page.getByRole('dialog', { name: 'Case C1' })
  await dialog.getByRole('button', { name: 'Next Case' }).click()
  await page.getByRole('dialog', { name: 'Case C2' }).getByRole('button', { name: 'Edit Test Case' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Test Case' })
  await expect(edit.getByLabel('Test Case Name', { exact: true })).toHaveValue('Adds up the total')
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
  await page.getByRole('dialog', { name: 'Case C2' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('group', { name: '1.2 Adds up the total' })).toBeFocused()
})

test('The history names who changed what, shows the difference, and restores a version after a question', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, cases } = await sampleProject(server, person)
  const tess = await newPerson(server, 'Tess')
  await addTester(server, person, project.id, tess)
  const path = `/test-cases/${cases.text.id}`
  await server.patch(path, { steps: [{ action: 'Open' }, { action: 'Pay' }] }, person)
  await server.patch(path, { name: 'Confirms any card', steps: [{ action: 'Open' }, { action: 'Leave' }] }, tess)
  await openAs(person, `/projects/${project.id}?case=C1`)
  const history = panel(page, 'C1').getByRole('list', { name: 'History' })
  const version = (number: number) => history.getByRole('listitem', { name: `Version ${number}` })
  await expect(version(3)).toContainText('Tess changed name, 1 step')
  await expect(version(2)).toContainText('Ada Lovelace changed 2 steps')
  await expect(version(1)).toContainText('Ada Lovelace created the case')
  await version(3).getByRole('button', { name: 'Show changes' }).click()
  await expect(version(3).getByRole('group', { name: 'Changes in Steps' }).locator('del')).toHaveText('Pay')
  await expect(version(3).getByRole('group', { name: 'Changes in Steps' }).locator('ins')).toHaveText('Leave')
  await expect(version(3).getByRole('button', { name: 'Restore this version' })).toHaveCount(0)
  await version(2).getByRole('button', { name: 'Restore this version' }).click()
  const question = page.getByRole('dialog', { name: 'Restore Version' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await version(2).getByRole('button', { name: 'Restore this version' }).click()
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, 'Test case restored successfully')).toBeVisible()
  await expect(version(4)).toContainText('Ada Lovelace changed name, 1 step')
  await expect(panel(page, 'C1').getByRole('heading', { name: 'Confirms the card' })).toBeVisible()
  await expect(row(page, '1.1 Confirms the card')).toBeVisible()
  expect((await server.get(path, person)).body).toMatchObject({ revision: 4, name: 'Confirms the card' })
})

test(
  'The history says when nothing has changed yet, names moves, and shows ten versions at a time',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project, cases } = await sampleProject(server, person)
    await openAs(person, `/projects/${project.id}?case=C2`)
    await expect(panel(page, 'C2')).toContainText('No changes yet')
    for (let change = 1; change <= 11; change += 1)
      await server.patch(`/test-cases/${cases.text.id}`, { name: `Name ${change}` }, person)
    await page.goto(`/projects/${project.id}?case=C1`)
    const versions = panel(page, 'C1').getByRole('list', { name: 'History' }).getByRole('listitem')
    await expect(versions).toHaveCount(10)
    await panel(page, 'C1').getByRole('button', { name: 'Show more' }).click()
    await expect(versions).toHaveCount(12)
    await expect(versions.last()).toContainText('created the case')
  },
)

test('The link to a case is copied', async ({ page, server, person, openAs, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?case=C2`)
  await panel(page, 'C2').getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Link to C2 copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/projects/${project.id}?case=C2`)
})

test('The head of the panel says number and ref; Edit and Run come first, Duplicate and Delete are in its menu', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?case=C2`)
  const shown = panel(page, 'C2')
  await expect(shown.getByText('1.2 · C2', { exact: true })).toBeVisible()
  await expect(shown.getByRole('button', { name: /Test Case$/ })).toHaveText(['Edit Test Case', 'Run Test Case'])
  await shown.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(page.getByRole('group', { name: /Adds up the total/ })).toHaveCount(2)
  await shown.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete Test Case' }).click()
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to delete the test case')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Case C2' }).getByText('1.2 · C2', { exact: true })).toBeVisible()
})

test(
  'A later read of a case that failed leaves it on the screen',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project, cases } = await sampleProject(server, person)
    await openAs(person, `/projects/${project.id}?case=${cases.text.ref}`)
    const heading = panel(page, cases.text.ref).getByRole('heading', { name: 'Confirms the card' })
    await expect(heading).toBeVisible()
    await failRefetch(page, 'testCases.byRef')
    await expect(heading).toBeVisible()
    await expect(panel(page, cases.text.ref).getByRole('alert')).toHaveCount(0)
  },
)
