import type { Page } from '@playwright/test'
import { names, row } from '#src/testing/case-row.ts'
import { expect, newPerson, type Person, test, type TestServer, toast } from '#src/testing/fixtures.ts'
import { abort } from '#src/testing/inspect.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Case name' })

async function withTester(server: TestServer, owner: Person) {
  const sample = await sampleProject(server, owner)
  const tess = await newPerson(server, 'Tess')
  await addTester(server, owner, sample.project.id, tess)
  return { ...sample, tess }
}

async function startRenaming(page: Page) {
  await page.getByRole('button', { name: /Payments/ }).click()
  await row(page, '1.2 Adds up the total').focus()
  await page.keyboard.press('F2')
  await expect(field(page)).toBeFocused()
}

test('A name is typed on in its row when somebody deletes a case above it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, payments, cases, tess } = await withTester(server, person)
  await openAs(person, `/projects/${project.id}`)
  await startRenaming(page)
  await page.keyboard.type('Adds it')
  await server.delete(`/test-cases/${cases.text.id}`, tess)
  await expect(row(page, '1.2 Keeps the cart')).toBeVisible()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(' up')
  await expect(field(page)).toHaveValue('Adds it up')
  expect(await names(server, person, payments.id)).toEqual(['Adds up the total', 'Keeps the cart'])
  await page.keyboard.press('Enter')
  await expect(row(page, '1.1 Adds it up')).toBeFocused()
  await expect.poll(() => names(server, person, payments.id)).toEqual(['Adds it up', 'Keeps the cart'])
})

test('A name that could not be sent stays in its row until it is saved', async ({ page, server, person, openAs }) => {
  const { project, payments } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await startRenaming(page)
  await abort(page, 'testCases.update')
  await page.keyboard.type('Sums up')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Failed to update test case')).toBeVisible()
  await expect(field(page)).toHaveValue('Sums up')
  await expect(row(page, '1.2 Adds up the total')).toBeFocused()
  await page.unrouteAll()
  await page.keyboard.press('F2')
  await expect(field(page)).toBeFocused()
  await expect(row(page, '1.2 Adds up the total').getByText('Failed to update test case')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(row(page, '1.2 Sums up')).toBeFocused()
  await expect.poll(async () => (await names(server, person, payments.id))[1]).toBe('Sums up')
})

test('A name does not overwrite the one that somebody else has given meanwhile, but stands beside their other changes', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, payments, cases, tess } = await withTester(server, person)
  await openAs(person, `/projects/${project.id}`)
  await startRenaming(page)
  await server.patch(`/test-cases/${cases.number.id}`, { description: 'By Tess' }, tess)
  await page.keyboard.type('Sums up')
  await page.keyboard.press('Enter')
  await expect(row(page, '1.2 Sums up')).toBeFocused()
  await expect.poll(async () => (await names(server, person, payments.id))[1]).toBe('Sums up')
  await page.keyboard.press('F2')
  await page.keyboard.type('Totals')
  await server.patch(`/test-cases/${cases.number.id}`, { name: 'Adds all' }, tess)
  await page.keyboard.press('Enter')
  await expect(row(page, '1.2 Adds all')).toBeFocused()
  await expect(field(page)).toHaveValue('Totals')
  await page.keyboard.press('F2')
  await expect(page.getByText('Tess renamed it to “Adds all”. Enter saves your name')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(field(page)).toHaveValue('Totals')
  expect((await names(server, person, payments.id))[1]).toBe('Adds all')
  await field(page).press('Enter')
  await expect.poll(async () => (await names(server, person, payments.id))[1]).toBe('Totals')
})

test('A name that could not be sent is told once: the project is not read from a server that is not reached', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  // The first message of a stream reads the project.
  await abort(page, 'live')
  await openAs(person, `/projects/${project.id}`)
  await startRenaming(page)
  await abort(page, '(testCases|testSuites).update')
  const reads: string[] = []
  await page.route(/\/trpc\/[^?]*projects.overview/, async (route) => {
    reads.push(route.request().url())
    await route.abort()
  })
  await page.keyboard.type('Sums up')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Failed to update test case')).toBeVisible()
  await row(page, '1 Payments').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Paying')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Failed to update test suite')).toBeVisible()
  expect(reads).toEqual([])
  await page.unrouteAll()
  await server.suite(person, project.id, 'Returns')
  await expect(row(page, '3 Returns')).toBeVisible()
})
