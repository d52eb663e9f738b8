import { expect, test } from '#src/testing/fixtures.ts'
import { hold, inspect } from '#src/testing/inspect.ts'
import { sampleProject } from '#src/testing/project-data.ts'

test('Suites without any, and the dialog that creates one', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  await expect(page.getByText('No test suites yet')).toBeVisible()
  await inspect(page, 'project-suites-empty')
  await page.getByRole('button', { name: 'Create Test Suite' }).click()
  await expect(page.getByRole('dialog').getByLabel('Suite Name', { exact: true })).toBeVisible()
  await inspect(page, 'create-test-suite')
})

test('Suite while its cases load, suites with cases, and the question before a deletion', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await hold(page, 'testCases.')
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments.*3 cases/ }).click()
  await inspect(page, 'project-suites-loading')
  await page.unrouteAll()
  await page.reload()
  await page.getByRole('button', { name: /Payments.*3 cases/ }).click()
  await page.getByRole('button', { name: /Receipts.*2 cases/ }).click()
  await expect(page.getByText('"amount": 19.90')).toBeVisible()
  await inspect(page, 'project-suites')
  await page.getByRole('button', { name: 'Delete Suite' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect(page, 'delete-test-suite')
})
