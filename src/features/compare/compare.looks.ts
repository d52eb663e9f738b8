import { expect, test } from '#src/testing/fixtures.ts'
import { abort, hold, inspect } from '#src/testing/inspect.ts'
import { twoRuns } from '#src/testing/two-runs.ts'

test('Compare: every kind of change, choosing a run, no base, nothing changed, unknown, failed and loading', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, before, after, caseOf } = await twoRuns(server, person)
  const quarantine = `/test-cases/${caseOf('pays by invoice').id}/quarantine`
  await server.call('PUT', quarantine, { as: person, body: { reason: 'slow bank' } })
  const path = `/projects/${project.id}?tab=runs&compare=`
  await openAs(person, `${path}${before.id}..${after.id}`)
  await expect(page.getByRole('heading', { name: 'New failures 2' })).toBeVisible()
  await inspect(page, 'compare')
  await page.getByRole('combobox', { name: 'Base' }).click()
  await expect(page.getByRole('option', { name: 'Last comparable run' })).toBeVisible()
  await inspect(page, 'compare-choosing')
  await page.goto(`${path}..${before.id}`)
  await expect(page.getByText('No earlier run to compare with')).toBeVisible()
  await inspect(page, 'compare-no-base')
  const calm = await server.project(person)
  const suite = await server.suite(person, calm.id, 'Cart')
  await server.testCase(person, suite.id, { name: 'signs in' })
  const [one, two] = [await server.run(person, calm.id, 'One'), await server.run(person, calm.id, 'Two')]
  await page.goto(`/projects/${calm.id}?tab=runs&compare=${one.id}..${two.id}`)
  await expect(page.getByText('Nothing changed')).toBeVisible()
  await inspect(page, 'compare-nothing-changed')
  await page.goto(`${path}R98..R99`)
  await expect(page.getByText('Test run not found')).toBeVisible()
  await inspect(page, 'compare-unknown')
  await abort(page, 'comparisons.compare')
  await page.goto(`${path}R1..R2`)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await inspect(page, 'compare-failed')
  await page.unrouteAll()
  await hold(page, 'comparisons.compare')
  await page.goto(`${path}R1..R2`)
  await expect(page.getByRole('status', { name: 'Comparing the runs' })).toBeVisible()
  await inspect(page, 'compare-loading')
})
