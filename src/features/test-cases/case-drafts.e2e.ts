import type { Page } from '@playwright/test'
import { expect, newPerson, type Person, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'

const inSuite = (page: Page, suite: string) =>
  page.getByRole('group', { name: suite }).getByRole('button', { name: 'Add Test Case' })
const create = (page: Page) => page.getByRole('dialog', { name: 'Create Test Case' })
const offer = (page: Page) => page.getByRole('button', { name: 'Continue draft' })
const name = (page: Page) => page.getByLabel('Test Case Name', { exact: true })
const kept = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).length)

async function closeHalfTyped(page: Page) {
  await inSuite(page, '1 Payments').click()
  await name(page).fill('Refunds the card')
  await create(page).getByLabel('Expected Value Type', { exact: true }).selectOption('number')
  await create(page).getByLabel('Expected Value', { exact: true }).fill('7')
  await page.keyboard.press('Escape')
  await expect(create(page)).toBeHidden()
}

test('A half-typed case is offered again, in its suite only, until it is saved', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await inSuite(page, '1 Payments').click()
  await expect(offer(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(create(page)).toBeHidden()
  await closeHalfTyped(page)

  await inSuite(page, '2 Receipts').click()
  await expect(name(page)).toHaveValue('')
  await expect(offer(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.reload()

  await inSuite(page, '1 Payments').click()
  await expect(create(page).getByText('You began a test case without saving it: “Refunds the card”.')).toBeVisible()
  await expect(name(page)).toBeFocused()
  await expect(name(page)).toHaveValue('')
  await offer(page).click()
  await expect(name(page)).toHaveValue('Refunds the card')
  await expect(name(page)).toBeFocused()
  await expect(create(page).getByLabel('Expected Value Type', { exact: true })).toHaveValue('number')
  await expect(create(page).getByLabel('Expected Value', { exact: true })).toHaveValue('7')
  await create(page).getByRole('button', { name: 'Create Test Case' }).click()
  await expect(toast(page, 'Test case created successfully')).toBeVisible()
  await expect(create(page)).toBeHidden()
  await inSuite(page, '1 Payments').click()
  await expect(name(page)).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  expect(await kept(page)).toBe(0)
})

test('A half-typed case is offered again after another case was created instead', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await closeHalfTyped(page)
  await inSuite(page, '1 Payments').click()
  await expect(offer(page)).toBeVisible()
  await name(page).fill('Pays by invoice')
  await create(page).getByLabel('Expected Value', { exact: true }).fill('Paid')
  await create(page).getByRole('button', { name: 'Create Test Case' }).click()
  await expect(create(page)).toBeHidden()
  await inSuite(page, '1 Payments').click()
  await expect(create(page).getByText('You began a test case without saving it: “Refunds the card”.')).toBeVisible()
})

test(
  'A discarded draft is not offered again, and an untouched form keeps the draft',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await sampleProject(server, person)
    await openAs(person, `/projects/${project.id}`)
    await closeHalfTyped(page)
    await inSuite(page, '1 Payments').click()
    await expect(offer(page)).toBeVisible()
    await create(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(create(page)).toBeHidden()
    await inSuite(page, '1 Payments').click()
    await create(page).getByRole('button', { name: 'Discard draft' }).click()
    await expect(offer(page)).toHaveCount(0)
    await expect(name(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(create(page)).toBeHidden()
    await inSuite(page, '1 Payments').click()
    await expect(name(page)).toBeVisible()
    await expect(offer(page)).toHaveCount(0)
  },
)

test(
  'Changes to a case are offered again for this case, over what others changed',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project, cases } = await sampleProject(server, person)
    await openAs(person, `/projects/${project.id}`)
    const open = (row: string) =>
      page.getByRole('group', { name: row }).getByRole('button', { name: 'Edit Test Case' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Test Case' })
    await page.getByRole('button', { name: /Payments/, expanded: false }).click()
    await open('1.1 Confirms the card')
    await expect(name(page)).toHaveValue('Confirms the card')
    await edit.getByLabel('Preconditions').fill('A full cart')
    await page.keyboard.press('Escape')
    await expect(edit).toBeHidden()
    await server.patch(`/test-cases/${cases.text.id}`, { description: 'By Tess' }, person)
    await page.reload()
    await page.getByRole('button', { name: /Payments/, expanded: false }).click()

    await open('1.2 Adds up the total')
    await expect(name(page)).toHaveValue('Adds up the total')
    await expect(offer(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(edit).toBeHidden()
    await open('1.1 Confirms the card')
    await expect(edit.getByText('You changed this test case without saving.')).toBeVisible()
    await expect(edit.getByLabel('Preconditions')).toHaveValue('')
    await offer(page).click()
    await expect(edit.getByLabel('Preconditions')).toHaveValue('A full cart')
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toast(page, 'Test case updated successfully')).toBeVisible()
    expect((await server.get(`/test-cases/${cases.text.id}`, person)).body).toMatchObject({
      name: 'Confirms the card',
      preconditions: 'A full cart',
      description: 'By Tess',
    })
  },
)

test(
  'A logout clears drafts; after an ended session only the same user is offered them',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await sampleProject(server, person)
    const tess = await newPerson(server, 'Tess')
    await addTester(server, person, project.id, tess)
    const signIn = async ({ email, password }: Person) => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeHidden()
    }
    const refuse = async () => {
      await page.route('**/trpc/**', (route) => route.fulfill({ status: 401, body: '' }))
      await page.reload()
      await expect(page).toHaveURL('/login')
      await page.unroute('**/trpc/**')
    }
    await openAs(person, `/projects/${project.id}`)
    await closeHalfTyped(page)
    await refuse()
    await signIn(person)
    await inSuite(page, '1 Payments').click()
    await expect(offer(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await refuse()
    await signIn(tess)
    expect(await kept(page)).toBe(0)

    await page.goto(`/projects/${project.id}`)
    await closeHalfTyped(page)
    expect(await kept(page)).toBe(1)
    await page.getByRole('link', { name: 'All projects' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    expect(await kept(page)).toBe(0)
  },
)
