import type { Page } from '@playwright/test'
import { expect, test, toast } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'

/** Lets the server refuse a procedure with words that name it. */
async function refuse(page: Page, ...procedures: string[]) {
  for (const procedure of procedures) {
    const error = { message: `No ${procedure} today`, code: -32_009, data: { code: 'CONFLICT', httpStatus: 409 } }
    await page.route(`**/trpc/${procedure}?*`, (route) => route.fulfill({ status: 409, json: [{ error }] }))
  }
}

const said = (page: Page, procedure: string) => toast(page, `No ${procedure} today`)
const confirmed = (page: Page, action: string) =>
  page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()

test('Refused suites and cases are told in the words of the server', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await refuse(
    page,
    'testSuites.create',
    'testSuites.delete',
    'testCases.create',
    'testCases.update',
    'testCases.delete',
  )
  const suite = page.getByRole('group', { name: '1 Payments' })
  await suite.getByRole('button', { name: 'Delete Test Suite' }).click()
  await confirmed(page, 'Delete')
  await expect(said(page, 'testSuites.delete')).toBeVisible()
  await page.getByRole('button', { name: 'Create Test Suite' }).click()
  await page.getByLabel('Suite Name', { exact: true }).fill('Lost')
  await page.getByRole('button', { name: 'Create Suite' }).click()
  await expect(said(page, 'testSuites.create')).toBeVisible()
  await page.keyboard.press('Escape')
  await suite.getByRole('button', { name: 'Add Test Case' }).click()
  await page.getByLabel('Test Case Name', { exact: true }).fill('Lost')
  await page.getByLabel('Expected Value', { exact: true }).fill('x')
  await page.getByRole('button', { name: 'Create Test Case' }).click()
  await expect(said(page, 'testCases.create')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Payments/, expanded: false }).click()
  const row = page.getByRole('group', { name: '1.1 Confirms the card' })
  await row.getByRole('button', { name: 'Edit Test Case' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(said(page, 'testCases.update')).toBeVisible()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Delete Test Case' }).click()
  await confirmed(page, 'Delete')
  await expect(said(page, 'testCases.delete')).toBeVisible()
})

test('Refused runs and results are told in the words of the server', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await server.run(person, project.id)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await refuse(page, 'testRuns.start', 'testRuns.complete', 'testRuns.delete', 'testResults.setValue')
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(said(page, 'testRuns.complete')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Run' }).click()
  await confirmed(page, 'Delete')
  await expect(said(page, 'testRuns.delete')).toBeVisible()
  await page.getByRole('group', { name: '1.1 Confirms the card' }).getByLabel('Actual Value').fill('x')
  await page.keyboard.press('Enter')
  await expect(said(page, 'testResults.setValue')).toBeVisible()
  await page.getByRole('button', { name: 'Start Test Run' }).click()
  await confirmed(page, 'Start Test Run')
  await expect(said(page, 'testRuns.start')).toBeVisible()
})

test('Refused changes of a project are told in the words of the server', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  await refuse(page, 'projects.regenerateSecret', 'projects.delete', 'projects.create', 'projects.update')
  await page.getByRole('button', { name: 'Regenerate Secret' }).click()
  await confirmed(page, 'Regenerate')
  await expect(said(page, 'projects.regenerateSecret')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Project' }).click()
  await confirmed(page, 'Delete')
  await expect(said(page, 'projects.delete')).toBeVisible()
  await page.goto('/')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create Project' }).click()
  await dialog.getByLabel('Project Name').fill('Lost')
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('No projects.create today')
  await page.keyboard.press('Escape')
  await page.getByRole('article', { name: 'Checkout' }).getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('No projects.update today')
})
