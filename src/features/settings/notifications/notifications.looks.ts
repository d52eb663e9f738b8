import { startReceiver } from '#server/notifications/testing.ts'
import { expect, test } from '#src/testing/fixtures.ts'
import { inspect } from '#src/testing/inspect.ts'
import { twoRuns } from '#src/testing/two-runs.ts'

test('The notifications of a project: none, the form, many endpoints with troubles, and a log', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const receiver = await startReceiver(['410', '500'].map(Number))
  const { project } = await twoRuns(server, person)
  const hooks = `/projects/${project.id}/webhooks`
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const card = page.getByRole('region', { name: 'Notify Chats and Tools' })
  await card.getByRole('button', { name: 'Add Endpoint' }).scrollIntoViewIfNeeded()
  await inspect(page, 'notifications-none')
  await card.getByRole('button', { name: 'Add Endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Address')).toBeVisible()
  await inspect(page, 'notifications-form')
  await page.keyboard.press('Escape')

  const create = async (input: object) => (await server.post(hooks, { url: receiver.url, ...input }, person)).body
  const gone = await create({ form: 'webhook' })
  await server.post(`${hooks}/${gone.id}/test`, {}, person)
  await expect.poll(() => receiver.requests.length).toBe(1)
  const failing = await create({
    form: 'slack',
    events: ['run.completed', 'run.started', 'case.created', 'case.updated', 'case.deleted', 'quarantine.changed'],
    when: 'turns',
    branch: `feature/${'a-very-long-branch-name-'.repeat(8)}`,
    environment: 'staging',
  })
  await server.post(`${hooks}/${failing.id}/test`, {}, person)
  await create({ form: 'github', token: 'ghp_token', url: `${receiver.url}/${'repos/'.repeat(40)}` })
  await expect.poll(() => receiver.requests.length).toBe(2)
  await page.reload()
  await expect(card).toContainText('No delivery has succeeded since')
  await card.getByRole('list').scrollIntoViewIfNeeded()
  await inspect(page, 'notifications')
  await card.getByRole('button', { name: 'Deliveries to Slack' }).click()
  await dialog.getByRole('button', { name: 'Request and answer' }).click()
  await expect(dialog.getByRole('region', { name: 'Answer' })).toBeVisible()
  await inspect(page, 'notifications-log')
  await receiver.close()
})
