import type { Page } from '@playwright/test'
import { expect, newPerson, type Person, test, type TestServer, toast, VARIANT } from '#src/testing/fixtures.ts'
import { abort } from '#src/testing/inspect.ts'
import { addTester, fillProject, sampleProject } from '#src/testing/project-data.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Start Test Run' })
const choose = async (page: Page, kind: string) => await dialogOf(page).getByRole('radio', { name: kind }).check()
const counts = async (page: Page, text: string) =>
  await expect(dialogOf(page).getByText(text, { exact: true })).toBeVisible()

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Start Test Run' }).click()
  await expect(dialogOf(page).getByLabel('Description')).toBeFocused()
  return dialogOf(page)
}

async function start(page: Page, server: TestServer, person: Person) {
  await dialogOf(page).getByRole('button', { name: 'Start Test Run' }).click()
  await expect(toast(page, 'Test run started successfully')).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page).toHaveURL(/run=/)
  const id = new URL(page.url()).searchParams.get('run')
  const { body } = await server.get(`/test-runs/${id}`, person)
  return body
}

const namesOf = (run: any): string[] => run.results.map(({ testCase }: any) => testCase.name)

test('The start dialog counts again, keeps its buttons in place, and starts a run of everything', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)

  await test.step('Cases that could not be counted say so, and are counted by Retry', async () => {
    await abort(page, 'testRuns.countSelected')
    const dialog = await openDialog(page)
    await expect(dialog.getByText('The cases could not be counted')).toBeVisible()
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await counts(page, '5 cases')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('The radio buttons stay where they are, whatever follows them', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const dialog = await openDialog(page)
    const first = dialog.getByRole('radio', { name: 'Everything' })
    const before = await first.boundingBox()
    for (const kind of ['Suites', 'Filter', 'Hand-picked', 'Failed of run', 'Assigned to']) {
      await choose(page, kind)
      await expect(
        dialog
          .getByRole('checkbox')
          .or(dialog.getByLabel(/Search cases|Member/))
          .or(dialog.getByText(/has no test runs/))
          .first(),
      ).toBeVisible()
      expect(await first.boundingBox()).toEqual(before)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('Everything is chosen at first, and a run takes the place that the dialog names', async () => {
    const dialog = await openDialog(page)
    await expect(dialog.getByRole('radio')).toHaveCount(6)
    await expect(dialog.getByRole('radio', { name: 'Everything' })).toBeChecked()
    await counts(page, '5 cases')
    await dialog.getByLabel('Environment').fill('staging')
    await dialog.getByLabel('Branch').fill('main')
    await dialog.getByLabel('Commit').fill('4f2a91c')
    await dialog.getByRole('button', { name: 'More' }).click()
    await dialog.getByLabel('Build address').fill('ci.example.com')
    await dialog.getByLabel('Milestone').fill('1.4')
    await expect(dialog.getByText('Build address must be an http or https address')).toBeVisible()
    await dialog.getByRole('button', { name: 'Start Test Run' }).click()
    await expect(dialog.getByLabel('Build address')).toBeFocused()
    await dialog.getByLabel('Build address').fill('https://ci.example.com/7')
    const run = await start(page, server, person)
    expect(run).toMatchObject({
      environment: 'staging',
      branch: 'main',
      commit: '4f2a91c',
      buildUrl: 'https://ci.example.com/7',
      milestone: '1.4',
      summary: { total: 5 },
    })
    await openDialog(page)
    await expect(dialog.getByLabel('Branch')).toHaveValue('')
    await expect(dialog.locator('datalist option[value=main]')).toHaveCount(1)
  })
})

test('Suites are searched and ticked, and a run without a suite cannot start', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await fillProject(server, project.id, 200, 2)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  const dialog = await openDialog(page)
  await choose(page, 'Suites')
  await counts(page, 'No test case is selected')
  await expect(dialog.getByRole('button', { name: 'Start Test Run' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: '200 Suite 200' }).check()
  await counts(page, '2 cases')
  const search = dialog.getByRole('searchbox', { name: 'Search suites' })
  await search.fill('suite 19')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('checkbox')).toHaveCount(11)
  await dialog.getByRole('button', { name: 'Tick all' }).click()
  await counts(page, '24 cases')
  await dialog.getByRole('button', { name: 'Untick all' }).click()
  await counts(page, '2 cases')
  await search.fill('no such suite')
  await expect(dialog.getByText('No suite matches')).toBeVisible()
  const run = await start(page, server, person)
  expect(namesOf(run)).toEqual(['Case 1 of suite 200', 'Case 2 of suite 200'])
})

test(
  'A filter speaks the language of the Test Suites tab, with chips, and may exclude',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project, cases } = await sampleProject(server, person)
    await server.patch(`/test-cases/${cases.text.id}`, { tags: ['smoke'], priority: 'high' }, person)
    await server.patch(`/test-cases/${cases.number.id}`, { tags: ['smoke', 'slow'] }, person)
    await openAs(person, `/projects/${project.id}?tab=runs`)
    const dialog = await openDialog(page)
    await choose(page, 'Filter')
    const search = dialog.getByRole('searchbox', { name: 'Search cases' })
    await search.fill('suite:Receipts receipt')
    await counts(page, '1 case')
    await search.fill('suite:Nowhere')
    await counts(page, 'No test case is selected')
    await search.fill('tag:smoke')
    await counts(page, '2 cases')
    await dialog.getByRole('button', { name: 'Priority' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'high' }).click()
    await expect(search).toHaveValue('tag:smoke priority:high')
    await counts(page, '1 case')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await search.fill('tag:smoke -tag:slow')
    await counts(page, '1 case')
    expect(namesOf(await start(page, server, person))).toEqual(['Confirms the card'])
  },
)

test(
  'Cases are picked by hand with the keyboard alone, one by one, by suite and by search',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await runOf60(server, person)
    await openAs(person, `/projects/${project.id}?tab=runs`)
    const dialog = await openDialog(page)
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('radio', { name: 'Everything' })).toBeFocused()
    for (const _ of 'abc') await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('radio', { name: 'Hand-picked' })).toBeChecked()
    await expect(dialog.getByRole('searchbox')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('searchbox', { name: 'Search cases' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'All of 1 Cart' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('checkbox', { name: '1.2 Cart: one item' })).toBeChecked()
    await counts(page, '1 case')
    await page.keyboard.press('End')
    await expect(dialog.getByRole('checkbox', { name: '3.20' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await counts(page, '2 cases')
    await dialog.getByRole('searchbox', { name: 'Search cases' }).fill('refund suite:Checkout')
    await expect(dialog.getByRole('checkbox')).toHaveCount(5)
    await dialog.getByRole('button', { name: 'Tick all', exact: true }).click()
    await counts(page, '7 cases')
    await dialog.getByRole('checkbox', { name: '2.19' }).uncheck()
    await counts(page, '6 cases')
    const names = namesOf(await start(page, server, person))
    expect(names).toHaveLength(6)
    expect(names).toEqual(expect.arrayContaining(['Cart: one item', 'Account: answers within a second']))
  },
)

test('Cases that are ticked while they load are ticked when they are loaded', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await runOf60(server, person)
  const held = Promise.withResolvers<void>()
  await page.route(/trpc\/[^?]*testCases\.listInSuite/, async (route) => {
    await held.promise
    await route.continue()
  })
  await openAs(person, `/projects/${project.id}?tab=runs`)
  const dialog = await openDialog(page)
  await choose(page, 'Hand-picked')
  await dialog.getByRole('button', { name: 'All of 1 Cart' }).focus()
  for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'Space', 'ArrowDown', 'Space', 'Space'])
    await page.keyboard.press(key)
  await expect(dialog.getByRole('checkbox', { name: 'Loading…', checked: true })).toHaveCount(2)
  await counts(page, 'No test case is selected')
  held.resolve()
  await expect(dialog.getByRole('checkbox', { name: '1.1 Cart: empty', checked: true })).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: '1.2 Cart: one item', checked: true })).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: '1.3 Cart: keeps its items', checked: false })).toBeVisible()
  await counts(page, '2 cases')
})

test(
  'The selection of the Test Suites tab is picked already, and another suite joins it',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await sampleProject(server, person)
    await openAs(person, `/projects/${project.id}`)
    await page.getByRole('button', { name: /Payments/ }).click()
    await page.getByRole('button', { name: 'Select 1.2' }).click()
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Run', exact: true }).click()
    const dialog = dialogOf(page)
    await expect(dialog.getByRole('radio', { name: 'Hand-picked' })).toBeChecked()
    await expect(dialog.getByRole('checkbox', { name: '1.2 Adds up the total' })).toBeChecked()
    await counts(page, '1 case')
    await dialog.getByRole('button', { name: 'All of 2 Receipts' }).click()
    await counts(page, '3 cases')
    expect((await start(page, server, person)).summary.total).toBe(3)
  },
)

test(
  'The failed of any run are taken, and by choice those that it did not get to',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await runOf60(server, person)
    await openAs(person, `/projects/${project.id}?tab=runs`)
    const dialog = await openDialog(page)
    await choose(page, 'Failed of run')
    await expect(dialog.getByRole('combobox', { name: 'Run' })).toHaveValue(/Release 1.4$/)
    await counts(page, '2 cases')
    await dialog.getByRole('checkbox', { name: /pending/ }).check()
    await counts(page, '32 cases')
    await dialog.getByRole('combobox', { name: 'Run' }).fill('nightly')
    await page.getByRole('option', { name: /Nightly 5/ }).click()
    await counts(page, '55 cases')
    await dialog.getByRole('checkbox', { name: /pending/ }).uncheck()
    await counts(page, '1 case')
    expect(namesOf(await start(page, server, person))).toEqual(['Checkout: refuses a refund after 30 days'])
  },
)

test(
  'The cases that were assigned to somebody in a run are run again, by the same person',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await runOf60(server, person)
    await openAs(person, `/projects/${project.id}?tab=runs`)
    const dialog = await openDialog(page)
    await choose(page, 'Assigned to')
    await expect(dialog.getByLabel('Member')).toHaveValue(person.id)
    await counts(page, '12 cases')
    await dialog.getByLabel('Assign', { exact: true }).selectOption('Me')
    const run = await start(page, server, person)
    expect(run.results.map(({ assignee }: any) => assignee?.id)).toEqual(Array(12).fill(person.id))
  },
)

test('The cases of a run are shared evenly among the members that are ticked', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await runOf60(server, person)
  for (const name of ['Tess', 'Ben']) await addTester(server, person, project.id, await newPerson(server, name))
  await openAs(person, `/projects/${project.id}?tab=runs`)
  const dialog = await openDialog(page)
  await choose(page, 'Suites')
  await dialog.getByRole('checkbox', { name: '1 Cart' }).check()
  await dialog.getByLabel('Assign', { exact: true }).selectOption('Share evenly')
  await dialog.getByRole('checkbox', { name: 'Ben' }).uncheck()
  const run = await start(page, server, person)
  const names = run.results.map(({ assignee }: any) => assignee.name)
  expect(names).toEqual([...Array(10).fill('Ada Lovelace'), ...Array(10).fill('Tess')])
})

test(
  'The selection of the Test Suites tab is shared evenly, each member with adjacent cases',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await sampleProject(server, person)
    await addTester(server, person, project.id, await newPerson(server, 'Tess'))
    await openAs(person, `/projects/${project.id}`)
    await page.getByRole('button', { name: /Payments/ }).click()
    for (const number of ['1.1', '1.2', '1.3']) await page.getByRole('button', { name: `Select ${number}` }).click()
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Run', exact: true }).click()
    const dialog = dialogOf(page)
    await counts(page, '3 cases')
    await dialog.getByLabel('Assign', { exact: true }).selectOption('Share evenly')
    for (const name of [/^Ada Lovelace/, /^Tess/]) await expect(dialog.getByRole('checkbox', { name })).toBeChecked()
    const run = await start(page, server, person)
    expect(namesOf(run)).toEqual(['Confirms the card', 'Adds up the total', 'Keeps the cart'])
    expect(run.results.map(({ assignee }: any) => assignee.name)).toEqual(['Ada Lovelace', 'Ada Lovelace', 'Tess'])
  },
)

test(
  'Start Test Run says that a project has no cases, and leads to where they are added',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const project = await server.project(person)
    await openAs(person, `/projects/${project.id}?tab=runs`)
    const dialog = await openDialog(page)
    await expect(dialog.getByText('This project has no test cases yet')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add test cases' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible()
    await server.suite(person, project.id, 'Payments')
    await page.goto(`/projects/${project.id}?tab=runs`)
    await openDialog(page)
    await dialog.getByRole('button', { name: 'Add test cases' }).click()
    await expect(page.getByRole('group', { name: '1 Payments' })).toBeVisible()
  },
)
