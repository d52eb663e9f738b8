import { expect, test } from '#src/testing/fixtures.ts'
import { sampleProject } from '#src/testing/project-data.ts'
import { row } from '#src/testing/result-row.ts'

test('The panel of a run says what has changed in the case since, and leads to the case', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, cases } = await sampleProject(server, person)
  const steps = [{ action: 'Open the cart' }, { action: 'Press Pay' }]
  await server.patch(`/test-cases/${cases.text.id}`, { steps }, person)
  await server.run(person, project.id)
  await server.patch(
    `/test-cases/${cases.text.id}`,
    { name: 'Confirms any card', steps: [{ action: 'Open the bag' }, ...steps.slice(1), { action: 'Leave' }] },
    person,
  )
  await server.delete(`/test-cases/${cases.number.id}`, person)
  const read: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('testCases.get')) read.push(request.url())
  })
  await openAs(person, `/projects/${project.id}?tab=runs`)
  await expect(row(page, '1.3')).toBeVisible()
  expect(read).toEqual([])
  await row(page, '1.1').getByRole('button', { name: 'Confirms the card' }).click()
  const panel = page.getByRole('complementary', { name: 'Case 1.1' })
  await expect(panel).toContainText('Changed since this run started: name, 2 steps.')
  expect(read).toHaveLength(1)
  await panel.getByRole('button', { name: 'Show changes' }).click()
  const changed = panel.getByRole('group', { name: 'Changes in Steps' })
  await expect(changed.locator('ins')).toHaveText(['Open the bag', 'Leave'])
  await expect(panel.getByRole('link', { name: 'C1', exact: true })).toHaveAttribute(
    'href',
    `/projects/${project.id}?case=C1`,
  )

  await page.getByRole('button', { name: 'Next Case' }).click()
  await expect(page.getByRole('complementary', { name: 'Case 1.2' })).toContainText('Deleted since this run started')
  await page.getByRole('button', { name: 'Next Case' }).click()
  const same = page.getByRole('complementary', { name: 'Case 1.3' })
  await expect(same.getByRole('link', { name: 'C3' })).toBeVisible()
  await expect.poll(() => read.length).toBe(3)
  await expect(same).not.toContainText('since this run started')
})
