import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

const DETAILS = {
  branch: `feature/${'a-very-long-name-'.repeat(10)}`,
  commit: '4f2a91c0d1e2f3a4b5c6d7e8f9a0b1c2d3e4f5a6',
  environment: 'staging',
  milestone: 'Release 1.4',
  buildUrl: 'https://ci.example.com/assay/builds/7',
}

test('Menu, bar and details of a run that names all it was made of, and of one that names nothing', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, run, path } = await runOf60(server, person)
  await server.patch(`/test-runs/${run.id}`, DETAILS, person)
  await server.post(`/test-runs/${run.id}/complete`, { omitResults: true }, person)
  await openAs(person, path)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('region', { name: /^Test run/ }).getByText('staging')).toBeVisible()
  await inspect(page, 'run-bar-wide')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'Reopen' })).toBeVisible()
  await inspect(page, 'run-menu')
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit details' })).toBeVisible()
  await inspect(page, 'edit-details')
  await page.keyboard.press('Escape')
  await server.run(person, project.id)
  await page.goto(`/projects/${project.id}?tab=runs`)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: /Re-run failed/ })).toBeDisabled()
  await inspect(page, 'run-menu-nothing-failed')
})
