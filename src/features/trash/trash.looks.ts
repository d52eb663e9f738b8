import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { sampleProject } from '#src/testing/project-data.ts'

test('Trash without deletions, with some, without a match, and one that could not be read', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project, cases, receipts } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  const open = async () => {
    await page.getByRole('button', { name: 'Trash', exact: true }).click()
    return page.getByRole('dialog', { name: 'Trash' })
  }
  const dialog = await open()
  await expect(dialog.getByText('The trash is empty')).toBeVisible()
  await inspect(page, 'trash-empty')
  await page.keyboard.press('Escape')

  await server.delete(`/test-cases/${cases.text.id}`, person)
  await server.delete(`/test-suites/${receipts.id}`, person)
  const suite = await server.suite(
    person,
    project.id,
    'A suite with a long name that does not fit on one line of a phone',
  )
  const ids: string[] = []
  for (let number = 1; number <= 12; number += 1)
    ids.push((await server.testCase(person, suite.id, { name: `Refunds order ${number} within ten working days` })).id)
  await server.post(`/projects/${project.id}/test-cases/delete`, { ids }, person)
  await open()
  await expect(dialog.getByRole('button', { name: 'Restore' })).toHaveCount(3)
  await dialog.getByRole('button', { name: '9 more' }).click()
  await inspect(page, 'trash')
  await dialog.getByRole('searchbox').fill('nothing like it')
  await expect(dialog.getByText('No deletion matches')).toBeVisible()
  await inspect(page, 'trash-no-match')

  await page.route('**/trpc/**deletions.list**', (route) => route.abort())
  await page.reload()
  await open()
  await expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible()
  await inspect(page, 'trash-error')
})

test('Question before the deletion of several cases, and the toast that undoes it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const { project } = await sampleProject(server, person)
  await openAs(person, `/projects/${project.id}`)
  await page.getByRole('button', { name: /Payments/ }).click()
  for (const number of ['1.1', '1.3']) await page.getByRole('button', { name: `Select ${number}` }).click()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('They stay in the trash for 30 days.')
  await inspect(page, 'delete-test-cases')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  const toast = page.getByRole('status').filter({ hasText: '2 test cases deleted' })
  await toast.hover()
  await inspect(page, 'deleted-test-cases')
})
