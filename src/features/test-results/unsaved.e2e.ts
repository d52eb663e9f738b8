import type { Locator, Page } from '@playwright/test'
import { expect, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { caseRow, field, row, twoTesters } from '#src/testing/live-run.ts'
import { row as rowOf } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const SAVED = 'Test result saved successfully'

test('A value recorded offline is kept without a status or a failure, and saved once online', async ({
  page,
  context,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await twoTesters(server, person)
  await openAs(person, path)
  const flag = row(page, '1.3 Keeps the cart')
  await expect(field(page)).toBeVisible()
  await field(page, '1.2 Adds up the total').fill('42.5')
  await page.keyboard.press('Enter')
  await expect(toast(page, SAVED)).toBeVisible()
  // A hovered toast does not leave by itself.
  await toast(page, SAVED).hover()
  // The count may be asked for after the toast: offline, it would stay as it was.
  await expect(page.getByRole('button', { name: /^1 passed/ })).toBeVisible()
  await context.setOffline(true)
  await field(page).fill('Thank you')
  await page.keyboard.press('Enter')
  await flag.getByRole('switch').press('Space')
  for (const unsaved of [row(page), flag]) {
    await expect(unsaved.getByText('Not saved yet')).toBeVisible()
    await expect(unsaved.getByText(/^(passed|failed|pending)$/)).toHaveCount(0)
  }
  await expect(page.getByText('Offline: 2 entries kept here')).toBeVisible()
  await expect(page.getByRole('button', { name: /^1 passed/ })).toBeVisible()
  await expect(page.getByText(/Failed/)).toHaveCount(0)
  await expect(toast(page, SAVED)).toHaveCount(0)

  await context.setOffline(false)
  for (const saved of [row(page), flag]) await expect(saved.getByText('passed')).toBeVisible()
  await expect(toast(page, SAVED)).toBeVisible()
  await expect(page.getByText(/kept here/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^3 passed/ })).toBeVisible()
  const { results } = (await server.get(`/test-runs/${run.id}`, person)).body
  expect([results[0].actualValue, results[2].actualValue]).toEqual(['Thank you', 'true'])
})

test('A value shows its status at once, and counts only when the server has acknowledged it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await twoTesters(server, person)
  await server.patch(`/test-runs/result/${run.results[0].id}`, { actualValue: 'Thank you' }, person)
  await openAs(person, path)
  await expect(row(page).getByText('passed')).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route(/testResults\.setMany/, async (route) => {
    await held.promise
    await route.continue()
  })
  await field(page).fill('Thanks')
  await page.keyboard.press('Enter')
  await expect(row(page).getByText('failed')).toBeVisible()
  await expect(row(page).getByRole('img', { name: 'Saving…' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^1 passed/ })).toBeVisible()
  await expect(toast(page, SAVED)).toHaveCount(0)
  held.resolve()
  await expect(page.getByRole('button', { name: /^1 failed/ })).toBeVisible()
  await expect(row(page).getByRole('img', { name: 'Saving…' })).toHaveCount(0)
})

/** Holds the live stream until a value has its answer, and the answer until the stream's first state is shown. */
async function answerAfterCounts(page: Page, counted: Locator, beforeCounts: () => Promise<unknown> = async () => {}) {
  const answered = Promise.withResolvers<void>()
  await page.route(/trpc\/live\.project/, async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.route(/testResults\.setMany/, async (route) => {
    const response = await route.fetch()
    await beforeCounts()
    answered.resolve()
    await expect(counted).toBeVisible()
    await route.fulfill({ response })
  })
}

test('A value that the first state of the live stream counts before its answer comes is counted once', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await twoTesters(server, person)
  const counted = page.getByRole('button', { name: /^1 passed/ })
  await answerAfterCounts(page, counted)
  await openAs(person, path)
  await field(page).fill('Thank you')
  await page.keyboard.press('Enter')
  await expect(toast(page, SAVED)).toBeVisible()
  await expect(counted).toBeVisible()
})

test('A colleague’s value that the live stream counts before one’s own conflicts with it is counted once', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path, setAsTess } = await twoTesters(server, person)
  const counted = page.getByRole('button', { name: /^1 passed/ })
  // The row itself comes later than the counts.
  await answerAfterCounts(page, counted, () => page.route(/testResults\.listInRun/, () => {}))
  await openAs(person, path)
  await expect(field(page)).toBeVisible()
  await setAsTess('Thank you')
  await field(page).fill('Thanks')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You entered Thanks')).toBeVisible()
  await expect(counted).toBeVisible()
  await expect(page.getByRole('button', { name: /^4 pending/ })).toBeVisible()
})

test('The run dialog keeps what was entered when the server cannot be reached', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, run } = await twoTesters(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  await caseRow(page).getByRole('button', { name: 'Run Test Case' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run Test Case' })
  await dialog.getByLabel('Actual Value', { exact: true }).fill('Thank you')
  await page.route(/testResults\.executeManual/, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Save Result' }).click()
  await expect(toast(page, 'Failed to save test result')).toBeVisible()
  await expect(dialog.getByText('Not saved. What you entered is still here: save it again.')).toBeVisible()
  await page.unroute(/testResults\.executeManual/)
  await dialog.getByRole('button', { name: 'Save Result' }).click()
  await expect(dialog).toBeHidden()
  expect((await server.get(`/test-runs/${run.id}`, person)).body.results[0].actualValue).toBe('Thank you')
})

test(
  'A value kept offline and refused later names its case, on whatever screen',
  VARIANT,
  async ({ page, context, server, person, openAs }) => {
    const { run, path } = await twoTesters(server, person)
    await openAs(person, path)
    await expect(field(page)).toBeVisible()
    await context.setOffline(true)
    await field(page).fill('Thank you')
    await page.keyboard.press('Enter')
    await expect(row(page).getByText('Not saved yet')).toBeVisible()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await server.post(`/test-runs/${run.id}/complete`, {}, person)
    await context.setOffline(false)
    await expect(toast(page, '1.1 Confirms the card: Only running test runs accept results')).toBeVisible()
    await page.getByRole('tab', { name: 'Test Runs' }).click()
    await page.getByLabel('Test Run', { exact: true }).selectOption(run.id)
    await expect(row(page).getByText('Not saved: “Thank you”. Only running test runs accept results')).toBeVisible()
  },
)

test('An entry whose answer was lost is recorded once', async ({ page, server, person, openAs }) => {
  const { run, path } = await twoTesters(server, person)
  await openAs(person, path)
  await expect(field(page)).toBeVisible()
  await page.route(
    /testResults\.setMany/,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await field(page).fill('Thank you')
  await page.keyboard.press('Enter')
  await expect(row(page).getByText('Not saved yet')).toBeVisible()
  await expect(row(page).getByText('passed')).toBeVisible()
  await expect(page.getByText(/kept here/)).toHaveCount(0)
  const { results } = (await server.get(`/test-runs/${run.id}`, person)).body
  expect(results[0]).toMatchObject({ actualValue: 'Thank you', attempts: 1 })
})

test('A value that an earlier version of the app kept is sent', async ({ page, server, person, openAs }) => {
  const { run, path } = await twoTesters(server, person)
  const draft = { resultId: run.results[0].id, testRunId: run.id, label: '1.1', value: 'Thank you', baseAttempt: 0 }
  await openAs(person, '/favicon.svg')
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `unsavedResults:${person.id}`,
    JSON.stringify([{ ...draft, state: 'waiting' }]),
  ] as const)
  await page.goto(path)
  await expect(row(page).getByText('passed')).toBeVisible()
  const { results } = (await server.get(`/test-runs/${run.id}`, person)).body
  expect(results[0].actualValue).toBe('Thank you')
  expect(await page.evaluate((key) => localStorage.getItem(key), `unsavedResults:${person.id}`)).toBeNull()
})

test('A failure whose note is being typed is recorded once with it when the page is reloaded', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await twoTesters(server, person)
  await openAs(person, path)
  await row(page).focus()
  await page.keyboard.press('f')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('timeout')
  await expect(row(page)).toHaveAccessibleName(/, failed$/)
  await page.reload()
  const stored = async () => (await server.get(`/test-runs/${run.id}`, person)).body.results[0]
  await expect.poll(stored).toMatchObject({ status: 'failed', notes: 'timeout', attempts: 1 })
  await expect(row(page)).toHaveAccessibleName(/, failed$/)
  await expect(row(page).getByRole('img', { name: 'Saving…' })).toHaveCount(0)
  expect(await stored()).toMatchObject({ attempts: 1 })
})

test('A failure whose note is being typed is recorded with it after the page was killed', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await twoTesters(server, person)
  // A killed page does not hear that it ends.
  await page.addInitScript(() => window.addEventListener('pagehide', (event) => event.stopImmediatePropagation()))
  await openAs(person, path)
  await row(page).focus()
  await page.keyboard.press('f')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('timeout')
  await page.reload()
  const stored = async () => (await server.get(`/test-runs/${run.id}`, person)).body.results[0]
  await expect.poll(stored).toMatchObject({ status: 'failed', notes: 'timeout', attempts: 1 })
  await expect(row(page)).toHaveAccessibleName(/, failed$/)
})

test('Of two entries that waited, one is recorded and the other’s conflict is shown, after one call', async ({
  page,
  context,
  server,
  person,
  openAs,
}) => {
  const { path, setAsTess } = await twoTesters(server, person)
  await openAs(person, path)
  const flag = row(page, '1.3 Keeps the cart')
  await expect(field(page)).toBeVisible()
  await context.setOffline(true)
  await field(page).fill('Thank you')
  await page.keyboard.press('Enter')
  await flag.getByRole('switch').press('Space')
  await expect(page.getByText('Offline: 2 entries kept here')).toBeVisible()
  await setAsTess('Thanks')
  const calls: string[] = []
  page.on('request', (request) => calls.push(...(/testResults\.set\w+/.exec(request.url()) ?? [])))
  await context.setOffline(false)
  await expect(row(page).getByRole('group', { name: 'Choose an entry' })).toContainText('Tess recorded Thanks')
  await expect(toast(page, '1.1 Confirms the card: Tess has set "Thanks" since you read this result')).toBeVisible()
  await expect(flag.getByText('passed')).toBeVisible()
  expect(calls).toEqual(['testResults.setMany'])
})

test('A note that was typed while somebody else completed the run stays in its row', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await twoTesters(server, person)
  await openAs(person, path)
  await row(page).focus()
  await page.keyboard.press('f')
  await page.keyboard.type('The page stays empty')
  await server.post(`/test-runs/${run.id}/complete`, {}, person)
  await page.keyboard.press('Enter')
  await expect(row(page)).toContainText(
    'Not saved: “failed (The page stays empty)”. Only running test runs accept results',
  )
})

test('A value and the note of a step that are being typed are recorded when the page is reloaded', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path, resultOf } = await runOf60(server, person)
  const stored = async (number: string) =>
    (await server.get(`/test-runs/${run.id}`, person)).body.results.find(({ id }: any) => id === resultOf(number).id)
  await openAs(person, path)
  await rowOf(page, '1.1').getByLabel('Actual Value').focus()
  await page.keyboard.type('half typed')
  await page.reload()
  await expect.poll(() => stored('1.1')).toMatchObject({ actualValue: 'half typed', attempts: 1 })
  await rowOf(page, '1.2').getByRole('button', { name: 'Cart: one item' }).click()
  await page.getByRole('group', { name: 'Step 1' }).getByRole('button', { name: 'Note' }).click()
  await page.keyboard.type('stays empty')
  await page.reload()
  await expect.poll(async () => (await stored('1.2')).steps[0].note).toBe('stays empty')
})

test('A value and the note of a step that are being typed are recorded when the Back button leaves the run', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path, resultOf } = await runOf60(server, person)
  await openAs(person, path)
  await expect(rowOf(page, '1.1')).toBeVisible()
  await page.getByRole('tab', { name: 'Members' }).click()
  await page.getByRole('tab', { name: 'Test Runs' }).click()
  await rowOf(page, '1.1').getByLabel('Actual Value').focus()
  await page.keyboard.type('half typed')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Members' })).toHaveAttribute('aria-selected', 'true')
  const stored = async (number: string) =>
    (await server.get(`/test-runs/${run.id}`, person)).body.results.find(({ id }: any) => id === resultOf(number).id)
  await expect.poll(() => stored('1.1')).toMatchObject({ actualValue: 'half typed', attempts: 1 })
  await page.getByRole('tab', { name: 'Test Runs' }).click()
  await rowOf(page, '1.2').getByRole('button', { name: 'Cart: one item' }).click()
  await page.getByRole('group', { name: 'Step 1' }).getByRole('button', { name: 'Note' }).click()
  await page.keyboard.type('stays empty')
  await page.goBack()
  await expect.poll(async () => (await stored('1.2')).steps[0].note).toBe('stays empty')
})
