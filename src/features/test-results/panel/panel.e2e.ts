import type { Page } from '@playwright/test'
import { blurWindow, expect, type Person, test, type TestServer, toast, VARIANT } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('The panel beside a run: its cases, its height, its keys and its width', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '1.1').getByRole('button', { name: 'Cart: empty' }).click()

  await test.step('The panel fills the window from the filter bar to the strip, also when the page scrolls', async () => {
    const panel = page.getByRole('complementary')
    const edges = async () => {
      const box = await panel.boundingBox()
      return box && [box.y, box.y + box.height]
    }
    await expect.poll(edges).toEqual([144, 772])
    await page.mouse.wheel(0, 600)
    await expect.poll(edges).toEqual([72, 772])
    await page.mouse.wheel(0, -600)
    await expect.poll(edges).toEqual([144, 772])
  })
  await test.step('The panel goes to the next and previous case with the focus on its button, and Close returns to the row', async () => {
    const panel = (number: string) => page.getByRole('complementary', { name: `Case ${number}` })
    const next = page.getByRole('button', { name: 'Next Case' })
    await expect(panel('1.1').getByRole('button', { name: 'Previous Case' })).toHaveAttribute('aria-disabled', 'true')
    await next.press('Enter')
    await expect(panel('1.2')).toBeVisible()
    await expect(next).toBeFocused()
    await expect(row(page, '1.2')).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: 'Previous Case' }).click()
    await expect(panel('1.1')).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('complementary')).toHaveCount(0)
    await expect(row(page, '1.1')).toBeFocused()
  })
  await test.step('D enters the difference, H the last runs, and T of a case without steps says so', async () => {
    await row(page, '2.18').click({ position: { x: 4, y: 4 } })
    await page.keyboard.press('d')
    await expect(page.getByRole('group', { name: 'Diff' }).getByRole('button', { name: 'Unified' })).toBeFocused()
    await page.keyboard.press('h')
    await expect(page.getByRole('list', { name: 'Last 10 runs' }).getByRole('link').first()).toBeFocused()
    await page.keyboard.press('t')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('2.18 has no steps')
  })
  await test.step('The width of the panel is set by keys and by dragging, and kept in the browser', async () => {
    await row(page, '1.1').getByRole('button', { name: 'Cart: empty' }).click()
    const panel = page.getByRole('complementary')
    const handle = page.getByRole('separator', { name: 'Width of the panel' })
    const width = async () => (await panel.boundingBox())?.width
    await expect.poll(width).toBe(420)
    await handle.press('ArrowLeft')
    await expect.poll(width).toBe(440)
    await handle.press('Home')
    await expect.poll(width).toBe(360)
    // Combinations are the browser's.
    await handle.press('Control+End')
    await handle.press('ArrowLeft')
    await expect.poll(width).toBe(380)
    await handle.press('Home')
    await expect(handle).toHaveAttribute('aria-valuenow', '360')
    const box = await handle.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 4, 400)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) - 136, 400, { steps: 4 })
    await page.mouse.up()
    await expect.poll(width).toBe(500)
    await page.reload()
    await row(page, '1.1').getByRole('button', { name: 'Cart: empty' }).click()
    await expect.poll(width).toBe(500)
  })
})

test('Buttons give verdicts, passing a case passes its unmarked steps, and an automated case says why not', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '1.2').getByRole('button', { name: 'Cart: one item' }).click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('group', { name: 'Step 2' }).getByRole('button', { name: 'Skip' }).click()
  await panel.getByRole('button', { name: 'Pass', exact: true }).first().click()
  await expect(row(page, '1.2').getByText('passed')).toBeVisible()
  const steps = panel.getByRole('table', { name: 'Steps' }).getByRole('row')
  await expect(steps.nth(1)).toContainText('passed')
  await expect(steps.nth(2)).toContainText('skipped')
  await expect(steps.nth(3)).toContainText('passed')
  await expect(panel.getByRole('list', { name: 'Attempts' }).getByRole('listitem').first()).toContainText('by hand')
  await panel.getByRole('button', { name: 'Clear' }).click()
  await expect(row(page, '1.2').getByText('pending')).toBeVisible()
  await row(page, '3.16')
    .getByRole('button', { name: /rotates sessions/ })
    .click()
  const pass = page.getByRole('complementary', { name: 'Case 3.16' }).getByRole('button', { name: 'Pass', exact: true })
  await expect(pass).toBeDisabled()
  await expect(pass).toHaveAccessibleDescription(/is automated/)
})

test('H of a case that was never executed says so, and takes no focus when it is', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '1.13').focus()
  await page.keyboard.press('h')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('1.13 was not executed yet')
  const panel = page.getByRole('complementary', { name: 'Case 1.13' })
  const pass = panel.getByRole('button', { name: 'Pass', exact: true })
  await pass.click()
  await expect(panel.getByRole('list', { name: 'Last 10 runs' }).getByRole('link')).toBeVisible()
  await expect(pass).toBeFocused()
})

test('Last runs that load late take no focus from the search that was opened meanwhile', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '2.18').focus()
  const held = Promise.withResolvers<void>()
  await page.route(/testCases\.recentResults.*%22testCaseIds%22%3A%5B%22[^%]+%22%5D/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('h')
  await expect(page.getByRole('complementary', { name: 'Case 2.18' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('ref')
  held.resolve()
  await expect(page.getByRole('list', { name: 'Last 10 runs' })).toBeVisible()
  await page.keyboard.type('und')
  await expect(page.getByRole('searchbox', { name: 'Search this run' })).toHaveValue('refund')
})

test('A step keeps its note, which Esc leaves as it was', VARIANT, async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '1.2').getByRole('button', { name: 'Cart: one item' }).click()
  const step = page.getByRole('group', { name: 'Step 1' })
  await step.getByRole('button', { name: 'Fail' }).click()
  await step.getByRole('button', { name: 'Note' }).click()
  await page.getByLabel('Note on step 1').fill('The cart stays empty')
  await page.keyboard.press('Enter')
  const steps = page.getByRole('table', { name: 'Steps' })
  await expect(steps).toContainText('The cart stays empty')
  await step.getByRole('button', { name: 'Note' }).click()
  await page.keyboard.type(' for ever')
  await page.keyboard.press('Escape')
  await expect(step.getByRole('button', { name: 'Pass' })).toBeFocused()
  await page.reload()
  await row(page, '1.2').getByRole('button', { name: 'Cart: one item' }).click()
  await expect(steps.getByText('The cart stays empty', { exact: true })).toBeVisible()
})

test('The note of a step stays open when its window loses the focus', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '1.2').getByRole('button', { name: 'Cart: one item' }).click()
  await page.getByRole('group', { name: 'Step 1' }).getByRole('button', { name: 'Note' }).click()
  await page.keyboard.type('The cart')
  await blurWindow(page)
  await page.keyboard.type(' stays empty')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Steps' })).toContainText('The cart stays empty')
})

test('Hostile Markdown runs nothing and loads nothing', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  const description = [
    '<script>window.hacked = 1</script>',
    '<img src=x onerror="window.hacked = 1">',
    '[press](javascript:window.hacked=1)',
    '![map](https://evil.example/x.png)',
    '```js onclick=alert(1) style="position:fixed" id=root\ncode\n```',
    '# root',
  ].join('\n\n')
  const steps = [{ action: '*a '.repeat(3_333), expected: '> '.repeat(5_000) }]
  await server.testCase(person, suite.id, { name: 'Hostile', description, steps })
  await server.run(person, project.id)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await row(page, '1.1').getByRole('button', { name: 'Hostile' }).click()
  const panel = page.getByRole('complementary', { name: 'Case 1.1' })
  await expect(panel).toContainText('<script>window.hacked = 1</script>')
  await expect(panel.getByText('press')).not.toHaveRole('link')
  const picture = panel.getByRole('link', { name: 'Picture: map, https://evil.example/x.png' })
  await expect(picture).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(panel.locator('img, script, [style*=fixed]')).toHaveCount(0)
  expect(await page.locator('#root').count()).toBe(1)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(requests.filter((url) => url.includes('evil'))).toEqual([])
})

test('The attempts list values and authors, 50 at a time', async ({ page, server, person, openAs }) => {
  const { attempts } = await sixtyAttempts(server, person, page, openAs)
  await expect(attempts).toHaveCount(50)
  await expect(attempts.first()).toContainText('value 60')
  await expect(attempts.first()).toContainText('Ada Lovelace')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(attempts).toHaveCount(60)
  await expect(attempts.last()).toContainText('value 1')
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('More attempts come although a new one is recorded while they load', async ({ page, server, person, openAs }) => {
  const { record, attempts } = await sixtyAttempts(server, person, page, openAs)
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(
    OLDER,
    async (route) => {
      asked.resolve()
      await held.promise
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Show more' }).click()
  await asked.promise
  await record(['value 61'])
  await expect(attempts.first()).toContainText('value 61')
  held.resolve()
  await expect(attempts).toHaveCount(61)
})

test('Attempts that cannot be read leave those that were, and say so', async ({ page, server, person, openAs }) => {
  const { record, attempts } = await sixtyAttempts(server, person, page, openAs)
  await expect(attempts).toHaveCount(50)
  await page.route(OLDER, (route) => route.abort())
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(toast(page, 'The attempts could not be read')).toBeVisible()
  await expect(attempts).toHaveCount(50)
  await page.unroute(OLDER)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(attempts).toHaveCount(60)
  const failed = page.waitForEvent('requestfailed')
  await page.route(/testResults\.attempts/, (route) => route.abort())
  await record(['value 61'])
  await failed
  await expect(row(page, '1.1').getByLabel('Actual Value')).toHaveValue('value 61')
  await expect(attempts).toHaveCount(60)
})

/** The call for a page of attempts after the first. */
const OLDER = /testResults\.attempts.*cursor/

/** Opens the panel of a result with 60 attempts. */
async function sixtyAttempts(
  server: TestServer,
  person: Person,
  page: Page,
  openAs: (person: Person, path: string) => Promise<void>,
) {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id)
  const record = (values: string[]) => {
    const results = values.map((actualValue) => ({ testCaseId: run.results[0].testCase.id, actualValue }))
    return server.post(`/test-runs/${run.id}/results`, { results }, person)
  }
  await record(Array.from({ length: 60 }, (_, index) => `value ${index + 1}`))
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await row(page, '1.1 Confirms the card').getByRole('button', { name: 'Confirms the card' }).click()
  return { record, attempts: page.getByRole('list', { name: 'Attempts' }).getByRole('listitem') }
}

test('The panel of a run names its case by number and ref, and keeps what is done seldom in a menu', async ({
  page,
  context,
  server,
  person,
  openAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '1.2').getByRole('button', { name: 'Cart: one item' }).click()
  const panel = page.getByRole('complementary', { name: 'Case 1.2', exact: true })
  await expect(panel.getByText('1.2 · C2', { exact: true })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Quarantine' })).toHaveCount(0)
  const actions = panel.getByRole('button', { name: 'Case actions' })
  await actions.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Copy linkL', 'Quarantine'])
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Link to the case copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/projects\/.+\?tab=runs&run=.+&case=/)
  await actions.click()
  await page.getByRole('menuitem', { name: 'Quarantine' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quarantine Test Case' })
  await dialog.getByRole('button', { name: 'Quarantine' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByText('known flaky')).toBeVisible()
  await expect(actions).toBeFocused()
  await actions.click()
  await page.getByRole('menuitem', { name: 'End quarantine' }).click()
  await expect(panel.getByText('known flaky')).toHaveCount(0)
})
