import { expect, test } from '#src/testing/fixtures.ts'
import { fillProject } from '#src/testing/project-data.ts'

test('The shared page of 10,000 results shows its failures at once, and the rest in pages and by status', async ({
  page,
  server,
  person,
}) => {
  const project = await server.project(person)
  await fillProject(server, project.id, 200, 50)
  const { body: run } = await server.post(`/test-runs/project/${project.id}`, {}, person)
  for (const number of [40, 9_990])
    await server.patch(`/test-runs/result/${run.results[number].id}`, { actualValue: 'no' }, person)
  const { body } = await server.post(`/test-runs/${run.id}/share`, {}, person)
  await page.goto(new URL(body.link).pathname)
  const results = page.getByRole('region', { name: 'Results' })
  await expect(page.getByRole('region', { name: '2 failures' }).locator('details')).toHaveCount(2)
  await expect(results.locator('details')).toHaveCount(200)
  await expect(results.getByText('1–200 of 10,000')).toBeVisible()
  await results.getByRole('button', { name: 'Next' }).click()
  await expect(results.getByText('201–400 of 10,000')).toBeVisible()
  await expect(results.getByText('Case 1 of suite 5', { exact: true })).toBeVisible()
  await page.getByRole('group', { name: 'Show results' }).getByRole('button', { name: '2 failed' }).click()
  await expect(results.locator('details')).toHaveCount(2)
  await expect(results.getByText('Case 41 of suite 200')).toBeVisible()
})
