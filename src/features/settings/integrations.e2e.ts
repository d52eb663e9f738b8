import type { Page } from '@playwright/test'
import { expect, newPerson, test, toast } from '#src/testing/fixtures.ts'
import { addTester } from '#src/testing/project-data.ts'

const integrationOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Integrations' }).getByRole('region', { name, exact: true })
const variablesOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Variables of ${name}`, exact: true })

test('The integrations show their variables to copy, without the secret until it is shown', async ({
  page,
  context,
  server,
  person,
  openAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const variables = variablesOf(page, 'Qase reporters')
  await expect(variables).toContainText(`QASE_TESTOPS_API_HOST=${server.url}/qase`)
  await expect(variables).toContainText(`QASE_TESTOPS_API_TOKEN=${project.id}:the-client-secret`)
  // Without it the reporters leave their runs open.
  await expect(variables).toContainText('QASE_TESTOPS_RUN_COMPLETE=true')
  await expect(variablesOf(page, 'TestRail reporters')).toContainText(`TESTRAIL_USERNAME=${project.id}`)
  await expect(variablesOf(page, 'CI and scripts')).toContainText(`ASSAY_URL=${server.url}`)
  const agents = variablesOf(page, 'Agents (MCP)')
  await expect(agents).toContainText(`claude mcp add --transport http assay ${server.url}/mcp`)
  await expect(agents).toContainText('Authorization: Basic base64-of-id:secret')
  await page.getByRole('button', { name: 'Show secret' }).click()
  await expect(agents).toContainText(`Authorization: Basic ${btoa(`${project.id}:${project.clientSecret}`)}`)
  await page.getByRole('button', { name: 'Copy Qase reporters' }).click()
  await expect(toast(page, 'Copied to clipboard').first()).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')).toContain(`QASE_TESTOPS_API_TOKEN=${project.id}:${project.clientSecret}`)
  await page.getByRole('button', { name: 'Hide secret' }).click()
  await expect(variables).toContainText('the-client-secret')
})

test('The integrations show when something last arrived, to each member', async ({ page, server, person, openAs }) => {
  const tess = await newPerson(server, 'Tess Tester')
  const project = await server.project(person)
  await addTester(server, person, project.id, tess)
  await server.upload(person, project.id, '<testsuite><testcase name="a"/></testsuite>')
  await openAs(tess, `/projects/${project.id}?tab=settings`)
  await expect(integrationOf(page, 'JUnit and other reports')).toContainText('Last received just now')
  await expect(integrationOf(page, 'Qase reporters')).toContainText('Nothing received yet')
  await expect(variablesOf(page, 'Qase reporters')).toContainText(':the-client-secret')
})
