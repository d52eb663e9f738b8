import { type Page } from '@playwright/test'
import { expect, test } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

// Only code that no other test has loaded is awaited.
test.use({ hasOwnContext: true })

const withoutCode = (page: Page, name: string) => page.route(`**/${name}-*.js`, (route) => route.abort())

async function openDifference(page: Page) {
  await row(page, '2.18').getByText('answers with the refund').click()
  await expect(page.getByRole('complementary', { name: 'Case 2.18' })).toBeVisible()
}

test('A difference whose code could not be loaded leaves the rest of the run as it is', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { path } = await runOf60(server, person)
  await withoutCode(page, 'value-diff')
  await openAs(person, path)
  await openDifference(page)
  await expect(page.getByText('This part of the page could not be loaded').first()).toBeVisible()
  await expect(page.getByRole('complementary')).toContainText('refunded')
  await page.keyboard.press('k')
  await expect(row(page, '2.17')).toBeFocused()
})

test('The panel of a run that was idle shows differences offline', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  const loaded = page.waitForResponse(/\/value-diff-[^/]*\.js$/)
  await openAs(person, path)
  await (await loaded).finished()
  await page.context().setOffline(true)
  await openDifference(page)
  await expect(page.getByRole('complementary').getByRole('group', { name: 'Diff' })).toBeVisible()
})

test('A part that nothing opened says in its place that its code could not be loaded', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await withoutCode(page, 'settings-tab')
  await page.setViewportSize({ width: 320, height: 640 })
  await openAs(person, `/projects/${project.id}?tab=settings`)
  await expect(page.getByText('This part of the page could not be loaded')).toBeVisible()
  await page.unrouteAll()
  const reload = page.getByRole('button', { name: 'Reload' })
  expect(await reload.getByText('Reload').evaluate((label) => label.scrollWidth > label.clientWidth)).toBe(false)
  await reload.click()
  await expect(page.getByRole('button', { name: 'Delete Project' })).toBeVisible()
})

test('A tab whose code could not be loaded leaves the other tabs', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await withoutCode(page, 'quality-page')
  await openAs(person, path)
  await expect(row(page, '1.1')).toBeVisible()
  await page.getByRole('tab', { name: 'Quality' }).click()
  await expect(page.getByText('This page could not be shown')).toBeVisible()
  await page.getByRole('tab', { name: 'Test Runs' }).click()
  await expect(row(page, '1.1')).toBeVisible()
})

test('A page without the code that sends entries asks to be reloaded', async ({ page, server, person, openAs }) => {
  const { path } = await runOf60(server, person)
  await withoutCode(page, 'draft-sender')
  await openAs(person, path)
  await expect(page.getByText('This page could not be shown')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(row(page, '1.1')).toBeVisible()
})
