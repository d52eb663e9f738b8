import type { Page } from '@playwright/test'
import { withoutLive } from '#src/testing/second-browser.ts'
import { row, rows } from '#src/testing/result-row.ts'
import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { fillProject, sampleProject } from '#src/testing/project-data.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const filter = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Show results' }).getByRole('button', { name: new RegExp(`^[\\d,]+ ${name}$`) })

test('Results are filtered by status by keyboard, and the URL keeps the filter', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id)
  await server.patch(`/test-runs/result/${run.results[1].id}`, { actualValue: '41' }, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(rows(page)).toHaveCount(5)
  await expect(filter(page, 'all')).toHaveAttribute('aria-pressed', 'true')
  await filter(page, 'failed').focus()
  await page.keyboard.press('Enter')
  await expect(filter(page, 'failed')).toHaveAttribute('aria-pressed', 'true')
  await expect(filter(page, 'failed')).toBeFocused()
  await expect(row(page, '1.2 Adds up the total')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('group', { name: '2 Receipts' })).toHaveCount(0)
  await expect(page).toHaveURL(`/projects/${project.id}?tab=runs&run=${run.id}&q=status:failed`)
  await page.reload()
  await expect(row(page, '1.2 Adds up the total')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await expect(rows(page)).toHaveCount(5)
})

test(
  'A filter without results says so and leads to all results, also from a link of an earlier version',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await sampleProject(server, person)
    const run = await server.run(person, project.id)
    await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}&status=error`)
    await expect(filter(page, 'error')).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('No case matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows(page)).toHaveCount(5)
    await expect(page).toHaveURL(`/projects/${project.id}?tab=runs&run=${run.id}`)
    await page.goto(`/projects/${project.id}?tab=runs&run=${run.id}&status=splendid`)
    await expect(rows(page)).toHaveCount(5)
  },
)

test('The search of a run takes the fields of cases, as the search of cases does', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, cases } = await sampleProject(server, person)
  await server.patch(`/test-cases/${cases.flag.id}`, { tags: ['smoke'], priority: 'high' }, person)
  const run = await server.run(person, project.id)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
  await expect(rows(page)).toHaveCount(5)
  const search = page.getByRole('searchbox', { name: 'Search this run' })
  await search.fill('suite:receipts')
  await expect(rows(page)).toHaveCount(2)
  await search.fill('suite:"Payments" -tag:smoke')
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/&q=suite:Payments%20-tag:smoke$/)
  await search.fill('tag:smoke priority:high')
  await expect(row(page, '1.3 Keeps the cart')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await row(page, '1.3 Keeps the cart').getByRole('switch', { name: 'Actual Value' }).click()
  await expect(row(page, '1.3 Keeps the cart').getByText('passed')).toBeVisible()
  await expect(row(page, '1.3 Keeps the cart')).not.toHaveAttribute('data-left')
  await page.reload()
  await expect(search).toHaveValue('tag:smoke priority:high')
  await expect(rows(page)).toHaveCount(1)
  await search.fill('-assignee:me')
  await expect(page.getByText('No case matches')).toBeVisible()
  await expect(filter(page, 'mine')).toHaveAttribute('aria-pressed', 'false')
})

test('A recorded result keeps its row while pending results are filtered', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}&status=pending`)
  await row(page, '1.1 Confirms the card').getByLabel('Actual Value').fill('Thank you')
  await page.keyboard.press('Enter')
  await expect(row(page, '1.1 Confirms the card').getByText('passed')).toBeVisible()
  await expect(row(page, '1.2 Adds up the total').getByLabel('Actual Value')).toBeFocused()
  await expect(rows(page)).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Read again' })).toHaveCount(0)
  await filter(page, 'passed').click()
  await expect(rows(page)).toHaveCount(1)
  await filter(page, 'pending').click()
  await expect(row(page, '1.2 Adds up the total')).toBeVisible()
  await expect(rows(page)).toHaveCount(4)
})

test('A filtered list says that others recorded results, and reads again on request', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id)
  await withoutLive(page)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}&status=pending`)
  await expect(rows(page)).toHaveCount(5)
  await server.patch(`/test-runs/result/${run.results[1].id}`, { actualValue: '42.5' }, person)
  await expect(page.getByText('Results have been recorded meanwhile.')).toBeVisible({ timeout: 60_000 })
  await expect(rows(page)).toHaveCount(5)
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(rows(page)).toHaveCount(4)
  await expect(row(page, '1.2 Adds up the total')).toHaveCount(0)
  await expect(page.getByText('Results have been recorded meanwhile.')).toHaveCount(0)
})

test('A long filtered list skips no result while earlier ones are recorded', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await fillProject(server, project.id, 1, 200)
  const { body: run } = await server.post(`/test-runs/project/${project.id}`, {}, person)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}&status=pending`)
  for (const number of [1, 2, 3]) {
    await row(page, `1.${number} Case ${number} of suite 1`).getByLabel('Actual Value').fill('ok')
    await page.keyboard.press('Enter')
    await expect(row(page, `1.${number} Case ${number} of suite 1`).getByText('passed')).toBeVisible()
  }
  for (const number of [51, 101, 151]) {
    await page.evaluate((share) => window.scrollTo(0, document.body.scrollHeight * share), number / 200)
    await expect(row(page, `1.${number} Case ${number} of suite 1`)).toBeVisible()
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(row(page, '1.200 Case 200 of suite 1')).toBeVisible()
  await expect(page.getByText('No longer here')).toHaveCount(0)
})

test.describe('With a mocked clock', () => {
  // It would stay with a shared context.
  test.use({ hasOwnContext: true })

  test(
    'A filtered list skips no result after its first page has been off the screen for an hour',
    VARIANT,
    async ({ page, server, person, openAs }) => {
      const project = await server.project(person)
      await fillProject(server, project.id, 1, 200)
      const { body: run } = await server.post(`/test-runs/project/${project.id}`, {}, person)
      await page.clock.install()
      await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}&status=pending`)
      await row(page, '1.1 Case 1 of suite 1').getByLabel('Actual Value').fill('ok')
      await page.keyboard.press('Enter')
      await expect(row(page, '1.1 Case 1 of suite 1').getByText('passed')).toBeVisible()
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
      await row(page, '1.101 Case 101 of suite 1').getByLabel('Actual Value').focus()
      await page.clock.fastForward('59:00')
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await expect(row(page, '1.200 Case 200 of suite 1')).toBeVisible()
      await page.evaluate(() => window.scrollTo(0, (document.body.scrollHeight * 151) / 200))
      await expect(row(page, '1.151 Case 151 of suite 1')).toBeVisible()
    },
  )
})

test(
  'A filtered list skips no result while a value is being saved',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    await withoutLive(page)
    const project = await server.project(person)
    await fillProject(server, project.id, 1, 200)
    const { body: run } = await server.post(`/test-runs/project/${project.id}`, {}, person)
    await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}&status=pending`)
    const answered = Promise.withResolvers<void>()
    await page.route(/testResults\.setMany/, async (route) => {
      const response = await route.fetch()
      await answered.promise
      await route.fulfill({ response })
    })
    await row(page, '1.1 Case 1 of suite 1').getByLabel('Actual Value').fill('ok')
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await server.get(`/test-runs/${run.id}/overview`, person)).body.summary.passed)
      .toBe(1)
    // The page of the value is read again before its answer arrives, as soon as it is stale.
    let reads = 0
    page.on('response', (response) => void (reads += Number(response.url().includes('testResults.readMany'))))
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
        return reads
      })
      .toBeGreaterThan(0)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 4))
    await expect(row(page, '1.50 Case 50 of suite 1')).toBeVisible()
    // So is the next page.
    await expect(row(page, '1.51 Case 51 of suite 1')).toBeVisible()
    answered.resolve()
    await expect(filter(page, 'passed')).toHaveText('1 passed')
    await expect(row(page, '1.51 Case 51 of suite 1')).toBeVisible()
    await expect(row(page, '1.52 Case 52 of suite 1')).toBeVisible()
  },
)

test(
  'Results assigned to the reader are counted as they are assigned, and a list of them says so',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project } = await sampleProject(server, person)
    const run = await server.run(person, project.id)
    const assign = async (assigneeId: string | null, ...numbers: number[]) => {
      const results = numbers.map((number) => ({ resultId: run.results[number].id }))
      await server.patch(`/test-runs/${run.id}/results`, { assigneeId, results }, person)
    }
    await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
    await expect(filter(page, 'mine')).toHaveText('0 mine')
    await assign(person.id, 0, 3)
    await expect(filter(page, 'mine')).toHaveText('2 mine')
    await filter(page, 'mine').click()
    await expect(rows(page)).toHaveCount(2)
    await expect(row(page, '2.1 Answers with the order')).toBeVisible()
    await assign(person.id, 1)
    await expect(filter(page, 'mine')).toHaveText('3 mine')
    await expect(page.getByText('Results have been recorded meanwhile.')).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    await assign(null, 3)
    await expect(filter(page, 'mine')).toHaveText('2 mine')
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Read again' }).click()
    await expect(row(page, '1.2 Adds up the total')).toBeVisible()
    await expect(row(page, '2.1 Answers with the order')).toHaveCount(0)
  },
)

test('Results that are assigned after they were counted, and before the stream opens, are counted', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id)
  const isCounted = Promise.withResolvers<void>()
  await page.route('**/trpc/live.project**', async (route) => {
    await isCounted.promise
    await route.continue()
  })
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
  await expect(filter(page, 'mine')).toHaveText('0 mine')
  const results = [{ resultId: run.results[0].id }]
  await server.patch(`/test-runs/${run.id}/results`, { assigneeId: person.id, results }, person)
  isCounted.resolve()
  await expect(filter(page, 'mine')).toHaveText('1 mine')
})

test('Words find results by suite, name and value whatever their capitals, and a result that leaves them stays', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id)
  await server.patch(`/test-runs/result/${run.results[1].id}`, { actualValue: '41', notes: 'Größer' }, person)
  const open = (q: string) =>
    openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}&q=${encodeURIComponent(q)}`)
  await open('PAYMENTS GRÖßER')
  await expect(rows(page)).toHaveCount(1)
  await server.patch(`/test-runs/result/${run.results[1].id}`, { actualValue: '41', notes: 'Smaller' }, person)
  await expect(row(page, '1.2 Adds up the total')).toBeVisible()
  await expect(page.locator('[data-left]')).toHaveCount(1)
  await open('receipts order')
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, '2.1 Answers with the order')).toBeVisible()
})

test('Escape in a search that no result matches clears it, and the next one leaves the field', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('nothing')
  await expect(page.getByText('No case matches')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, '1.1')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search this run' })).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.locator('[role="row"][aria-current]')).toBeFocused()
})
