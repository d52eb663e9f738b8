import { expect, test, VARIANT } from '#src/testing/fixtures.ts'
import { abort, hold } from '#src/testing/inspect.ts'
import { holdFolding, qualityProject, recordRun } from '#src/testing/quality-data.ts'

test('A flaky case is quarantined and trusted again from its row', async ({ page, server, person, openAs }) => {
  const { path } = await qualityProject(server, person)
  await openAs(person, path)
  const row = page.getByRole('table', { name: 'Flaky cases' }).getByRole('row', { name: /Cart: case 1 / })
  await row.getByRole('button', { name: 'Quarantine: Cart: case 1' }).click()
  await expect(row.getByText('known flaky')).toBeVisible()
  await row.getByRole('button', { name: 'End quarantine: Cart: case 1' }).click()
  await expect(row.getByRole('button', { name: 'Quarantine: Cart: case 1', exact: true })).toBeVisible()
  await expect(row.getByText('known flaky')).toBeHidden()
})

test('Each number of the overview leads to what it counts', async ({ page, server, person, openAs }) => {
  const { path, runs } = await qualityProject(server, person)
  await openAs(person, path)
  const numbers = page.getByRole('list', { name: 'Numbers' })
  await numbers.getByRole('button', { name: /^Flaky/ }).click()
  await expect(page.getByRole('heading', { name: 'Flaky cases' })).toBeFocused()
  await numbers.getByRole('button', { name: /^Not run in 14 days 0 of 50 cases/ }).click()
  await expect(page.getByRole('heading', { name: 'Suites in the last 10 runs' })).toBeFocused()
  await expect(numbers.getByRole('link', { name: /^Pass rate 96% 4 points worse/ })).toBeVisible()
  await numbers.getByRole('link', { name: /^New failures 2/ }).click()
  await expect(page).toHaveURL(new RegExp(`run=${runs.at(-1)?.id}&q=is:newly-failed$`))
})

test('A suite that was not in a run has a dash there, and words for screen readers only', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, path } = await qualityProject(server, person)
  await server.testCase(person, (await server.suite(person, project.id, 'Later')).id)
  await openAs(person, path)
  const row = page.getByRole('row', { name: /Later/ })
  await expect(row).toContainText('not run')
  const words = await row.getByText('not run').first().boundingBox()
  expect(words?.width).toBeLessThanOrEqual(1)
})

test('Each chart of the overview has a table, and a bar is a link by keyboard', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path, runs } = await qualityProject(server, person)
  await openAs(person, path)
  const last = page.getByRole('list', { name: 'Runs in the chart' }).getByRole('link').last()
  await last.focus()
  await expect(page.getByRole('tooltip')).toContainText('2 newly failed')
  await page.getByRole('button', { name: 'Show as table', exact: true }).click()
  const table = page.getByRole('table', { name: 'Last 30 runs' })
  await expect(table.getByRole('row')).toHaveCount(1 + runs.length)
  await expect(table.getByRole('row').nth(1)).toContainText('Nightly 8')
  await page.getByRole('button', { name: 'Show Pass rate as table' }).click()
  await expect(page.getByRole('table', { name: 'Pass rate' }).getByRole('row').nth(1)).toContainText('96%')
  await page.getByRole('button', { name: 'Show Pass rate as chart' }).click()
  await expect(page.getByRole('img', { name: 'Pass rate of the last 8 runs, from 100% to 96%' })).toBeVisible()
})

test('Runs from before an update are counted while the page is open, and it says so until they are', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { release } = await holdFolding(server)
  try {
    const { path } = await qualityProject(server, person)
    await openAs(person, path)
    const counting = page.getByRole('status').filter({ hasText: 'Counting 8 earlier runs' })
    await expect(counting).toContainText('the numbers below are not complete yet')
    const flaky = page.getByRole('table', { name: 'Flaky cases' }).getByRole('row', { name: /Cart: case 1 / })
    await expect(page.getByRole('list', { name: 'Runs in the chart' }).getByRole('link')).toHaveCount(8)
    await expect(flaky).toHaveCount(0)
    await release()
    await expect(flaky).toBeVisible()
    await expect(page.getByText('earlier runs')).toHaveCount(0)
  } finally {
    await release()
  }
})

test('On a phone the dates below the bars scroll with them', VARIANT, async ({ page, server, person, openAs }) => {
  const { project, path } = await qualityProject(server, person)
  for (let run = 9; run <= 20; run += 1) {
    const { id } = await server.run(person, project.id, `Nightly ${run}`)
    await server.post(`/test-runs/${id}/complete`, { omitResults: true }, person)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(person, path)
  const bars = page.getByRole('list', { name: 'Runs in the chart' }).getByRole('listitem')
  await expect(bars).toHaveCount(20)
  const dates = page.locator('[data-dates] span')
  await expect(dates).toHaveText(Array.from({ length: 5 }, () => /^[A-Z][a-z]{2} \d+$/))
  const boxes = async () => [await dates.first().boundingBox(), await bars.nth(3).boundingBox()] as const
  const [date, bar] = await boxes()
  expect(date!.x).toBeLessThan(0)
  expect(Math.abs(date!.x - bar!.x - bar!.width / 2)).toBeLessThan(2)
  await bars.first().getByRole('link').focus()
  await expect(dates.first()).toBeInViewport()
  const [moved, movedBar] = await boxes()
  expect(Math.abs(moved!.x - movedBar!.x - movedBar!.width / 2)).toBeLessThan(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('Broken now has the failures of the last completed run, new ones marked, and not those of a running run', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path, project, cases } = await qualityProject(server, person)
  await server.post(`/test-runs/project/${project.id}`, { branch: 'main', description: 'Nightly 9' }, person)
  const [run] = (await server.get(`/test-runs/project/${project.id}`, person)).body as { id: string }[]
  await recordRun(server, person, run!.id, cases, { failed: ['1.2', '1.5'] })
  await server.post(`/test-runs/${run!.id}/complete`, {}, person)
  const running = await server.run(person, project.id, 'Nightly 10')
  await recordRun(server, person, running.id, cases, { failed: ['1.7', '1.8', '1.9'] })
  await openAs(person, path)
  await expect(page.getByRole('heading', { name: /2 of 50 cases fail/ })).toBeVisible()
  await expect(page.getByText('Last completed run of main: Nightly 9')).toBeVisible()
  const broken = page.getByRole('region', { name: 'Broken now' })
  await expect(broken).toContainText('2 cases, 2 new')
  const rows = broken.getByRole('rowheader')
  await expect(rows).toHaveText([/^Cart: case 2 new/, /^Cart: case 5 new/])
  await expect(page.getByText('Newest failures')).toHaveCount(0)
})

test('A case that failed in an earlier run and was not executed since stands apart under Broken now', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path, project, cases } = await qualityProject(server, person)
  const selection = { testCaseIds: [cases.get('1.4')] }
  const { body: run } = await server.post(`/test-runs/project/${project.id}`, { selection }, person)
  await recordRun(server, person, run.id, new Map([['1.4', cases.get('1.4') as string]]), {})
  await server.post(`/test-runs/${run.id}/complete`, {}, person)
  await openAs(person, path)
  const broken = page.getByRole('region', { name: 'Broken now' })
  await expect(broken).toContainText('2 cases in earlier runs')
  await expect(broken.getByText(/^Not executed in .*, and failed when they were last executed:$/)).toBeVisible()
  await expect(broken.getByRole('rowheader')).toHaveText([/^Payment: case 3/, /^Cart: case 2/])
})

test(
  'The heading of the flaky cases counts its rows, also quarantined ones',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { path, cases } = await qualityProject(server, person)
    await openAs(person, path)
    const flaky = page.getByRole('region', { name: 'Flaky cases' })
    await expect(flaky).toContainText('1 case')
    await expect(flaky.getByRole('rowheader')).toHaveCount(1)
    await expect(page.getByRole('list', { name: 'Numbers' }).getByRole('button', { name: /^Flaky 1 / })).toBeVisible()
    await server.call('PUT', `/test-cases/${cases.get('1.1')}/quarantine`, { as: person, body: {} })
    await page.reload()
    await expect(flaky).toContainText('0 cases and 1 quarantined')
    await expect(flaky.getByRole('rowheader')).toHaveCount(1)
  },
)

test(
  'Flaky cases that are still loading, or could not be read, are not said to be none',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { path } = await qualityProject(server, person)
    const flaky = page.getByRole('region', { name: 'Flaky cases' })
    await hold(page, 'quality.flaky')
    await openAs(person, path)
    await expect(flaky).toContainText('1 case')
    await expect(flaky).not.toContainText('No case has')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // Its messages read again what could not be read.
    await abort(page, 'live')
    const read = /trpc\/[^?]*quality\.flaky/
    await page.route(read, (route) => route.abort())
    await page.reload()
    await expect(flaky).toContainText('Failed to fetch the flaky cases')
    await page.unroute(read)
    await flaky.getByRole('button', { name: 'Retry' }).click()
    await expect(flaky.getByRole('rowheader')).toHaveCount(1)
  },
)

test(
  'Further suites that could not be read can be asked for again',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { project, path } = await qualityProject(server, person)
    for (let number = 1; number <= 60; number += 1) await server.suite(person, project.id, `Suite ${number}`)
    // Its messages read again what could not be read.
    await abort(page, 'live')
    await openAs(person, path)
    const suites = page.getByRole('region', { name: 'Suites in the last 10 runs' })
    const more = suites.getByRole('button', { name: /^Show \d+ more$/ })
    await expect(more).toBeVisible()
    const read = /trpc\/[^?]*quality\.suites/
    await page.route(read, (route) => route.abort())
    await more.click()
    await expect(suites).toContainText('Failed to fetch further suites')
    await page.unroute(read)
    await suites.getByRole('button', { name: 'Retry' }).click()
    await expect(suites.getByRole('rowheader')).toHaveCount(62)
  },
)

test(
  'A button keeps the focus while its act is under way, and looks busy',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { path } = await qualityProject(server, person)
    await openAs(person, path)
    const flaky = page.getByRole('region', { name: 'Flaky cases' })
    const held = Promise.withResolvers<void>()
    await page.route(/quarantine\.add/, async (route) => {
      await held.promise
      await route.continue()
    })
    const button = flaky.getByRole('button', { name: /uarantine: Cart: case 1$/ })
    await button.press('Enter')
    await expect(button).toHaveCSS('opacity', '0.6')
    await expect(button).toBeFocused()
    held.resolve()
    await expect(button).toHaveText('End quarantine')
    await expect(button).toBeFocused()
  },
)

test(
  'Long names of new failures are one below the other on a phone, each with its comma',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { path } = await qualityProject(server, person)
    await page.setViewportSize({ width: 390, height: 844 })
    await openAs(person, path)
    const names = page.getByText(/^New: /)
    await names.waitFor()
    const long = 'A name that is longer than any line of a phone, and goes on'
    const links = names.getByRole('link')
    await links.evaluateAll((all, text) => all.forEach((link) => (link.textContent = text)), long)
    // The lines of the word before them, and of each name.
    await expect(names).toHaveCSS('height', `${24 * (1 + (await links.count()))}px`)
  },
)

test(
  'A name of eight letters is one word on a phone, below Broken now',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { path } = await qualityProject(server, person)
    await page.setViewportSize({ width: 390, height: 844 })
    await openAs(person, path)
    const by = page.getByRole('table', { name: 'Broken now' }).getByRole('cell', { name: 'Ada Lovelace' }).first()
    const lines = await by.evaluate(({ firstChild }) => {
      const word = document.createRange()
      word.setStart(firstChild as Text, 'Ada '.length)
      word.setEnd(firstChild as Text, 'Ada Lovelace'.length)
      return word.getClientRects().length
    })
    expect(lines).toBe(1)
  },
)

test('The date of the only run is below its bar', VARIANT, async ({ page, server, person, openAs }) => {
  const { path } = await qualityProject(server, person, [{}])
  await openAs(person, path)
  const bar = await page.getByRole('list', { name: 'Runs in the chart' }).getByRole('listitem').boundingBox()
  const middle = await page.locator('[data-dates] span').evaluate((date) => {
    const text = document.createRange()
    text.selectNodeContents(date)
    const { left, right } = text.getBoundingClientRect()
    return (left + right) / 2
  })
  expect(Math.abs(middle - bar!.x - bar!.width / 2)).toBeLessThan(2)
})
