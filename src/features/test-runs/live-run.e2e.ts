import { openSecondBrowser, whenLive } from '#src/testing/second-browser.ts'
import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { field, row, twoTesters } from '#src/testing/live-run.ts'

/* Others' results appear in an open run without a reload, long before a page without a stream polls. */

/** Newer changes count as unseen. */
const REACTION_MS = 700

const NUMBER = '1.2 Adds up the total'

test('Two people in one run see each other’s entries live', async ({ page, browser, server, person, openAs }) => {
  const { tess, run, path } = await twoTesters(server, person)
  await openAs(person, path)
  const other = await openSecondBrowser(browser, server, tess, path)
  await whenLive(server, run.id, 2)
  await expect(field(other)).toBeVisible()
  let loads = 0
  page.on('load', () => void (loads += 1))
  for (const [from, to, name, value] of [
    [page, other, undefined, 'Thank you'],
    [other, page, NUMBER, '42.5'],
  ] as const) {
    for (const [entered, status] of [
      ['1', 'failed'],
      ['2', 'failed'],
      [value, 'passed'],
    ] as const) {
      await field(from, name).fill(entered)
      await from.keyboard.press('Enter')
      await expect(field(to, name)).toHaveValue(entered)
      await expect(row(to, name).getByText(status)).toBeVisible()
    }
  }
  for (const count of [/^2 passed/, /^3 pending/]) await expect(page.getByRole('button', { name: count })).toBeVisible()
  await expect(page.getByText('40% of 5 recorded')).toBeVisible()
  const suite = page.getByRole('group', { name: '1 Payments' })
  for (const count of ['2 passed', '1 pending']) await expect(suite.getByText(count)).toBeVisible()
  expect(loads).toBe(0)
  await other.context().close()
})

test(
  'Typing keeps focus, caret, draft and scroll position while a harness records other results',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { harness, cases, run, path } = await twoTesters(server, person)
    await openAs(person, path)
    await whenLive(server, run.id, 1)
    await field(page, NUMBER).pressSequentially('4250')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    const place = async () => Math.round((await row(page, NUMBER).boundingBox())?.y ?? NaN)
    const before = await place()
    const long = Array.from({ length: 6 }, (_, line) => `line ${line} of the answer`).join('\n')
    await server.execute(harness, cases.text.id, run.id, {
      actualValue: long,
      errorMessage: 'It broke in the middle of the answer',
    })
    await expect(row(page).getByText('error', { exact: true })).toBeVisible()
    await server.execute(harness, cases.auto.id, run.id, { actualValue: '{}' })
    await expect(row(page, '2.1 Answers with the order').getByText('failed')).toBeVisible()
    expect(await place()).toBe(before)
    await expect(field(page, NUMBER)).toBeFocused()
    await expect(field(page, NUMBER)).toHaveValue('4250')
    await page.keyboard.type('.')
    await expect(field(page, NUMBER)).toHaveValue('42.50')
    await page.keyboard.press('Enter')
    await expect(row(page, NUMBER).getByText('passed')).toBeVisible()
  },
)

test('A value recorded under a draft starts a conflict instead of being overwritten', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path, setAsTess } = await twoTesters(server, person)
  await openAs(person, path)
  await whenLive(server, run.id, 1)
  await field(page).pressSequentially('Thank')
  await setAsTess('Thanks')
  await expect(row(page)).toHaveAccessibleName(/, failed$/)
  await expect(field(page)).toHaveValue('Thank')
  await page.keyboard.type(' you')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Tess has set "Thanks" since you read this result')).toBeVisible()
  const choice = page.getByRole('group', { name: 'Choose an entry' })
  await expect(choice).toContainText('You entered Thank you')
  await setAsTess('Cheers')
  await expect(choice).toContainText('Tess recorded Cheers')
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(choice).toBeHidden()
  await expect(row(page).getByText('passed')).toBeVisible()
  await expect
    .poll(async () => (await server.get(`/test-runs/${run.id}`, person)).body.results[0])
    .toMatchObject({ actualValue: 'Thank you', attempts: 3 })
})

test('A value that appears within the reaction time of a click starts a conflict', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path, setAsTess } = await twoTesters(server, person)
  await openAs(person, path)
  await whenLive(server, run.id, 1)
  const flag = row(page, '1.3 Keeps the cart')
  const toggle = flag.getByRole('switch', { name: 'Actual Value' })
  await expect(toggle).toBeVisible()
  // The click follows the switch immediately, in the browser itself.
  await toggle.evaluate((element: HTMLInputElement) => {
    const timer = setInterval(() => {
      if (!element.checked) return
      clearInterval(timer)
      element.click()
    }, 20)
  })
  await setAsTess('true', 2)
  await expect(flag.getByRole('group', { name: 'Choose an entry' })).toContainText('Tess recorded')
  await flag.getByRole('button', { name: 'Take theirs' }).click()
  await field(page).focus()
  await setAsTess('Thanks')
  await expect(field(page)).toHaveValue('Thanks')
  // Until then the value counts as unseen, by the clock of the page.
  const seenAt = (await page.evaluate(() => performance.now())) + REACTION_MS
  await page.waitForFunction((at) => performance.now() > at, seenAt)
  await page.keyboard.type('Thank you')
  await page.keyboard.press('Enter')
  await expect(row(page).getByText('passed')).toBeVisible()
  // The row shows the status before the server has stored it.
  await expect
    .poll(async () => (await server.get(`/test-runs/${run.id}`, person)).body.results[0])
    .toMatchObject({ actualValue: 'Thank you', attempts: 2 })
})

test('The live message of one’s own entry changes nothing on the page', async ({ page, server, person, openAs }) => {
  const { run, path, setAsTess } = await twoTesters(server, person)
  await openAs(person, path)
  await whenLive(server, run.id, 1)
  await field(page).fill('Thank you')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Test result saved successfully')).toBeVisible()
  await expect(row(page).getByRole('img', { name: 'Saved' })).toHaveCount(0)
  // Nothing else of the row arrives later.
  await expect(row(page).getByRole('img', { name: 'Last runs: passed' })).toBeAttached()
  await row(page).evaluate((element) => {
    const changes: string[] = []
    Object.assign(window, { changes })
    new MutationObserver((records) => changes.push(...records.map(({ type }) => type))).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  // A later message follows that of the own entry.
  await setAsTess('42.50', 1)
  await expect(row(page, '1.2 Adds up the total').getByText('passed')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual([])
  await expect(page.getByText('40% of 5 recorded')).toBeVisible()
})

test('A case added to the run appears at the end of its suite, and a new suite below the others', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { harness, project, receipts, run, path, setAsTess } = await twoTesters(server, person)
  await openAs(person, path)
  await whenLive(server, run.id, 1)
  const reads: string[] = []
  await expect(row(page, '2.2 Shows the receipt')).toBeVisible()
  // A live update shows that the page has read the run.
  await setAsTess('Thanks')
  await expect(field(page)).toHaveValue('Thanks')
  page.on('request', (request) => void (request.url().includes('listInRun') && reads.push(request.url())))
  const joining = await server.testCase(person, receipts.id, { name: 'Prints the receipt', type: 'auto' })
  await server.execute(harness, joining.id, run.id, { actualValue: 'ok' })
  await expect(row(page, '2.3 Prints the receipt').getByText('passed')).toBeVisible()
  expect(reads).toEqual([])
  const suite = await server.suite(person, project.id, 'Refunds')
  const other = await server.testCase(person, suite.id, { name: 'Pays back', type: 'auto' })
  await server.execute(harness, other.id, run.id, { actualValue: 'no' })
  await expect(row(page, '3.1 Pays back').getByText('failed')).toBeVisible()
  await expect(page.getByText('42% of 7 recorded')).toBeVisible()
})

test('A filtered list keeps its rows, updates their values, and says when other results changed', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path, setAsTess } = await twoTesters(server, person)
  await setAsTess('no', 3)
  await openAs(person, `${path}&status=failed`)
  await whenLive(server, run.id, 1)
  const only = row(page, '2.1 Answers with the order')
  await expect(only.getByText('failed')).toBeVisible()
  await setAsTess('{"status":"paid","lines":[{"sku":"A-1","amount":19.90}]}', 3)
  await expect(only.getByText('passed')).toBeVisible()
  await expect(page.getByText('Results have been recorded meanwhile.')).toBeHidden()
  const place = async () => (await only.boundingBox())?.y
  const before = await place()
  await setAsTess('Thanks')
  await expect(page.getByText('Results have been recorded meanwhile.')).toBeVisible()
  expect(await place()).toBe(before)
  await page.getByRole('button', { name: 'Read again' }).focus()
  await page.keyboard.press('Enter')
  await expect(row(page).getByText('failed')).toBeVisible()
  await expect(row(page)).toBeFocused()
  await expect(only).toBeHidden()
})

test('A run completed by somebody else takes no values, and shows a draft as not saved', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { tess, run, path } = await twoTesters(server, person)
  await openAs(person, path)
  await whenLive(server, run.id, 1)
  await field(page).pressSequentially('Thank')
  await server.post(`/test-runs/${run.id}/complete`, {}, tess)
  const card = page.getByRole('region', { name: `Test run ${run.id.slice(-8)}` })
  await expect(card.getByText('completed', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Complete' })).toBeHidden()
  await expect(page.getByLabel('Test Run', { exact: true }).getByRole('option')).toHaveText(/ · completed · /)
  await expect(page.getByLabel('Actual Value')).toHaveCount(1)
  await page.keyboard.type(' you')
  await page.keyboard.press('Enter')
  await expect(row(page)).toContainText('Not saved: “Thank you”. Only running test runs accept results')
  await expect(page.getByLabel('Actual Value')).toHaveCount(0)
})

test('A value entered too late is shown as not saved at its row without scrolling', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { tess, run, path } = await twoTesters(server, person)
  await page.setViewportSize({ width: 1280, height: 400 })
  await openAs(person, path)
  await whenLive(server, run.id, 1)
  await field(page).pressSequentially('Thank')
  await server.post(`/test-runs/${run.id}/complete`, {}, tess)
  await expect(page.getByLabel('Actual Value')).toHaveCount(1)
  const scrollY = () => page.evaluate(() => window.scrollY)
  const before = await scrollY()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Actual Value')).toHaveCount(0)
  await expect(row(page).getByText('Not saved: “Thank”')).toBeInViewport()
  expect(await scrollY()).toBe(before)
})

test('A run deleted by somebody else shows “Test run not found”', async ({ page, server, person, openAs }) => {
  const { tess, project, run, path } = await twoTesters(server, person)
  const next = await server.run(person, project.id, 'Release 1.5')
  await openAs(person, path)
  await whenLive(server, run.id, 1)
  await server.delete(`/test-runs/${run.id}`, tess)
  await expect(page.getByText('Test run not found')).toBeVisible()
  await page.getByRole('button', { name: 'Show the latest run' }).click()
  await expect(page.getByText('Release 1.5')).toBeVisible()
  await whenLive(server, next.id, 1)
})

test('A run of another project shows “Test run not found”, and the list of runs stays live', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { tess, project } = await twoTesters(server, person)
  const other = await server.project(person, 'Refunds')
  const otherRun = await server.run(person, other.id)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${otherRun.id}`)
  await expect(page.getByText('Test run not found')).toBeVisible()
  const options = page.getByLabel('Test Run', { exact: true }).getByRole('option')
  await expect(options).toHaveCount(1)
  await server.run(tess, project.id, 'Release 1.5')
  await expect(options).toHaveCount(2)
  expect(server.services.live.viewers.of(otherRun.id)).toEqual([])
  await expect(page.getByText('Test run not found')).toBeVisible()
})

test('A run started by somebody else appears in the select without replacing the current run', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { tess, project, run } = await twoTesters(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await whenLive(server, run.id, 1)
  await field(page).pressSequentially('Thank')
  const next = await server.run(tess, project.id, 'Release 1.5')
  const select = page.getByLabel('Test Run', { exact: true })
  await expect(select.getByRole('option')).toHaveCount(2)
  await expect(select).toHaveValue(run.id)
  await expect(field(page)).toHaveValue('Thank')
  await expect(field(page)).toBeFocused()
  await server.delete(`/test-runs/${next.id}`, tess)
  await expect(select.getByRole('option')).toHaveCount(1)
})

test('A member removed from the project sees it no longer', async ({ page, server, person, openAs }) => {
  const { tess, project, run, path } = await twoTesters(server, person)
  await openAs(tess, path)
  await whenLive(server, run.id, 1)
  await server.delete(`/projects/${project.id}/members/${tess.id}`, person)
  await expect(page.getByText('Project not found')).toBeVisible()
  await expect.poll(() => server.services.live.viewers.of(run.id)).toEqual([])
})
