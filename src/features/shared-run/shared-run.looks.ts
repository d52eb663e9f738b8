import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { fillProject } from '#src/testing/project-data.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('The shared page of a run, a filtered page, and a link that has ended', async ({ page, server, person }) => {
  const { run } = await runOf60(server, person)
  const { body } = await server.post(`/test-runs/${run.id}/share`, {}, person)
  const path = new URL(body.link).pathname
  await page.goto(path)
  await expect(page.getByRole('region', { name: '2 failures' }).getByText('answers with the refund')).toBeVisible()
  await inspect(page, 'shared-run')
  await page.goto(`${path}?status=skipped`)
  await expect(page.getByRole('region', { name: 'Results' }).locator('details')).toHaveCount(1)
  await inspect(page, 'shared-run-filtered')
  await page.goto('/shared/nothing')
  await expect(page.getByText('This link is not valid any more')).toBeVisible()
  await inspect(page, 'shared-run-ended')
})

test('The shared page while it loads, and when it cannot be read', async ({ page, server, person }) => {
  const { run } = await runOf60(server, person)
  const { body } = await server.post(`/test-runs/${run.id}/share`, {}, person)
  const path = new URL(body.link).pathname
  await page.route(/\/api\/shared-runs\//, () => undefined)
  await page.goto(path)
  await expect(page.getByRole('status', { name: 'Loading the run' })).toBeVisible()
  await inspect(page, 'shared-run-loading')
  await page.unrouteAll()
  await page.route(/\/api\/shared-runs\//, (route) => route.abort())
  await page.goto(path)
  await expect(page.getByText('The run could not be read')).toBeVisible()
  await inspect(page, 'shared-run-error')
})

test('A run of two printed pages, on A4', async ({ page, server, person, openAs }) => {
  const { project, run } = await runOf60(server, person)
  await page.addInitScript(() => Object.assign(globalThis, { print: () => undefined }))
  await openAs(person, `/projects/${project.id}/runs/${run.id}/print`)
  await expect(page.getByRole('region', { name: 'All results' })).toBeVisible()
  await inspect(page, 'print-run')
  await page.pdf({ path: 'screenshots/print-run.pdf', format: 'A4' })
})

test('A printed run of which only the failures are shown', async ({ page, server, person, openAs }) => {
  const project = await server.project(person, 'Shop')
  await fillProject(server, project.id, 21, 50)
  const { body: run } = await server.post(`/test-runs/project/${project.id}`, {}, person)
  for (const number of [3, 300, 1_040])
    await server.patch(`/test-runs/result/${run.results[number].id}`, { actualValue: 'Sorry' }, person)
  await page.addInitScript(() => Object.assign(globalThis, { print: () => undefined }))
  await openAs(person, `/projects/${project.id}/runs/${run.id}/print`)
  await expect(page.getByText('Shows the 3 failed of 1,050 results')).toBeVisible()
  await inspect(page, 'print-large-run')
  await page.pdf({ path: 'screenshots/print-large-run.pdf', format: 'A4' })
})
