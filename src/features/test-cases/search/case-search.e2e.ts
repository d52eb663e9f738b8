import type { Page } from '@playwright/test'
import { row } from '#src/testing/case-row.ts'
import { expect, type Person, test, type TestServer, VARIANT } from '#src/testing/fixtures.ts'

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search cases' })

/** Cases that differ in the field that contains a word. */
async function searchableProject(server: TestServer, owner: Person) {
  const project = await server.project(owner, 'Checkout')
  const cart = await server.suite(owner, project.id, 'Cart')
  const cards = await server.suite(owner, project.id, 'Gift cards')
  const add = (suiteId: string, body: object) => server.testCase(owner, suiteId, { type: 'auto', ...body })
  await add(cart.id, { name: 'Adds an item', tags: ['smoke'], priority: 'high' })
  await add(cart.id, { name: 'Refunds', steps: [{ action: 'Open the *Rückgabe*', expected: 'Money back' }] })
  await add(cards.id, { name: 'Sells a card', tags: ['slow', 'api'], automationKey: 'shop.cards.sell' })
  await add(cards.id, { name: 'Pays back', tags: ['Smoke', 'slow'] })
  return project
}

test('A search of cases stands in the address, survives a reload, and Back undoes it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await searchableProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await expect(row(page, '1 Cart')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('RÜCKGABE')
  await expect(row(page, '1.2 Refunds')).toBeVisible()
  await expect(row(page, '2 Gift cards')).toBeHidden()
  await expect(page).toHaveURL(/\?q=R\S*GABE$/)
  await page.reload()
  await expect(field(page)).toHaveValue('RÜCKGABE')
  await expect(row(page, '1.2 Refunds')).toBeVisible()
  await page.goBack()
  await expect(field(page)).toHaveValue('')
  await expect(row(page, '2 Gift cards')).toBeVisible()
})

test('Escape in the search of cases clears it, and the next one leaves it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await searchableProject(server, person)
  await openAs(person, `/projects/${project.id}?q=refunds`)
  await expect(row(page, '1.2 Refunds')).toBeVisible()
  await field(page).focus()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
  await expect(row(page, '2 Gift cards')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page)).not.toBeFocused()
})

test('Cases are found by step, tag, ref and key, and by fields with NOT and OR', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await searchableProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const finds = async (text: string, names: string[]) => {
    await field(page).fill(text)
    await expect(page.getByRole('group', { name: /^\d+\.\d+ / })).toHaveCount(names.length)
    for (const name of names) await expect(row(page, name)).toBeVisible()
  }
  await finds('money', ['1.2 Refunds'])
  await finds('smoke', ['1.1 Adds an item', '2.2 Pays back'])
  await finds('c3', ['2.1 Sells a card'])
  await finds('cards.sell', ['2.1 Sells a card'])
  await finds('tag:smoke -tag:slow', ['1.1 Adds an item'])
  await finds('tag:api,smoke priority:medium', ['2.1 Sells a card', '2.2 Pays back'])
  await finds('suite:"gift cards" back', ['2.2 Pays back'])
  await finds('-suite:cart type:manual', [])
  await expect(page.getByText('No case matches')).toBeVisible()
  await finds('suite:unknown', [])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(field(page)).toHaveValue('')
  await expect(row(page, '2 Gift cards')).toBeVisible()
})

test('Chips edit the text of the search of cases', async ({ page, server, person, openAs }) => {
  const project = await searchableProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const chips = page.getByRole('group', { name: 'Filter cases' })
  await chips.getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'slow (2)' }).click()
  await expect(field(page)).toHaveValue('tag:slow')
  await expect(row(page, '2.1 Sells a card')).toBeVisible()
  await expect(row(page, '1 Cart')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(chips.getByRole('button', { name: 'Tag: slow' })).toBeVisible()
  await chips.getByRole('button', { name: 'Suite' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Gift cards' }).click()
  await expect(field(page)).toHaveValue('tag:slow suite:"Gift cards"')
  await page.getByRole('menuitemcheckbox', { name: 'Gift cards' }).click()
  await expect(field(page)).toHaveValue('tag:slow')
})

test('A failed search of cases says so in place of the list, and can be tried again', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await searchableProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await expect(row(page, '1 Cart')).toBeVisible()
  await page.route('**/trpc/**testCases.search**', (route) => route.abort())
  await field(page).fill('refunds')
  await expect(page.getByText('The search failed')).toBeVisible()
  await expect(page.getByText('Failed to fetch project data', { exact: true })).toBeVisible()
  await expect(row(page, '1 Cart')).toHaveCount(0)
  await page.unroute('**/trpc/**testCases.search**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, '1.2 Refunds')).toBeVisible()
})

test('The palette finds a case of the open project by a word of its steps, which Enter opens, and by its ref', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await searchableProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await expect(row(page, '1 Cart')).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByPlaceholder('Go to …')
  await search.fill('rückgabe')
  await expect(page.getByRole('button', { name: 'C2 Refunds Cart' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/case=C2/)
  await page.keyboard.press('Control+k')
  await search.fill(':c4')
  await page.getByRole('button', { name: 'C4 Pays back Gift cards' }).click()
  await expect(page).toHaveURL(/case=C4/)
})

test(
  'Ctrl+A selects all matches of a search, also those that the page has not loaded',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const project = await searchableProject(server, person)
    const many = await server.suite(person, project.id, 'Many')
    for (let number = 1; number <= 250; number += 1)
      await server.testCase(person, many.id, { name: `Found ${number}`, type: 'auto' })
    await openAs(person, `/projects/${project.id}?q=found`)
    await row(page, '3.1 Found 1').focus()
    await page.keyboard.press('Control+a')
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('250 selected')
  },
)
