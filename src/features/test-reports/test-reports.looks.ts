import type { Page } from '@playwright/test'
import { expect, type Person, test, type TestServer } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import {
  BROKEN_REPORT,
  CART_REPORT,
  chooseFiles,
  dragFiles,
  longReport,
  ODD_REPORT,
  slowLine,
} from '#src/testing/reports.ts'

const upload = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

async function openRuns(
  page: Page,
  server: TestServer,
  person: Person,
  openAs: (person: Person, path: string) => Promise<void>,
) {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByText('No test runs yet')).toBeVisible()
}

test('Reports that are dragged, recorded, recorded with warnings, and refused', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await openRuns(page, server, person, openAs)
  const drag = await dragFiles(page, page.getByText('No test runs yet'), [{ name: 'cart.xml', text: CART_REPORT }])
  await drag.aimAt(page.getByText('Drop reports here for a new test run'))
  await inspect(page, 'report-dragged')
  await drag.leave()
  const text = ODD_REPORT.replace('</testsuite>', '<made-up/><made-up/></testsuite>')
  await chooseFiles(page, 'Upload report', [
    { name: 'cart.xml', text: CART_REPORT },
    { name: 'odd.xml', text },
    { name: 'torn.xml', text: BROKEN_REPORT },
  ])
  await expect(upload(page, 'cart.xml').getByText('Recorded', { exact: true })).toBeVisible()
  await expect(upload(page, 'odd.xml').getByText('Recorded with warnings')).toBeVisible()
  await expect(upload(page, 'torn.xml').getByText('Not recorded')).toBeVisible()
  await inspect(page, 'reports')
})

test('Report that is being sent, one that waits, and one that is cancelled', async ({
  page,
  server,
  person,
  openAs,
}) => {
  await openRuns(page, server, person, openAs)
  await slowLine(page, 10_000)
  await chooseFiles(page, 'Upload report', [
    { name: 'first.xml', text: longReport(2) },
    { name: 'long.xml', text: longReport(2) },
    { name: 'cart.xml', text: CART_REPORT },
  ])
  await page.getByRole('button', { name: 'Cancel first.xml' }).click()
  await expect(upload(page, 'first.xml').getByText('Cancelled')).toBeVisible()
  await expect(upload(page, 'long.xml').getByText('Uploading')).toBeVisible()
  await expect(upload(page, 'cart.xml').getByText('Waiting')).toBeVisible()
  await inspect(page, 'report-uploading')
})
