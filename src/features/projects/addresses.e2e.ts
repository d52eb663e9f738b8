import { expect, test } from '#src/testing/fixtures.ts'
import { row } from '#src/testing/result-row.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

test('An address names a run by its ref, with or without a tab, and a case by its ref', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, run } = await runOf60(server, person)
  const at = `/projects/${project.id}`
  await openAs(person, `${at}?tab=runs&run=R1`)
  await expect(page.getByRole('heading', { name: 'Nightly 5' })).toBeVisible()
  await page.goto(`${at}?run=${run.ref.toLowerCase()}&case=C2`)
  await expect(page.getByRole('heading', { name: 'Release 1.4' })).toBeVisible()
  await expect(row(page, '1.2')).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('complementary', { name: 'Case 1.2' })).toBeVisible()
  await page.goto(`${at}?tab=runs&run=R99`)
  await expect(page.getByText('Test run not found')).toBeVisible()
})

test('An address of a comparison opens it without a tab', async ({ page, server, person, openAs }) => {
  const { project } = await runOf60(server, person)
  await openAs(person, `/projects/${project.id}?compare=R1..R2`)
  await expect(page.getByRole('heading', { name: 'New failures 1' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Test Runs' })).toHaveAttribute('aria-selected', 'true')
})
