import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'
import { failRefetch } from '#src/testing/inspect.ts'
import { twoRuns } from '#src/testing/two-runs.ts'

const pathTo = (projectId: string, compared: string) => `/projects/${projectId}?tab=runs&compare=${compared}`

test('Runs are compared by their refs, swapped, and against any other run', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, before, after } = await twoRuns(server, person)
  await openAs(person, pathTo(project.id, 'R1..R2'))
  await expect(page.getByRole('heading', { name: 'New failures 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Swap the runs' }).click()
  await expect(page).toHaveURL(new RegExp(`compare=${after.id}\\.\\.${before.id}$`))
  await expect(page.getByRole('heading', { name: 'Fixed 2' })).toBeVisible()
  await server.run(person, project.id, 'Smoke test')
  await page.getByRole('combobox', { name: 'Base' }).fill('smoke')
  await page.getByRole('option', { name: /^R3 Smoke test/ }).click()
  await expect(page.getByRole('heading', { name: 'New failures 2' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Base' }).click()
  await page.getByRole('option', { name: 'Last comparable run' }).click()
  await expect(page.getByText('No earlier run to compare with')).toBeVisible()
})

test('A run named alone in the address is compared with its default base', async ({ page, server, person, openAs }) => {
  const { project, after } = await twoRuns(server, person)
  for (const compared of ['R2..', '..R2', 'R2', `${after.id}..`]) {
    await openAs(person, pathTo(project.id, compared))
    await expect(page.getByRole('heading', { name: 'New failures 2' })).toBeVisible()
  }
  await openAs(person, pathTo(project.id, 'R1..'))
  await expect(page.getByText('No earlier run to compare with')).toBeVisible()
})

test('A folded kind of changes stays folded in this browser', VARIANT, async ({ page, server, person, openAs }) => {
  const { project } = await twoRuns(server, person)
  await openAs(person, pathTo(project.id, 'R1..R2'))
  const fixed = page.getByRole('button', { name: 'Fixed 1' })
  await expect(page.getByRole('table', { name: 'Fixed' })).toBeVisible()
  await fixed.click()
  await expect(page.getByRole('table', { name: 'Fixed' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('table', { name: 'Added' })).toBeVisible()
  await expect(fixed).toHaveAttribute('aria-expanded', 'false')
})

test('J and K walk through the changes, ] goes to the next kind, and Enter opens the result', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await twoRuns(server, person)
  await openAs(person, pathTo(project.id, 'R1..R2'))
  await expect(page.getByRole('heading', { name: 'New failures 2' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'pays by invoice' })).toBeFocused()
  await page.keyboard.press(']')
  await expect(page.getByRole('link', { name: 'pays by direct debit' })).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Case 1.2' })).toBeVisible()
})

test('More than 100 changes of a kind are shown by pages', VARIANT, async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id, 'Cart')
  for (let number = 1; number <= 130; number += 1)
    await server.testCase(person, suite.id, { name: `case ${number}`, type: 'auto' })
  const run = async (status: string) => {
    const { id, results } = await server.run(person, project.id)
    const outcomes = results.map(({ testCase }: { testCase: { id: string } }) => ({ testCaseId: testCase.id, status }))
    expect((await server.post(`/test-runs/${id}/results`, { results: outcomes }, person)).status).toBe(201)
  }
  await run('failed')
  await run('passed')
  await openAs(person, pathTo(project.id, 'R1..R2'))
  const rows = page.getByRole('table', { name: 'Fixed' }).getByRole('row')
  await expect(rows).toHaveCount(100)
  await page.getByRole('button', { name: 'Show more of 130' }).click()
  await expect(rows).toHaveCount(130)
  await expect(rows.last()).toContainText('1.130 case 130'.replace(' ', ''))
  await expect(page.getByRole('button', { name: /^Show more/ })).toBeHidden()
})

test('A run says in its bar what changed since the run before, and each number leads to the changes', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, path } = await runOf60(server, person)
  await openAs(person, path)
  const bar = page.getByRole('region', { name: /^Test run / })
  await expect(bar).toContainText('1 new failure, 1 still failing since Nightly 5')
  const first = await row(page, '1.1').boundingBox()
  expect(first?.y).toBeLessThanOrEqual(200)
  await bar.getByRole('link', { name: '1 still failing' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project.id}\\?tab=runs&compare=.+&kind=stillFailing$`))
  await expect(page.getByRole('button', { name: 'Still failing 1' })).toBeFocused()
})

test(
  'Refs that could not be looked up say so, and a later failure leaves the comparison on the screen',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await twoRuns(server, person)
    const lookUp = /trpc\/.*testRuns\.list.*%22q%22%3A%22R/
    await page.route(lookUp, (route) => route.abort())
    await openAs(person, pathTo(project.id, 'R1..R2'))
    await expect(page.getByRole('alert')).toContainText('Failed to fetch project data')
    await page.goto(`/projects/${project.id}?tab=runs&run=R2`)
    await expect(page.getByRole('alert')).toContainText('Failed to fetch project data')
    await page.unroute(lookUp)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Nightly 5' })).toBeVisible()
    await page.goto(pathTo(project.id, 'R1..R2'))
    await expect(page.getByRole('heading', { name: 'New failures 2' })).toBeVisible()
    await failRefetch(page, 'comparisons.compare')
    await expect(page.getByRole('heading', { name: 'New failures 2' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

test('A run that goes on says how many cases have no outcome yet', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id, 'Cart')
  await server.testCase(person, suite.id, { name: 'signs in' })
  await server.run(person, project.id, 'One')
  await server.run(person, project.id, 'Two')
  await openAs(person, pathTo(project.id, 'R1..R2'))
  await expect(page.getByText('1 case in both runs, none with a change. 1 case still pending.')).toBeVisible()
})
