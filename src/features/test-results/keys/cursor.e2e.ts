import { expect, test } from '#src/testing/fixtures.ts'
import { twoTesters } from '#src/testing/live-run.ts'
import { row } from '#src/testing/result-row.ts'
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
