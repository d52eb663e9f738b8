import type { Page } from '@playwright/test'
import { expect, newPerson, type Person, test, type TestServer } from '#src/testing/fixtures.ts'
import { abort, hold, inspect } from '#src/testing/inspect.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const LONG = `Hubert Blaine Wolfeschlegelsteinhausenbergerdorff the ${'very '.repeat(20)}last`

/** Opens the dialog in a project with a run of 60, and a suite and a member with long names. */
async function openDialog(
  page: Page,
  server: TestServer,
  person: Person,
  openAs: (person: Person, path: string) => Promise<void>,
) {
  const { project } = await runOf60(server, person)
  await server.suite(person, project.id, LONG)
  await addTester(server, person, project.id, await newPerson(server, LONG))
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await page.getByRole('button', { name: 'Start Test Run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
  await expect(dialog.getByText('60 cases')).toBeVisible()
  return dialog
}

test('Everything, and suites for a run, before and after one is ticked', async ({ page, server, person, openAs }) => {
  const dialog = await openDialog(page, server, person, openAs)
  await inspect(page, 'start-everything')
  await dialog.getByRole('radio', { name: 'Suites' }).check()
  await expect(dialog.getByText('No test case is selected')).toBeVisible()
  await inspect(page, 'start-suites-none')
  await dialog.getByRole('checkbox', { name: '1 Cart' }).check()
  await expect(dialog.getByText('20 cases')).toBeVisible()
  await inspect(page, 'start-suites')
})

test('A filter for a run, and cases that are picked by hand or not found', async ({ page, server, person, openAs }) => {
  const dialog = await openDialog(page, server, person, openAs)
  await dialog.getByRole('radio', { name: 'Filter' }).check()
  await dialog.getByRole('searchbox').fill('refund priority:medium')
  await expect(dialog.getByText('6 cases')).toBeVisible()
  await inspect(page, 'start-filter')
  await dialog.getByRole('radio', { name: 'Hand-picked' }).check()
  await dialog.getByRole('checkbox', { name: '1.2' }).check()
  await expect(dialog.getByText('1 case', { exact: true })).toBeVisible()
  await inspect(page, 'start-picked')
  await dialog.getByRole('searchbox').fill('nothing has this')
  await expect(dialog.getByText('No case matches')).toBeVisible()
  await inspect(page, 'start-picked-none')
})

test('The failed and the assigned cases of a run, and the runs to choose from', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const dialog = await openDialog(page, server, person, openAs)
  await dialog.getByRole('radio', { name: 'Failed of run' }).check()
  await expect(dialog.getByText('2 cases')).toBeVisible()
  await inspect(page, 'start-failed')
  await dialog.getByRole('combobox', { name: 'Run' }).click()
  await expect(page.getByRole('option', { name: /Nightly 5/ })).toBeVisible()
  await inspect(page, 'start-failed-runs')
  await page.keyboard.press('Escape')
  await dialog.getByRole('radio', { name: 'Assigned to' }).check()
  await expect(dialog.getByText('12 cases')).toBeVisible()
  await inspect(page, 'start-assigned')
})

test('The other fields of the start dialog: shared cases, a refused build address', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await runOf60(server, person)
  await addTester(server, person, project.id, await newPerson(server, LONG))
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await page.getByRole('button', { name: 'Start Test Run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
  await dialog.getByLabel('Assign', { exact: true }).selectOption('Share evenly')
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'More' }).click()
  await dialog.getByLabel('Build address').fill('nowhere')
  await dialog.getByLabel('Milestone').focus()
  await expect(dialog.getByText(/must be an http/)).toBeVisible()
  await inspect(page, 'start-more')
})

test('A selection of cases that is shared evenly', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  for (const name of ['Ben', 'Tess', LONG]) await addTester(server, person, project.id, await newPerson(server, name))
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  for (const number of ['1.1', '1.2', '1.3']) await page.getByRole('button', { name: `Select ${number}` }).click()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Run', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
  await dialog.getByLabel('Assign', { exact: true }).selectOption('Share evenly')
  await expect(dialog.getByText('3 cases', { exact: true })).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Tess' }).scrollIntoViewIfNeeded()
  await inspect(page, 'start-shared')
})

test('Cases that are counted for long, and that could not be counted', async ({ page, server, person, openAs }) => {
  const { project } = await runOf60(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await hold(page, 'testRuns.countSelected')
  await page.getByRole('button', { name: 'Start Test Run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
  await dialog.getByRole('radio', { name: 'Filter' }).check()
  await dialog.getByRole('searchbox').fill('tag:smoke')
  await expect(dialog.locator('[aria-live][aria-busy=true]')).toBeVisible()
  await inspect(page, 'start-counting')
  await page.unrouteAll()
  await abort(page, 'testRuns.countSelected')
  await dialog.getByRole('searchbox').fill('tag:api')
  await expect(dialog.getByText('The cases could not be counted')).toBeVisible()
  await inspect(page, 'start-not-counted')
})

test('The choices in a project without suites, cases and runs', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await page.getByRole('button', { name: 'Start Test Run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start Test Run' })
  await expect(dialog.getByText('0 cases')).toBeVisible()
  for (const [kind, text] of [
    ['Suites', 'This project has no test suites.'],
    ['Hand-picked', 'This project has no test cases.'],
    ['Failed of run', 'This project has no test runs.'],
  ] as const) {
    await dialog.getByRole('radio', { name: kind }).check()
    await expect(dialog.getByText(text)).toBeVisible()
    await expect(dialog.getByText('No test case is selected')).toBeVisible()
  }
  await inspect(page, 'start-in-empty-project')
})
