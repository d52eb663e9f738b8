import type { Page } from '@playwright/test'
import { startReceiver } from '#server/notifications/testing.ts'
import { expect, newPerson, test, toast, VARIANT } from '#src/testing/fixtures.ts'
import { addTester } from '#src/testing/project-data.ts'
import { twoRuns } from '#src/testing/two-runs.ts'

const cardOf = (page: Page) => page.getByRole('region', { name: 'Notify Chats and Tools' })

test('The owner adds a webhook, tests it, reads its log, sends again, changes, switches off and deletes it', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const receiver = await startReceiver([500])
  const { project } = await twoRuns(server, person)
  await openAs(person, `/projects/${project.id}?tab=settings`)
  const card = cardOf(page)
  await expect(card).toContainText('No endpoints')
  await card.getByRole('button', { name: 'Add Endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await dialog.getByLabel('Sends').selectOption('Webhook (JSON)')
  await dialog.getByLabel('Address').fill('http://10.0.0.1/')
  await dialog.getByRole('button', { name: 'Add Endpoint' }).click()
  await expect(dialog.getByRole('alert')).toContainText('inner network')
  await dialog.getByLabel('Address').fill(receiver.url)
  const ended = dialog.getByLabel('Run ended', { exact: true })
  await ended.uncheck()
  await dialog.getByRole('button', { name: 'Add Endpoint' }).click()
  await expect(dialog.getByText('Choose at least one event')).toBeVisible()
  await ended.check()
  await dialog.getByLabel('Run started').check()
  await dialog.getByRole('button', { name: 'Add Endpoint' }).click()
  await expect(dialog.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
  await dialog.getByRole('button', { name: 'Done' }).click()

  const name = `Webhook (JSON), 127.0.0.1:${receiver.port}`
  const row = card.getByRole('listitem')
  await expect(row).toContainText(name)
  await expect(row).toContainText('Run started, Run ended')
  await row.getByRole('button', { name: `Test ${name}` }).click()
  await expect(toast(page, 'Test sent')).toBeVisible()
  await expect.poll(() => receiver.requests.length).toBe(1)
  // The second attempt, five seconds later, would replace the answer of the first.
  const answer = receiver.hold()
  await row.getByRole('button', { name: `Deliveries to ${name}` }).click()
  const log = dialog.getByRole('list', { name: 'Deliveries' })
  await expect(log.getByRole('listitem')).toContainText('Answered 500, not 2xx')
  await expect(log.getByRole('listitem')).toContainText('Next attempt')
  await log.getByRole('button', { name: 'Request and answer' }).click()
  await expect(log.getByRole('region', { name: 'Request' })).toContainText('"type": "ping"')
  await expect(log.getByRole('region', { name: 'Answer' })).toContainText('the answer')
  answer()
  await expect(log).toContainText('Delivered', { timeout: 30_000 })
  await log.getByRole('button', { name: 'Send Again' }).click()
  await expect.poll(() => receiver.requests.length).toBe(3)
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog.getByLabel('Branch').fill('main')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(row).toContainText('branch main')
  await row.getByRole('switch').click()
  await expect(row.getByRole('button', { name: `Test ${name}` })).toBeDisabled()
  await row.getByRole('button', { name: `Delete ${name}` }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(card).toContainText('No endpoints')
  await expect(card.getByRole('button', { name: 'Add Endpoint' })).toBeFocused()
  await receiver.close()
})

test('A member who is no owner does not see the notifications, and an owner can read them again after a failure', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const tess = await newPerson(server, 'Tess Tester')
  const project = await server.project(person)
  await addTester(server, person, project.id, tess)
  await openAs(tess, `/projects/${project.id}?tab=settings`)
  await expect(page.getByText('Only the project owner can see the client secret.')).toBeVisible()
  await expect(cardOf(page)).toHaveCount(0)
  await page.route(/webhooks\.list/, (route) => route.abort())
  await openAs(person, `/projects/${project.id}?tab=settings`)
  await expect(cardOf(page).getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 30_000 })
  await page.unroute(/webhooks\.list/)
  await cardOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect(cardOf(page)).toContainText('No endpoints')
})

test(
  'The switch of an endpoint moves at once, and an endpoint that is gone leaves the list after a refusal',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const project = await server.project(person)
    const hooks = `/projects/${project.id}/webhooks`
    const { body: hook } = await server.post(hooks, { form: 'slack', url: 'http://127.0.0.1:9/x' }, person)
    await openAs(person, `/projects/${project.id}?tab=settings`)
    const card = cardOf(page)
    const isOn = card.getByRole('switch')
    await expect(isOn).toBeChecked()
    const held = Promise.withResolvers<void>()
    await page.route(/webhooks\.update/, async (route) => {
      await held.promise
      await route.continue()
    })
    await card.locator('label').click()
    await expect(isOn).not.toBeChecked()
    held.resolve()
    await expect.poll(async () => (await server.get(hooks, person)).body[0].isActive).toBe(false)
    await expect(isOn).not.toBeChecked()
    await page.unrouteAll()
    await server.call('DELETE', `${hooks}/${hook.id}`, { as: person })
    await card.getByRole('button', { name: /^Edit / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Endpoint not found')
    await page.keyboard.press('Escape')
    await expect(card).toContainText('No endpoints')
  },
)
