import { row } from '#src/testing/result-row.ts'
import { expect, type Person, test, type TestServer, toast, VARIANT } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { CART_REPORT } from '#src/testing/reports.ts'

async function openReport(server: TestServer, person: Person, openAs: (person: Person, path: string) => Promise<void>) {
  const project = await server.project(person)
  const { body } = await server.call('PUT', `/test-runs/project/${project.id}/report?run=nightly-7`, {
    as: person,
    body: CART_REPORT,
    headers: { 'content-type': 'application/xml' },
  })
  await openAs(person, `/projects/${project.id}?tab=runs&run=${body.testRun.id}`)
}

test('The error of a failed result is in its row; its details and trace are in the panel, opened by keyboard', async ({
  page,
  context,
  server,
  person,
  openAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openReport(server, person, openAs)
  const failed = row(page, '1.3 takesVouchers')
  await expect(failed.getByText('the voucher was not taken')).toBeVisible()
  await expect(page.getByText('Took')).toHaveCount(0)
  await failed.getByRole('button', { name: 'takesVouchers' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Case 1.3' })
  await expect(panel.getByText('Took 1 min 15 s').first()).toBeVisible()
  const trace = panel.getByRole('button', { name: 'Trace', exact: true }).first()
  await expect(trace).toHaveAttribute('aria-expanded', 'false')
  await trace.focus()
  await page.keyboard.press('Enter')
  await expect(trace).toHaveAttribute('aria-expanded', 'true')
  const text = panel.getByRole('region', { name: 'Trace' }).first()
  await expect(text).toContainText('at com.acme.CartTest.takesVouchers(CartTest.java:40)')
  await text.focus()
  await expect(text).toBeFocused()
  await panel.getByRole('button', { name: 'Copy trace' }).first().click()
  await expect(toast(page, 'Copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('CartTest.java:40')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Took')).toHaveCount(0)
  await expect(failed).toBeFocused()
})

test('A flaky result is marked, and its attempts show each failure and trace', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await openReport(server, person, openAs)
  const flaky = row(page, '1.2 isFlaky')
  await expect(flaky.getByText('passed', { exact: true })).toBeVisible()
  await expect(flaky.getByText('flaky', { exact: true })).toBeVisible()
  await expect(row(page, '1.1 addsUp').getByText('flaky')).toHaveCount(0)
  await flaky.getByRole('button', { name: 'isFlaky' }).click()
  const attempts = page.getByRole('list', { name: 'Attempts' }).getByRole('listitem')
  await expect(attempts).toHaveCount(2)
  await expect(attempts.first().getByText('passed')).toBeVisible()
  await expect(attempts.last().getByText('failed')).toBeVisible()
  await expect(attempts.last()).toContainText('Ada Lovelace')
  await expect(attempts.last()).toContainText('expected 1 but was 2')
  await attempts.last().getByRole('button', { name: 'Trace', exact: true }).click()
  await expect(attempts.last().getByRole('region', { name: 'Trace' })).toContainText('CartTest.java:12')
})

test('A suite shows its flaky count only with flaky results', VARIANT, async ({ page, server, person, openAs }) => {
  await openReport(server, person, openAs)
  const grid = page.getByRole('grid', { name: 'Results' })
  await expect(grid.getByText('1 flaky')).toBeVisible()
  const { project } = await sampleProject(server, person)
  await server.run(person, project.id)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(row(page, '1.1 Confirms the card')).toBeVisible()
  await expect(page.getByText('flaky')).toHaveCount(0)
})

test('A result shows when its execution started, to the second', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  const suite = await server.suite(person, project.id)
  const auto = await server.testCase(person, suite.id, { name: 'Answers', type: 'auto' })
  const run = await server.run(person, project.id)
  await server.execute(person, auto.id, run.id, {
    actualValue: 'ok',
    startedAt: '2026-01-31T12:00:05Z',
    executionTimeMs: 850,
  })
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(row(page, '1.1 Answers').getByText('850 ms')).toBeVisible()
  await row(page, '1.1 Answers').getByRole('button', { name: 'Answers' }).click()
  const panel = page.getByRole('complementary', { name: 'Case 1.1' })
  await expect(panel.getByText('Started Jan 31, 2026, 12:00:05').first()).toBeVisible()
  await expect(panel.getByText('Took 850 ms').first()).toBeVisible()
})
