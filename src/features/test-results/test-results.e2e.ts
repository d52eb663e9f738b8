import { withoutLive } from '#src/testing/second-browser.ts'
import { row } from '#src/testing/result-row.ts'
import { expect, type Person, test, type TestServer, toast } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

const SAVED = 'Test result saved successfully'

async function openRun(server: TestServer, person: Person, openAs: (person: Person, path: string) => Promise<void>) {
  const { project, ...rest } = await sampleProject(server, person)
  const run = await server.run(person, project.id, 'Release 1.4')
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
  const stored = async (number: number) => (await server.get(`/test-runs/${run.id}`, person)).body.results[number]
  return { project, run, stored, ...rest }
}

test('A value saves on Enter and on blur, and Enter moves focus on without scrolling', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { stored } = await openRun(server, person, openAs)
  const text = row(page, '1.1 Confirms the card')
  const number = row(page, '1.2 Adds up the total')
  await text.getByLabel('Actual Value').fill('Thank you')
  const place = await number.boundingBox()
  await page.keyboard.press('Enter')
  await expect(text.getByText('passed')).toBeVisible()
  await expect(toast(page, SAVED)).toBeVisible()
  await expect(number.getByLabel('Actual Value')).toBeFocused()
  expect(await number.boundingBox()).toEqual(place)
  await page.keyboard.type('42.5')
  await page.getByRole('heading', { name: 'Checkout' }).click()
  await expect(number.getByText('passed')).toBeVisible()
  await expect.poll(() => stored(0)).toMatchObject({ actualValue: 'Thank you', status: 'passed', attempts: 1 })
  await expect.poll(() => stored(1)).toMatchObject({ actualValue: '42.5', status: 'passed', attempts: 1 })
  await expect(page.getByRole('button', { name: /^2 passed/ })).toBeVisible()
  await number.getByLabel('Actual Value').fill('')
  await page.keyboard.press('Enter')
  await expect(number.getByText('pending')).toBeVisible()
})

test('A boolean saves when toggled, and the left arrow answers false, the right one true', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { stored } = await openRun(server, person, openAs)
  const flag = row(page, '1.3 Keeps the cart')
  const toggle = flag.getByRole('switch', { name: 'Actual Value' })
  await expect(toggle).toHaveAttribute('aria-description', 'not set')
  await toggle.click()
  await expect(flag.getByText('passed')).toBeVisible()
  await expect.poll(() => stored(2)).toMatchObject({ actualValue: 'true' })
  await toggle.click()
  await expect(flag.getByText('failed')).toBeVisible()
  await expect.poll(() => stored(2)).toMatchObject({ actualValue: 'false' })
  await toggle.focus()
  await page.keyboard.press('Backspace')
  await expect(flag.getByText('pending')).toBeVisible()
  await expect.poll(() => stored(2)).toMatchObject({ actualValue: null, attempts: 3 })
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => stored(2)).toMatchObject({ actualValue: 'false', attempts: 4 })
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => stored(2)).toMatchObject({ actualValue: 'true', attempts: 5 })
})

test('Results are recorded by keyboard alone', async ({ page, server, person, openAs }) => {
  await openRun(server, person, openAs)
  await row(page, '1.1 Confirms the card').getByLabel('Actual Value').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(row(page, '1.3 Keeps the cart').getByLabel('Actual Value')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(row(page, '1.3 Keeps the cart').getByText('passed')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(row(page, '2.2 Shows the receipt').getByLabel('Actual Value')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(row(page, '1.3 Keeps the cart').getByLabel('Actual Value')).toBeFocused()
})

test('An arrow moves through the lines of a value, and from its first and last line to the next field', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { stored } = await openRun(server, person, openAs)
  const field = (name: string) => row(page, name).getByLabel('Actual Value')
  await field('1.2 Adds up the total').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('Thank')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('you')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('!')
  await expect(field('1.1 Confirms the card')).toHaveValue('Tha!nk\nyou')
  await page.keyboard.press('ArrowDown')
  await expect(field('1.1 Confirms the card')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(field('1.2 Adds up the total')).toBeFocused()
  await expect.poll(() => stored(0)).toMatchObject({ actualValue: 'Tha!nk\nyou' })
  await page.keyboard.press('ArrowUp')
  await expect(field('1.1 Confirms the card')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(field('1.2 Adds up the total')).toBeFocused()
})

test('A number field refuses text, and Escape restores its value', async ({ page, server, person, openAs }) => {
  const { stored } = await openRun(server, person, openAs)
  const number = row(page, '1.2 Adds up the total')
  await number.getByLabel('Actual Value').fill('a lot')
  await page.keyboard.press('Enter')
  await expect(number.getByText('Enter a number')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(number.getByLabel('Actual Value')).toHaveValue('')
  await expect.poll(() => stored(1)).toMatchObject({ status: 'pending', attempts: 0 })
})

test('A refused value is rolled back and shown as not saved', async ({ page, server, person, openAs }) => {
  await withoutLive(page)
  const { run } = await openRun(server, person, openAs)
  const text = row(page, '1.1 Confirms the card')
  await expect(text).toBeVisible()
  await server.post(`/test-runs/${run.id}/complete`, {}, person)
  await text.getByLabel('Actual Value').fill('Too late')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Only running test runs accept results')).toBeVisible()
  await expect(text.getByText('Not saved: “Too late”')).toBeVisible()
  await expect(text.getByLabel('Actual Value')).toHaveValue('')
  await expect(text.getByText('pending')).toBeVisible()
})

test('An entry made without the server survives a reload and is sent once the server is back', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { stored } = await openRun(server, person, openAs)
  const text = row(page, '1.1 Confirms the card')
  await expect(text).toBeVisible()
  await page.route(/testResults\.setMany/, (route) => route.abort('connectionrefused'))
  await text.getByLabel('Actual Value').fill('Thank you')
  await page.keyboard.press('Enter')
  await expect(
    toast(page, 'Failed to save test result. The value is kept in this browser and will be sent.'),
  ).toBeVisible()
  await expect(text.getByText('Not saved yet')).toBeVisible()
  await expect(text.getByText('passed')).toHaveCount(0)
  await expect(page.getByText('Server not reached: 1 entry kept here')).toBeVisible()
  await page.reload()
  await expect(text.getByLabel('Actual Value')).toHaveValue('Thank you')
  await expect(text.getByText('Not saved yet')).toBeVisible()
  await expect.poll(() => stored(0)).toMatchObject({ actualValue: null })
  await page.unroute(/testResults\.setMany/)
  await expect(toast(page, SAVED)).toBeVisible()
  await expect(text.getByText('Not saved yet')).toBeHidden()
  await expect.poll(() => stored(0)).toMatchObject({ actualValue: 'Thank you', attempts: 1 })
})

test('Two tabs of a browser send an unsaved entry once', async ({ page, context, server, person, openAs }) => {
  const { stored } = await openRun(server, person, openAs)
  const text = row(page, '1.1 Confirms the card')
  await context.route(/testResults\.setMany/, (route) => route.abort('connectionrefused'))
  await text.getByLabel('Actual Value').fill('Thank you')
  await page.keyboard.press('Enter')
  await expect(text.getByText('Not saved yet')).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(row(other, '1.1 Confirms the card').getByText('Not saved yet')).toBeVisible()
  await context.unroute(/testResults\.setMany/)
  for (const tab of [page, other])
    await expect(row(tab, '1.1 Confirms the card').getByText('Not saved yet')).toBeHidden()
  expect(await stored(0)).toMatchObject({ actualValue: 'Thank you', attempts: 1 })
})

test('The last of two quick entries wins, in whatever order the answers come', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { stored } = await openRun(server, person, openAs)
  const input = row(page, '1.1 Confirms the card').getByLabel('Actual Value')
  const held = Promise.withResolvers<void>()
  let unanswered = 0
  await page.route(/testResults\.setMany/, async (route) => {
    unanswered += 1
    await held.promise
    await route.continue()
  })
  page.on('requestfinished', (request) => void (unanswered -= request.url().includes('testResults.setMany') ? 1 : 0))
  await input.fill('first')
  await page.keyboard.press('Enter')
  await input.fill('Thank you')
  await page.keyboard.press('Enter')
  held.resolve()
  const last = { actualValue: 'Thank you', status: 'passed' }
  await expect.poll(() => stored(0)).toMatchObject(last)
  await expect.poll(() => unanswered).toBe(0)
  expect(await stored(0)).toMatchObject(last)
  await expect(input).toHaveValue('Thank you')
})

test('A result without an id shows that it cannot be recorded', async ({ page, server, person, openAs }) => {
  await page.route(/testResults\.listInRun/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll(/"id":"[^"]+","testRunId"/g, '"id":"","testRunId"'),
    })
  })
  await openRun(server, person, openAs)
  await row(page, '1.1 Confirms the card').getByLabel('Actual Value').fill('x')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Cannot create new test result: API endpoint not available')).toBeVisible()
})

test('The history of a result lists values and their authors', async ({ page, server, person, openAs }) => {
  const { run } = await openRun(server, person, openAs)
  for (const actualValue of ['wrong', 'Thank you'])
    await server.patch(`/test-runs/result/${run.results[0].id}`, { actualValue }, person)
  await page.reload()
  await row(page, '1.1 Confirms the card').getByRole('button', { name: 'Confirms the card' }).click()
  const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
  await expect(attempts).toHaveCount(2)
  await expect(attempts.first()).toContainText('Thank you')
  await expect(attempts.last()).toContainText('wrong')
  await expect(attempts.last()).toContainText('Ada Lovelace')
})

test('A result saved by somebody else shows after returning to the tab', async ({ page, server, person, openAs }) => {
  const { run, project } = await openRun(server, person, openAs)
  await expect(row(page, '1.1 Confirms the card')).toBeVisible()
  await server.patch(`/test-runs/result/${run.results[0].id}`, { actualValue: 'Thank you' }, person)
  // What was read a moment ago is not read again.
  await expect(async () => {
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('tab', { name: 'Test Runs' }).click()
    await expect(row(page, '1.1 Confirms the card').getByText('passed')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page).toHaveURL(`/projects/${project.id}?tab=runs`)
})
