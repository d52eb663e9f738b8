import type { Page } from '@playwright/test'
import { expect, type Person, test, type TestServer, VARIANT } from '#src/testing/fixtures.ts'
import { hostileRun } from '#src/testing/hostile-run.ts'
import { fillProject } from '#src/testing/project-data.ts'
import { runOf60 } from '#src/testing/run-of-60.ts'

async function share(server: TestServer, owner: Person, testRunId: string): Promise<string> {
  const { body } = await server.post(`/test-runs/${testRunId}/share`, {}, owner)
  return new URL(body.link).pathname
}

function requestsOf(page: Page) {
  const requests: { url: string; authorization: string | undefined }[] = []
  page.on('request', (request) =>
    requests.push({ url: request.url(), authorization: request.headers()['authorization'] }),
  )
  return requests
}

test('A visitor without an account reads a shared run: verdict, failures first, suites and results', async ({
  page,
  server,
  person,
}) => {
  const { run } = await runOf60(server, person)
  await page.goto(await share(server, person, run.id))
  const name = 'Release 1.4'
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveTitle(`${name} · Shop · Assay`)
  await expect(page.getByText('2 failed', { exact: true }).first()).toBeVisible()
  const failures = page.getByRole('region', { name: '2 failures' })
  await expect(failures.getByText('answers with the refund')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Suites' }).getByRole('row')).toHaveCount(4)
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.locator('details')).toHaveCount(60)
  await expect(results.getByText('emptied after an order')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('The results of a shared run are filtered by status, in the address', async ({ page, server, person }) => {
  const { run } = await runOf60(server, person)
  const path = await share(server, person, run.id)
  await page.goto(path)
  const shown = page.getByRole('group', { name: 'Show results' })
  await shown.getByRole('button', { name: '2 failed' }).click()
  await expect(page).toHaveURL(`${path}?status=failed`)
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.locator('details')).toHaveCount(2)
  await shown.getByRole('button', { name: '1 skipped' }).click()
  await expect(results.locator('details')).toHaveCount(3)
  await page.goBack()
  await expect(results.locator('details')).toHaveCount(2)
  await shown.getByRole('button', { name: '60 all' }).click()
  await expect(results.locator('details')).toHaveCount(60)
})

test(
  'A filter of a shared run is busy until its results are there, and a page after the last one has no range',
  VARIANT,
  async ({ page, server, person }) => {
    const { run } = await runOf60(server, person)
    const path = await share(server, person, run.id)
    await page.goto(path)
    const results = page.getByRole('region', { name: 'Results' })
    await expect(results.locator('details')).toHaveCount(60)
    await page.route(/limit=200.*status=failed/, () => undefined)
    await results.getByRole('button', { name: '2 failed' }).click()
    await expect(results.locator('[aria-busy=true]')).toHaveCount(1)
    const large = await server.project(person)
    await fillProject(server, large.id, 1, 201)
    await page.goto(`${await share(server, person, (await server.run(person, large.id)).id)}?page=9`)
    await expect(results).toContainText('No results on this page')
    await expect(page.getByRole('navigation', { name: 'Pages of results' })).toHaveText('Previous201Next')
  },
)

test('A shared result has its name beside its number on a phone', VARIANT, async ({ page, server, person }) => {
  const { run } = await runOf60(server, person)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await share(server, person, run.id))
  const line = page.getByRole('region', { name: 'Results' }).locator('summary').first()
  const number = await line.getByText('1.1', { exact: true }).boundingBox()
  const name = await line.locator('[dir=auto]').first().boundingBox()
  expect(name?.y).toBe(number?.y)
  expect(name?.width).toBeGreaterThan(200)
})

test(
  'A link that was ended, and one that never was, say that they are not valid any more',
  VARIANT,
  async ({ page, server, person }) => {
    const { run } = await runOf60(server, person)
    const path = await share(server, person, run.id)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await server.delete(`/test-runs/${run.id}/share`, person)
    for (const address of [path, '/shared/nothing']) {
      await page.goto(address)
      await expect(page.getByText('This link is not valid any more')).toBeVisible()
      await expect(page.getByText('Shop')).toHaveCount(0)
      await expect(page).toHaveTitle('Link not valid · Assay')
    }
  },
)

test(
  'The shared page sends nothing of the session of a signed-in reader',
  VARIANT,
  async ({ page, server, person, openAs }) => {
    const { run } = await runOf60(server, person)
    const path = await share(server, person, run.id)
    await openAs(person, '/projects')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.goto('about:blank')
    const requests = requestsOf(page)
    await page.goto(path)
    await expect(page.getByRole('region', { name: '2 failures' }).getByText('answers with the refund')).toBeVisible()
    await page.getByRole('button', { name: '27 passed' }).click()
    await expect(page).toHaveURL(/status=passed/)
    await page.waitForLoadState('networkidle')
    const calls = requests.filter(({ url }) => /\/(api|trpc)\//.test(url))
    expect(calls.map(({ url }) => new URL(url).pathname.replace(/[^/]+$/, ''))).toEqual(
      calls.map(() => '/api/shared-runs/'),
    )
    expect(calls.length).toBeGreaterThan(1)
    expect(requests.filter(({ authorization }) => authorization !== undefined)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull()
  },
)

test('Hostile texts in every field of a shared run run nothing, load nothing and show no e-mail', async ({
  page,
  server,
  person,
}) => {
  const run = await hostileRun(server, person)
  const requests = requestsOf(page)
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('dialog', (dialog) => problems.push(dialog.message()))
  await page.goto(await share(server, person, run.id))
  await expect(page.getByRole('region', { name: '2 failures' }).getByText('<script>').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false)
  expect(await page.title()).not.toBe('owned')
  expect(await page.locator('main img, main script, main a').count()).toBe(0)
  expect(await page.content()).not.toContain('eve@example.com')
  expect(await page.content()).toContain('…@…')
  expect(requests.filter(({ url }) => !url.startsWith(server.url) && !url.startsWith('data:'))).toEqual([])
  expect(problems).toEqual([])
})
