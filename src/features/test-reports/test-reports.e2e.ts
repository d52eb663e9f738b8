import type { Page } from '@playwright/test'
import { startTestServer } from '../../../server/testing/server.ts'
import { withoutLive } from '#src/testing/second-browser.ts'
import { expect, newPerson, signIn, test } from '#src/testing/fixtures.ts'
import { row, twoTesters } from '#src/testing/live-run.ts'
import {
  BROKEN_REPORT,
  CART_REPORT,
  chooseFiles,
  dragFiles,
  longReport,
  ODD_REPORT,
  slowLine,
} from '#src/testing/reports.ts'

const cart = { name: 'cart.xml', text: CART_REPORT }
const odd = { name: 'odd.xml', text: ODD_REPORT }
const broken = { name: 'torn.xml', text: BROKEN_REPORT }
const upload = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const runCard = (page: Page) => page.getByRole('region', { name: /^Test run/ })

test('A report chosen by keyboard is recorded, and its summary shown', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByText('No test runs yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Uploaded reports' })).toHaveCount(0)
  await chooseFiles(page, 'Upload report', [cart])
  const row = upload(page, 'cart.xml')
  await expect(row.getByText('Recorded', { exact: true })).toBeVisible()
  await expect(row.locator('dl')).toContainText(
    'FormatJUnit XMLResults recorded5Earlier attempts1Cases created5Cases known0',
  )
  for (const count of ['2 passed', '1 failed', '1 error', '0 pending', '1 skipped', '1 flaky'])
    await expect(row.getByText(count)).toBeVisible()
  await expect(page.getByLabel('Summary')).toContainText('Total test cases5')
  await expect(runCard(page).getByText('cart.xml')).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Results' }).getByText('1 flaky')).toBeVisible()
  await expect(page.getByLabel('Test Run', { exact: true }).getByRole('option')).toHaveText(
    / · running · .* · 1 flaky$/,
  )
  await row.getByRole('button', { name: /^Show run/ }).click()
  await expect(page).toHaveURL(/tab=runs&run=/)
  await page.getByRole('tab', { name: 'Test Suites' }).click()
  await page.getByRole('button', { name: /CartTest/ }).click()
  await expect(page.getByRole('group', { name: '1.1 addsUp' }).getByText('auto')).toBeVisible()
  await page.getByRole('tab', { name: 'Test Runs' }).click()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Upload report' })).toBeFocused()
})

test('Reports dropped together form one run, and the drop zone shows only during the drag', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  const zone = page.getByText('Drop reports here for a new test run')
  const empty = page.getByText('No test runs yet')
  await expect(empty).toBeVisible()
  await expect(zone).toHaveCount(0)
  const before = await dragFiles(page, empty, [cart])
  await expect(zone).toBeVisible()
  await before.leave()
  await expect(zone).toHaveCount(0)
  const drag = await dragFiles(page, empty, [cart, odd])
  await drag.aimAt(zone)
  await drag.dropOn(zone)
  await expect(zone).toHaveCount(0)
  await expect(upload(page, 'cart.xml').getByText('Recorded', { exact: true })).toBeVisible()
  await expect(upload(page, 'odd.xml').getByText('Recorded with warnings')).toBeVisible()
  const { body: runs } = await server.get(`/test-runs/project/${project.id}`, person)
  expect(runs).toMatchObject([{ description: 'cart.xml, odd.xml', summary: { total: 6 } }])
})

test('A report with warnings and ignored elements lists both', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  const text = ODD_REPORT.replace('</testsuite>', '<made-up/><made-up/></testsuite>')
  await chooseFiles(page, 'Upload report', [{ name: 'odd.xml', text }])
  const row = upload(page, 'odd.xml')
  await expect(row.getByText('Recorded with warnings')).toBeVisible()
  const remarks = row.getByRole('list', { name: 'Remarks' }).getByRole('listitem')
  await expect(
    remarks.filter({ hasText: 'A timestamp cannot be read: yesterday at noon' }).getByLabel('Warning'),
  ).toBeVisible()
  await expect(remarks.filter({ hasText: /^Ignored: 2 × made-up\. ./ })).toBeVisible()
})

test('A large report shows its progress, is cancelled, retried and recorded', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByText('No test runs yet')).toBeVisible()
  const restore = await slowLine(page, 60_000)
  await chooseFiles(page, 'Upload report', [{ name: 'long.xml', text: longReport(4) }, cart])
  const row = upload(page, 'long.xml')
  const bar = row.getByRole('progressbar', { name: 'Upload of long.xml' })
  await expect(row.getByText('Uploading')).toBeVisible()
  await expect(upload(page, 'cart.xml').getByText('Waiting')).toBeVisible()
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5)
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(95)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Test Runs' }).click()
  await row.getByRole('button', { name: 'Cancel long.xml' }).click()
  await expect(row.getByText('Cancelled')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Retry long.xml' })).toBeFocused()
  await restore()
  await expect(upload(page, 'cart.xml').getByText('Recorded', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Retry long.xml' }).click()
  await expect(row.getByText('Recorded', { exact: true })).toBeVisible({ timeout: 20_000 })
  const { body: runs } = await server.get(`/test-runs/project/${project.id}`, person)
  expect(runs).toMatchObject([{ summary: { total: 405 } }])
})

test('A report shows “Recording…” while the server processes it', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByText('No test runs yet')).toBeVisible()
  const restore = await slowLine(page, -1, 3_000)
  await chooseFiles(page, 'Upload report', [cart])
  const row = upload(page, 'cart.xml')
  await expect(row.getByRole('status').filter({ hasText: 'Recording…' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Cancel cart.xml' })).toBeVisible()
  await restore()
  await expect(row.getByText('Recorded', { exact: true })).toBeVisible()
})

test('A report is added to the current run, and “Already recorded” the second time', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  const run = await server.run(person, project.id, 'Release 1.4')
  await openAs(person, `/projects/${project.id}?tab=runs&run=${run.id}`)
  const drag = await dragFiles(page, runCard(page), [cart])
  await expect(page.getByText('Drop reports here for a new test run')).toBeVisible()
  await drag.dropOn(page.getByText(`Drop reports here to add them to run ${run.id.slice(-8)}`))
  await expect(upload(page, 'cart.xml').getByText('Recorded', { exact: true })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Show results' }).getByText('2 passed')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await chooseFiles(page, page.getByRole('menuitem', { name: 'Add report' }), [cart])
  await expect(upload(page, 'cart.xml').getByText('Already recorded')).toBeVisible()
  const { body: runs } = await server.get(`/test-runs/project/${project.id}`, person)
  expect(runs).toMatchObject([{ id: run.id, summary: { total: 5, flaky: 1 } }])
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('button', { name: 'Complete' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Add report' })).toHaveCount(0)
})

test('Uploaded reports do not move the rows, and can be folded', async ({ page, server, person, openAs }) => {
  const { path } = await twoTesters(server, person)
  await openAs(person, path)
  const place = async () => await row(page).boundingBox()
  await expect(row(page)).toBeVisible()
  const before = await place()
  await chooseFiles(page, 'Upload report', [broken])
  await expect(upload(page, 'torn.xml').getByText('Not recorded')).toBeVisible()
  expect(await place()).toEqual(before)
  await page.getByRole('button', { name: 'Uploaded reports' }).click()
  await expect(upload(page, 'torn.xml')).toHaveCount(0)
})

test('A broken report shows the message of the server with the line', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await chooseFiles(page, 'Upload report', [broken])
  const row = upload(page, 'torn.xml')
  await expect(row.getByText('Not recorded')).toBeVisible()
  await expect(row.getByRole('alert')).toContainText('line 3')
  await expect(row.getByRole('button', { name: 'Retry torn.xml' })).toBeVisible()
  await expect(page.getByText('No test runs yet')).toBeVisible()
})

test('An upload with a lost connection says so, and a retry records nothing twice', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  // Only the answer is lost: the server has recorded the report.
  await page.route('**/report?**', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await chooseFiles(page, 'Upload report', [cart])
  const row = upload(page, 'cart.xml')
  await expect(row.getByRole('alert')).toHaveText(
    'The connection to the server was lost before it answered. Trying again is safe: nothing is counted twice.',
  )
  await expect(row.getByText('Not confirmed')).toBeVisible()
  await page.unroute('**/report?**')
  await row.getByRole('button', { name: 'Retry cart.xml' }).click()
  await expect(row.getByText('Already recorded')).toBeVisible()
  const { body: runs } = await server.get(`/test-runs/project/${project.id}`, person)
  expect(runs).toMatchObject([{ summary: { total: 5 } }])
})

test('A report refused by a proxy with 413 shows its size', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await page.route('**/report?**', (route) =>
    route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413 Request Entity Too Large</h1>' }),
  )
  await chooseFiles(page, 'Upload report', [cart])
  await expect(upload(page, 'cart.xml').getByRole('alert')).toHaveText(
    /^The file is too large for this server \(\d+ kB\)\.$/,
  )
})

test('A report above the limit of the server is refused with that limit', async ({ page }) => {
  const server = await startTestServer({ REPORT_MAX_MB: 1 })
  const person = await newPerson(server, 'Ada Lovelace')
  const project = await server.project(person)
  await signIn(page, person, server.url)
  await page.goto(`${server.url}/projects/${project.id}?tab=runs`)
  await chooseFiles(page, 'Upload report', [{ name: 'long.xml', text: longReport(3) }])
  await expect(upload(page, 'long.xml').getByRole('alert')).toHaveText('The report is larger than 1 MB')
  await server.close()
})

test('A 401 to an upload signs out and discards pending uploads', async ({ page, server, person, openAs }) => {
  await withoutLive(page)
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByText('No test runs yet')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('accessToken', 'no.such.token'))
  await chooseFiles(page, 'Upload report', [cart, odd])
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('No test runs yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Uploaded reports' })).toHaveCount(0)
})
