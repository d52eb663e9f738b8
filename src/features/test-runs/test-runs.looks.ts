import { expect, newPerson, test } from '#src/testing/fixtures.ts'
import { abort, hold, inspect } from '#src/testing/inspect.ts'
import { row, twoTesters } from '#src/testing/live-run.ts'
import { addTester, sampleProject } from '#src/testing/project-data.ts'
import { openSecondBrowser, whenLive } from '#src/testing/second-browser.ts'

const LONG = `Hubert Blaine Wolfeschlegelsteinhausenbergerdorff the ${'very '.repeat(20)}last`

test('Runs without any, and the dialog that starts one', async ({ page, server, person, openAs }) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByText('No test runs yet')).toBeVisible()
  await inspect(page, 'project-runs-empty')
  await page.getByRole('button', { name: 'Start Test Run' }).click()
  await expect(page.getByRole('dialog').getByLabel('Description')).toBeVisible()
  await inspect(page, 'start-test-run')
})

test('Run while its results load, when they cannot load, and with results', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  const run = await server.run(person, project.id, 'Release 1.4')
  for (const [number, actualValue] of ['Thank you', '41'].entries())
    await server.patch(`/test-runs/result/${run.results[number].id}`, { actualValue }, person)
  await hold(page, 'testResults.listInRun')
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(page.getByRole('main')).toBeVisible()
  await inspect(page, 'project-runs-loading')
  await page.unrouteAll()
  await abort(page, 'testResults.listInRun')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
  await inspect(page, 'project-runs-error')
  await page.unrouteAll()
  await page.reload()
  await expect(row(page)).toBeVisible()
  await inspect(page, 'project-runs')
})

test('Run that others have open, and one whose live updates are interrupted', async ({
  page,
  browser,
  server,
  person,
  openAs,
}) => {
  const { tess, project, run, path } = await twoTesters(server, person)
  const hubert = await newPerson(server, LONG)
  await addTester(server, person, project.id, hubert)
  await openAs(person, path)
  await whenLive(server, run.id, 1)
  const others = [
    await openSecondBrowser(browser, server, hubert, path),
    await openSecondBrowser(browser, server, tess, path),
  ]
  await expect(page.getByRole('list', { name: 'Also here' }).getByRole('listitem')).toHaveCount(2)
  await inspect(page, 'run-presence')
  for (const other of others) await other.context().close()
  await page.route(/trpc\/live\./, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Live updates are interrupted')).toBeVisible({ timeout: 30_000 })
  await inspect(page, 'live-interrupted')
})

test('An unknown run, and a run without test cases', async ({ page, server, person, openAs }) => {
  const project = await server.project(person)
  await server.run(person, project.id)
  await openAs(person, `/projects/${project.id}?tab=runs&run=unknown`)
  await expect(page.getByText('Test run not found')).toBeVisible()
  await inspect(page, 'run-unknown')
  await page.getByRole('button', { name: 'Show the latest run' }).click()
  await expect(page.getByText('nothing recorded yet')).toBeVisible()
  await inspect(page, 'run-without-cases')
})
