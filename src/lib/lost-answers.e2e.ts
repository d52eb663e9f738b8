import { expect, signIn, test, toast } from '#src/testing/fixtures.ts'
import { field, row, twoTesters } from '#src/testing/live-run.ts'
import { lossyProxy } from '#src/testing/lossy-proxy.ts'

test('What the browser sends again by itself after a lost connection is done once', async ({
  page,
  server,
  person,
}) => {
  const { project, run, path } = await twoTesters(server, person)
  const proxy = await lossyProxy(server, /trpc\/(testResults\.setMany|testSuites\.create)$/)
  await signIn(page, person, proxy.url)
  await page.goto(`${proxy.url}${path}`)
  await field(page).fill('Thank you')
  await page.keyboard.press('Enter')
  await expect(row(page).getByText('passed')).toBeVisible()
  await expect(toast(page, 'Test result saved successfully')).toBeVisible()
  await page.getByRole('tab', { name: 'Test Suites' }).click()
  await page.getByRole('button', { name: 'Create Test Suite' }).click()
  await page.getByLabel('Suite Name').fill('Refunds')
  await page.getByRole('button', { name: 'Create Suite' }).click()
  await expect(toast(page, 'Test suite created successfully')).toBeVisible()
  await page.close()
  await proxy.close()
  expect(proxy.seen).toEqual(['setMany', 'setMany', 'create', 'create'].map((call) => expect.stringContaining(call)))
  const { results } = (await server.get(`/test-runs/${run.id}`, person)).body
  expect(results[0]).toMatchObject({ actualValue: 'Thank you', attempts: 1 })
  const suites = (await server.get(`/projects/${project.id}`, person)).body.testSuites
  expect(suites.map(({ name }: { name: string }) => name)).toEqual(['Payments', 'Receipts', 'Refunds'])
})

test('A form that is sent again after its answer was lost creates once, and then again', async ({
  page,
  server,
  person,
  openAs,
}) => {
  const project = await server.project(person)
  await openAs(person, `/projects/${project.id}`)
  await page.route(
    /testSuites\.create/,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  const dialog = page.getByRole('dialog', { name: 'Create Test Suite' })
  for (const texts of [['Failed to create test suite', 'Test suite created successfully'], ['created successfully']]) {
    await page.getByRole('button', { name: 'Create Test Suite' }).click()
    await page.getByLabel('Suite Name').fill('Refunds')
    for (const text of texts) {
      await page.getByRole('button', { name: 'Create Suite' }).click()
      await expect(toast(page, text)).toBeVisible()
    }
    await expect(dialog).toBeHidden()
    await toast(page, 'created successfully').getByRole('button', { name: 'Dismiss' }).click()
  }
  const suites = (await server.get(`/projects/${project.id}`, person)).body.testSuites
  expect(suites.map(({ name }: { name: string }) => name)).toEqual(['Refunds', 'Refunds'])
})
