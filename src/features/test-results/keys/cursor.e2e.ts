import { expect, test } from '#src/testing/fixtures.ts'
import { twoTesters } from '#src/testing/live-run.ts'
import { row, rows } from '#src/testing/result-row.ts'
import { fillProject } from '#src/testing/project-data.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('A run opens with the cursor on its first pending case, without taking the focus', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, path } = await twoTesters(server, person)
  await server.patch(`/test-runs/result/${run.results[0].id}`, { actualValue: 'Thank you' }, person)
  await openAs(person, path)
  await expect(row(page, '1.2')).toHaveAttribute('aria-current', 'true')
  await expect(row(page, '1.2')).not.toBeFocused()
})

test('A case that joins the run above the current row leaves the cursor on its case', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { run, cases, path } = await twoTesters(server, person)
  await openAs(person, path)
  await expect(row(page, '2.2')).toBeVisible()
  await page.keyboard.press('End')
  await expect(row(page, '2.2')).toBeFocused()
  const late = await server.testCase(person, cases.text.testSuiteId, { name: 'Refunds', expectedValue: 'ok' })
  await server.post(`/test-cases/${late.id}/execute-manual`, { testRunId: run.id, actualValue: 'ok' }, person)
  await expect(row(page, '1.4')).toBeVisible()
  await expect(row(page, '2.2')).toHaveAttribute('aria-current', 'true')
  await expect(row(page, '2.2')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(row(page, '2.1')).toBeFocused()
})

test('A click into a row makes it current, and so does its value field', async ({ page, server, person, openAs }) => {
  const { path } = await twoTesters(server, person)
  await openAs(person, path)
  await row(page, '1.3').click({ position: { x: 450, y: 18 } })
  await expect(row(page, '1.3')).toHaveAttribute('aria-current', 'true')
  await row(page, '1.2').getByLabel('Actual Value').click()
  await expect(row(page, '1.2')).toHaveAttribute('aria-current', 'true')
  await expect(row(page, '1.2').getByLabel('Actual Value')).toBeFocused()
})

test('A verdict key shows a current row that is out of view, and records only at the next press', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('Home')
  await page.mouse.move(600, 500)
  await page.mouse.wheel(0, 1_500)
  await expect(row(page, '1.1')).not.toBeInViewport()
  await page.keyboard.press('p')
  await expect(row(page, '1.1')).toBeInViewport()
  await expect(row(page, '1.1')).toHaveAccessibleName(/, pending$/)
  await page.keyboard.press('p')
  await expect(row(page, '1.1')).toHaveAccessibleName(/, passed$/)
  await expect(row(page, '1.2')).toBeFocused()
})

test('A filter key pressed in a row leaves the focus in the list, also when the row leaves it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  const current = page.locator('[data-cursor-row][aria-current]')
  await page.keyboard.press('Home')
  await expect(row(page, '1.1')).toBeFocused()

  await test.step('the nearest row gets it', async () => {
    await page.keyboard.press('2')
    await expect(rows(page)).toHaveCount(2)
    await expect(current).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, '2.19')).toBeFocused()
  })

  await test.step('a row that is listed elsewhere keeps it', async () => {
    await page.keyboard.press('0')
    await expect(row(page, '2.17')).toBeVisible()
    await expect(row(page, '2.19')).toHaveAttribute('aria-current', 'true')
    await expect(row(page, '2.19')).toBeFocused()
  })

  await test.step('after a list without a result, the first list has it again', async () => {
    await page.keyboard.press('3')
    await expect(page.getByText('No case matches')).toBeVisible()
    await page.keyboard.press('0')
    await expect(current).toBeFocused()
  })

  await test.step('a search that is being typed is not interrupted', async () => {
    await page.keyboard.press('2')
    await expect(rows(page)).toHaveCount(2)
    await page.keyboard.press('/')
    await page.keyboard.type('refund')
    await expect(page).toHaveURL(/q=refund/)
    await expect(page.getByRole('searchbox', { name: 'Search this run' })).toBeFocused()
  })
})

test('A row that loads late takes no focus from the search that was opened meanwhile', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await fillProject(server, project.id, 1, 300)
  const { body: run } = await server.post(`/test-runs/project/${project.id}`, {}, person)
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
  await expect(row(page, '1.1')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(row(page, '1.1')).toBeFocused()
  const held = Promise.withResolvers<void>()
  await page.route(/testResults\.listInRun/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('End')
  await expect(page.getByRole('grid').locator('[aria-busy="true"]').last()).toBeVisible()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search this run' })
  await expect(search).toBeFocused()
  held.resolve()
  await expect(row(page, '1.300')).toHaveAttribute('aria-current', 'true')
  await expect(search).toBeFocused()
})
