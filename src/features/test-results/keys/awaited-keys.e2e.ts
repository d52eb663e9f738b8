import type { Page } from '@playwright/test'
import { expect, type Person, test, type TestServer, toast } from '#src/testing/fixtures.ts'
import { fillProject } from '#src/testing/project-data.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

/* Acts that ask the server first: the keys after them wait, and a failure is told. */

/** Holds the calls of a procedure until the returned function is called. */
async function heldCalls(page: Page, procedure: RegExp) {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(procedure, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  return { asked: asked.promise, release: () => held.resolve() }
}

/** A run of 200 cases, of which only the last is pending. */
async function almostDone(server: TestServer, person: Person) {
  const project = await server.project(person)
  await fillProject(server, project.id, 1, 200)
  const run = await server.run(person, project.id)
  const results = run.results.slice(0, -1).map(({ id }: any) => ({ resultId: id, status: 'passed' }))
  const { status } = await server.patch(`/test-runs/${run.id}/results`, { results }, person)
  expect(status).toBe(200)
  return `/projects/${project.id}?tab=runs`
}

test('S pressed right after Ctrl+A skips all cases, however long they take to be selected', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '1.13').focus()
  const { asked, release } = await heldCalls(page, /testResults\.match/)
  await page.keyboard.press('Control+a')
  await asked
  await page.keyboard.press('s')
  release()
  await expect(toast(page, '55 cases skipped, 5 automated left out')).toBeVisible()
  await expect(page.getByRole('button', { name: '55 skipped' })).toBeVisible()
})

test('S pressed right after . skips no case that is left, however long the next one takes to be found', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await openAs(person, await almostDone(server, person))
  await row(page, '1.1').focus()
  const { asked, release } = await heldCalls(page, /testResults\.nextPending/)
  await page.keyboard.press('.')
  await asked
  await page.keyboard.press('s')
  release()
  await expect(row(page, '1.200')).toBeFocused()
  // A row that has just come into view takes the next press.
  await page.keyboard.press('s')
  await expect(row(page, '1.200')).toHaveAccessibleName(/, skipped$/)
  await expect(page.getByRole('button', { name: '199 passed' })).toBeVisible()
})

test('The keys . and Ctrl+A say so when the cases cannot be read', async ({ page, server, person, openAs }) => {
  await openAs(person, await almostDone(server, person))
  await row(page, '1.1').focus()
  await page.route(/testResults\.(nextPending|match)/, (route) => route.abort())
  await page.keyboard.press('.')
  await expect(toast(page, 'Failed to fetch project data')).toBeVisible()
  await page.keyboard.press('Control+a')
  await expect(toast(page, 'Failed to fetch project data')).toContainText('×2')
  await page.keyboard.press('ArrowDown')
  await expect(row(page, '1.2')).toBeFocused()
})

test('The keys Enter and ⌫ say why they do nothing at an automated case', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('End')
  await expect(row(page, '3.20')).toBeFocused()
  const strip = page.getByRole('region', { name: 'Notifications' })
  await page.keyboard.press('Enter')
  await expect(strip).toContainText(/3\.20 .* is automated: only its own executions set a verdict/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Backspace')
  await expect(strip).toContainText(/3\.19 .* is automated: only its own executions set a verdict/)
})

test('The menu of assignees opens in sight for a selection that was scrolled away', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '1.13').focus()
  await page.keyboard.press('x')
  await page.mouse.move(600, 500)
  await page.mouse.wheel(0, 4_000)
  await expect(row(page, '3.20')).toBeInViewport()
  await page.keyboard.press('a')
  await page.getByRole('menu', { name: 'Assign to' }).getByRole('menuitem', { name: 'Nobody' }).click()
  await expect(page.getByText('1.13 Cart: takes two vouchers: assigned to nobody')).toBeVisible()
})

test('The note that a verdict on a selection requires is asked for again when it is empty', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await row(page, '2.18').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('p')
  const note = page.getByRole('toolbar', { name: 'Selection' }).getByRole('textbox', { name: 'Note' })
  await expect(note).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('A note is required')).toBeVisible()
  await page.keyboard.type('A rounding')
  await page.keyboard.press('Enter')
  await expect(row(page, '2.18')).toHaveAccessibleName(/, passed$/)
})

test.describe('While the server does not answer', () => {
  test.use({ hasOwnContext: true })

  test('keys wait for five seconds, are ignored then, and work again', async ({ page, server, person, openAs }) => {
    const { path } = await runOf60(server, person)
    await page.clock.install()
    await openAs(person, path)
    await row(page, '1.13').focus()
    const { asked, release } = await heldCalls(page, /testResults\.match/)
    await page.keyboard.press('Control+a')
    await asked
    await page.keyboard.press('s')
    await page.clock.fastForward(5_000)
    await expect(page.getByText('The server is slow to answer: keys pressed meanwhile are ignored')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, '1.14')).toBeFocused()
    release()
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('60')
    await expect(page.getByRole('button', { name: '1 skipped' })).toBeVisible()
  })
})
